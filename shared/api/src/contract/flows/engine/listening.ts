/** What happens at a node that listens: question, speech, what was meant, and the ladder of those who are not understood. */
import { numberIn, textIn, valuesAt } from "./answers.ts";
import { nextTry } from "./asking.ts";
import type { ProgramNode } from "./program.ts";
import type { Run } from "./run.ts";
import type { FlowEvent, Said } from "./session.ts";
import { own, put } from "./values.ts";

export const slotTypes = ["number", "phone", "date", "amount", "yesNo", "text"] as const;
export type SlotType = (typeof slotTypes)[number];

interface Config {
  readonly bargeInMs: number;
  readonly resume: boolean;
  readonly noInputSeconds: number;
  readonly endSilenceMs: number;
  readonly maxSeconds: number;
  readonly tries: number;
  readonly branches: readonly {
    readonly id: string;
    readonly name: string;
    readonly priority: number;
    readonly key: string;
  }[];
  readonly threshold: number;
  readonly margin: number;
  readonly disambiguation: boolean;
  readonly slots: readonly { readonly vName: string; readonly type: SlotType }[];
}

/** Of the node, while it is there. between: the two branches of whose intents one is to be chosen. */
interface Local {
  readonly playing: string;
  readonly listening: string;
  readonly timer: string;
  readonly text: string;
  readonly between: readonly string[];
  /** The wording that speech cut off, where it may be gone on with. */
  readonly cutOff: string;
  /** What sounds was gone on with already. */
  readonly resumed: boolean;
}

const none: readonly string[] = [];

/** By name: nearly every event asks for it. */
function at(run: Run): Local {
  const local = run.state.local as Partial<Local>;
  return {
    playing: local.playing ?? "",
    listening: local.listening ?? "",
    timer: local.timer ?? "",
    text: local.text ?? "",
    between: local.between ?? none,
    cutOff: local.cutOff ?? "",
    resumed: local.resumed ?? false,
  };
}

interface Place {
  readonly from: number;
  readonly fromMs: number;
}

/** With barge-in it listens from the first word, else when all is said; the time to answer runs from the end of the wording. */
function pose(run: Run, config: Config, says: readonly Said[], there?: Place): void {
  cease(run);
  const stopOnKey = config.branches.some(({ key }) => key !== "");
  const playing = run.play(says, there ? { ...there, stopOnKey } : { stopOnKey });
  const listening = playing === "" || config.bargeInMs > 0 ? listen(run, config) : "";
  const timer = playing === "" ? run.timer(config.noInputSeconds * 1_000) : "";
  const waiting = { playing, listening, timer };
  run.local(config.resume ? { ...waiting, cutOff: "", resumed: there !== undefined } : waiting);
}

const listen = (run: Run, { endSilenceMs, maxSeconds, bargeInMs }: Config): string =>
  run.listen({ intents: intentsOf(run), endSilenceMs, maxMs: maxSeconds * 1_000, noInputMs: 0, bargeInMs });

/** Who ceases says in `local` what is waited for instead. */
function cease(run: Run): void {
  const { playing, listening, timer } = run.state.local;
  run.hush(playing);
  run.stopListening(listening);
  run.clearTimer(timer);
}

function stop(run: Run): void {
  cease(run);
  run.local({ playing: "", listening: "", timer: "" });
}

/** Those of the branches, then the questions that may be asked anywhere. */
const intentsOf = (run: Run): readonly string[] => run.here?.intents ?? none;

const intentOf = (node: ProgramNode, branch: string): string => own(node.intents, branch) ?? "";
const branchOf = (node: ProgramNode, { branches }: Config, intentId: string) =>
  intentId === "" ? undefined : branches.find(({ id }) => intentOf(node, id) === intentId);

/**
 * He did not speak after all: what was cut off is said on from there, and nothing was missed. Once: where the room is so loud that it is
 * cut off again, he is asked as anybody who is not understood.
 */
function missedOrCut(run: Run, node: ProgramNode, config: Config, why: "unknown" | "timeout"): void {
  const { cut } = run.state;
  if (cut === null || cut.id !== at(run).cutOff) return missed(run, node, config, why);
  run.set({ cut: null });
  pose(run, config, cut.says, { from: cut.at, fromMs: cut.ms ?? 0 });
}

function missed(run: Run, node: ProgramNode, config: Config, why: "unknown" | "timeout"): void {
  stop(run);
  run.local({ between: [] });
  const says = nextTry(run, node, config.tries, why);
  if (says === null) return run.exit(why);
  pose(run, config, says);
}

