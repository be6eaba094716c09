/** The log of a call in a flow, as the engine of calls writes it, made by stepping the flow. */
import type { Program } from "../program.ts";
import type { ReplayFact } from "../replay/types.ts";
import type { FlowEvent, Question } from "../session.ts";
import { begun, step } from "../step.ts";
import { noTools } from "../tools.ts";

export type Answer = Readonly<Record<string, unknown>>;

const beganIn = ({ flowId, versionId, links }: Program) => ({
  flowId,
  versionId,
  seed: 7,
  made: 0,
  ...(links && { links }),
});

/** What the engine of calls writes: secret keys are stars. */
export function factsOf(
  program: Program,
  doings: readonly (FlowEvent | "playDone" | "timer")[],
  answer: (ask: Question) => Answer | undefined = () => undefined,
  end = "flowEnded",
  from = 1_000,
): readonly { readonly at: number; readonly fact: ReplayFact }[] {
  const facts: { at: number; fact: ReplayFact }[] = [];
  let [at, state] = [from, begun(program, 7)];
  const put = (fact: ReplayFact) => facts.push({ at, fact });
  const open = (kind: string) => Object.entries(state.open).findLast(([, each]) => each === kind)?.[0] ?? "";
  const send = (event: FlowEvent): void => {
    at += 500;
    const before = state;
    const made = step(program, state, event, noTools);
    if (made.state === before) return;
    state = made.state;
    const hidden = event.type === "digit" && (before.recordingPaused || state.recordingPaused);
    put({
      type: "flowInput",
      ...(hidden ? { event: { type: "digit", digit: "*" }, hidden } : { event }),
      ...(event.type === "begin" ? { began: beganIn(program) } : {}),
    });
    for (const effect of made.effects)
      if (effect.do === "note") {
        const { action, ...note } = effect.note;
        put({ type: "flowStep", step: action, ...note });
      } else if (effect.do === "leave") put({ type: "flowLeft", result: effect.result });
    for (const effect of made.effects) {
      const reply = effect.do === "ask" ? answer(effect.ask) : undefined;
      if (effect.do === "ask" && reply) send({ type: "answered", id: effect.id, answer: reply });
    }
  };
  put({ type: "flowEntered", flowId: program.flowId, name: "总机" });
  send({ type: "begin", vars: { caller: "13800138000", now: "2026-11-26 09:00:00", callId: "c" } });
  for (const doing of doings)
    if (doing === "playDone") send({ type: "playDone", id: open("play"), reason: "finished" });
    else if (doing === "timer") send({ type: "timer", id: open("timer") });
    else send("id" in doing && doing.id === "" ? { ...doing, id: open("listen") } : doing);
  put({ type: "ended", result: end });
  return facts;
}
