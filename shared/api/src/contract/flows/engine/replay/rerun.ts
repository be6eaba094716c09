/**
 * A stored call under another version, in virtual time: the caller does what he did, in that order, and the world answers what it had
 * answered to the same question. What nobody had asked it is told as missing, and the call is led no further.
 */
import { act } from "../flow-test/act.ts";
import { ended } from "../flow-test/index.ts";
import { VirtualCall, type Steps } from "../flow-test/call.ts";
import type { TestOverrides, TestStep, TestWorld } from "../flow-test/types.ts";
import type { Program } from "../program.ts";
import type { FlowEvent, Prompts, Question, Values } from "../session.ts";
import type { Tools } from "../tools.ts";
import { departure } from "./stored.ts";
import type { Doing, Followed, Replay, StoredPart } from "./types.ts";
import { Visits } from "./visits.ts";
import { doingWords } from "./words.ts";

const questionWords: Readonly<Record<Question["what"], string>> = {
  ...{ timeRule: "时间规则", area: "号码归属地", blacklist: "黑名单", understand: "意图识别", interface: "接口调用" },
  ...{ sms: "发送短信", knowledge: "知识查询", extension: "分机查询", lookUp: "查找表", lastAgent: "上次接待坐席" },
};

/** How long an interface may take is no part of what it is asked, nor is how it is told to one that sees no numbers. */
const keyOf = (ask: Question): string =>
  JSON.stringify(
    ask.what === "interface" ? { ...ask, masked: undefined, timeoutMs: 0, totalMs: undefined, retries: 0 } : ask,
  );

/** Each answer once, in their order; the last stays for a question that is asked more often. */
class Answers {
  readonly #kept = new Map<string, (Readonly<Record<string, unknown>> | undefined)[]>();

  constructor({ asked }: Followed) {
    for (const { ask, answer } of asked) {
      const key = keyOf(ask);
      this.#kept.set(key, [...(this.#kept.get(key) ?? []), answer]);
    }
  }

  to(ask: Question): Readonly<Record<string, unknown>> | undefined {
    const kept = this.#kept.get(keyOf(ask));
    return kept && kept.length > 1 ? kept.shift() : kept?.[0];
  }
}

/** What is pressed one key after the other while the same is heard is one doing of a test. */
export const stepOf = ({ does, value, early }: Doing): TestStep => {
  switch (does) {
    case "keys":
    case "say":
      return { do: does, value, ...(early ? { early: true as const } : {}) };
    default:
      return { do: does };
  }
};

const beganWith = ({ inputs }: StoredPart): { readonly vars: Values; readonly prompts?: Prompts } => {
  const event: FlowEvent | undefined = inputs[0]?.event;
  return event?.type === "begin" ? event : { vars: {} };
};

/** anew: what is reckoned and not asked (intents, time rules) may be reckoned as it is now; without it that is missing, too. */
export function* rerunSteps(
  program: Program,
  part: StoredPart,
  base: Followed,
  tools: Tools,
  anew?: Pick<TestWorld, "understand" | "timeRule" | "lookUp" | "prompts">,
): Steps<Replay> {
  const missing: string[] = [];
  const answers = new Answers(base);
  const { vars, prompts } = beganWith(part);
  const now = String(vars["now"] ?? "");
  const visits = new Visits(program);
  let at = 0;
  const to = (ask: Question) => {
    const answer = answers.to(ask) ?? reckoned(ask, now, anew);
    if (answer === undefined) missing.push(`原通话没有问过：${questionWords[ask.what]}`);
    else visits.answered({ nodeId: "", ask, answer, secret: false });
    return answer;
  };
  const overrides: TestOverrides = {
    draw: part.began?.seed ?? 1,
    vars,
    transfers: base.transfers as TestOverrides["transfers"] & object,
    ...(base.messageSeconds === undefined ? {} : { messageSeconds: base.messageSeconds }),
  };
  const watching = { ...tools, entering: visits.entering };
  const call = new VirtualCall(program, overrides, watching, to, {
    stepped: (...of) => visits.stepped(at, ...of),
    // Those of the call; what that version says besides is as it is now.
    prompts: { ...anew?.prompts, ...prompts },
    // What he did he did no sooner than in the call.
    atLeast: () => at,
  });
  for (const doing of base.doings) {
    at = doing.at;
    const why = yield* act(call, stepOf(doing));
    if (why === undefined) continue;
    if (doing.does !== "hangUp") missing.push(`客户${doingWords(doing)}没有用上：${why}`);
    break;
  }
  yield* call.settle();
  if (call.result === "transferred" && !(call.target in base.transfers) && base.target !== call.target)
    missing.push(`原通话没有转到过“${call.target}”，不知道会不会接通`);
  if (call.track.some(({ action }) => action === "voicemail") && base.messageSeconds === undefined)
    missing.push("原通话没有留言，留言时长按10秒");
  const { list } = visits;
  const { flowId, versionId } = program;
  return {
    ...{ flowId, versionId, visits: list, stored: base.stored, departs: departure(base.stored, list), missing },
    // Whether he would have waited longer for the same is not known: he did not.
    result: call.result === "transferred" && base.gaveUp && call.target === base.target ? "hungUp" : call.result,
    target: call.target,
  };
}

export const rerun = (...of: Parameters<typeof rerunSteps>): Replay => ended(rerunSteps(...of));

function reckoned(ask: Question, now: string, anew: Partial<TestWorld> | undefined) {
  if (ask.what === "understand") return anew?.understand?.(ask);
  if (ask.what === "lookUp" && anew?.lookUp) {
    const value = anew.lookUp(ask);
    return { found: value !== undefined, value: value ?? "" };
  }
  return ask.what === "timeRule" && anew?.timeRule ? { id: anew.timeRule(ask.ids, now) } : undefined;
}