function heard(run: Run, node: ProgramNode, config: Config, text: string): void {
  cease(run);
  run.local({ playing: "", listening: "", timer: "", text });
  run.give("lastText", text, node.sensitive);
  const { between } = at(run);
  const intents = between.length > 0 ? between.map((id) => intentOf(node, id)) : intentsOf(run);
  const slots: Record<string, SlotType> = {};
  for (const { vName, type } of config.slots) put(slots, vName, type);
  const { threshold, margin } = config;
  run.ask({ what: "understand", text, intents, threshold, margin, slots });
}

function understood(run: Run, node: ProgramNode, config: Config, answer: Readonly<Record<string, unknown>>): void {
  const intentId = textIn(answer["intentId"]);
  const score = numberIn(answer["score"]);
  const second = textIn(answer["secondId"]);
  const secondScore = numberIn(answer["secondScore"]);
  const { text, between } = at(run);
  const data = {
    intentId,
    score,
    secondId: second,
    secondScore,
    by: textIn(answer["by"]),
    intentName: textIn(answer["intentName"]),
    secondName: textIn(answer["secondName"]),
  };
  run.note("heard", node.sensitive ? "***" : text, data);
  // A version of before may have declared a variable of that name: it is the flow's there (G132).
  if (!run.program.variables.some(({ vName }) => vName === "score")) run.give("score", score);
  if (intentId === "") return missed(run, node, config, "unknown");
  const first = branchOf(node, config, intentId);
  const next = branchOf(node, config, second);
  const close = first && next && first.id !== next.id && score - secondScore < config.margin;
  if (close && config.disambiguation && between.length === 0) {
    run.local({ between: [first.id, next.id] });
    return pose(run, config, [{ kind: "text", text: `您是想${first.name}还是${next.name}？`, tts: "" }]);
  }
  const taken = close && next.priority > first.priority ? next : first;
  run.give("lastIntent", taken ? intentOf(node, taken.id) : intentId);
  if (taken) {
    if (config.slots.length > 0) {
      const names = config.slots.map(({ vName }) => vName);
      run.assign(valuesAt(answer, "slots", names), node.sensitive);
    }
    run.understood();
    return run.exit(taken.id, { score });
  }
  const asked = run.program.qa.find((each) => each.intentId === intentId);
  if (!asked) return missed(run, node, config, "unknown");
  run.understood();
  if (!run.call(asked.sub, { back: true })) run.fail("loop", "子流程调用超过10层，或子流程不存在");
}

function on(run: Run, node: ProgramNode, config: Config, event: FlowEvent): void {
  const { playing, listening, timer, resumed } = at(run);
  switch (event.type) {
    case "playDone":
      if (event.id !== playing) return;
      run.local({ playing: "" });
      if (listening === "") run.local({ listening: listen(run, config) });
      return run.local({ timer: run.timer(config.noInputSeconds * 1_000) });
    case "speechStarted":
      run.hush(playing);
      run.clearTimer(timer);
      run.local({ playing: "", timer: "" });
      if (config.resume && playing !== "" && !resumed) run.local({ cutOff: playing });
      return;
    case "heard":
      // He said something, and no word of it was known: that is no silence.
      if (event.text.trim() === "") return missedOrCut(run, node, config, "unknown");
      return heard(run, node, config, event.text);
    case "nothingHeard":
      return event.why === "failed" ? run.fail("media", "语音识别失败") : missedOrCut(run, node, config, "timeout");
    case "timer":
      return missed(run, node, config, "timeout");
    case "answered":
      return understood(run, node, config, event.answer);
    case "askFailed":
      return run.fail(event.class, "意图识别失败");
    case "digit":
      return pressed(run, node, config, event.digit);
  }
}

function pressed(run: Run, node: ProgramNode, config: Config, digit: string): void {
  if (!config.branches.some(({ key }) => key !== "")) return;
  run.note("keys", node.sensitive ? "*" : digit);
  if (!node.sensitive) run.give("lastKeys", digit);
  const branch = config.branches.find(({ key }) => key === digit);
  if (!branch) return missed(run, node, config, "unknown");
  run.understood();
  run.exit(branch.id, node.sensitive ? undefined : { key: digit });
}

export const hearing = {
  begin: (run: Run, node: ProgramNode, config: Config): void => pose(run, config, run.wording(node)),
  on,
};
