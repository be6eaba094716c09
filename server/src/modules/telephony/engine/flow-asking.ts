/** What a flow asks of the world while its call goes on, and what it goes on doing when its caller is gone. */
import type { FlowEffect, FlowEvent, Question } from "@liantai/api/flows";
import { FlowQuestionFailed } from "../flows.ts";
import { askedBy } from "./flow-given.ts";
import type { FlowRunnerDeps, Session } from "./flow-session.ts";

/**
 * What others act on. It is put once that it is put stands in the log: who goes on after a process that died between the two would come
 * there by another way (what was said is said again), and ask the same under another key.
 */
const outward: ReadonlySet<Question["what"]> = new Set(["interface", "sms"]);

/** The step that asks is in the log, and its snapshot: both are handed over when all that it causes has been seen to. */
const standsIn = async (written: FlowRunnerDeps["written"]): Promise<boolean> => {
  await Promise.resolve();
  return written().then(
    () => true,
    () => false,
  );
};

/** undefined: it is over, or another process's. */
export async function answerOf(
  { flows, logger, clock, alarms, written }: Pick<FlowRunnerDeps, "flows" | "logger" | "clock" | "alarms" | "written">,
  { call, program, state }: Session,
  id: string,
  ask: Question,
): Promise<FlowEvent | undefined> {
  if (!program || !state) return undefined;
  if (outward.has(ask.what) && !(await standsIn(written))) return undefined;
  const began = clock.now();
  // Of other questions nobody counts it: they are answered here, and their logs stay short.
  const took = () => (ask.what === "interface" ? { ms: clock.now() - began } : {});
  try {
    const by = askedBy(call, program, state, id);
    // It asks with what a node before it heard, which may have been said in secret.
    const secret = ask.what === "knowledge" && state.secret.includes("lastText");
    const answer = await flows.ask(secret ? { ...by, sensitive: true } : by, ask);
    return { type: "answered", id, answer: { ...answer, ...took() } };
  } catch (error) {
    if (error instanceof FlowQuestionFailed)
      return { type: "askFailed", id, class: error.class, text: error.message, ...took() };
    logger.error({ error, callId: call.callId, what: ask.what }, "what a flow asked could not be answered");
    return { type: "askFailed", id, class: "interface", ...took() };
  } finally {
    alarms.asked(call, program, state, ask, clock.now() - began);
  }
}

/** Of who is gone: the call is over, and has no timers and no log of its own any more. */
export function silently(
  { clock, note }: Pick<FlowRunnerDeps, "clock" | "note">,
  session: Session,
  effect: FlowEffect,
  over: (id: string) => void,
): void {
  if (effect.do === "note") {
    const { action, ...said } = effect.note;
    return note(session.call, { type: "flowStep", step: action, ...said });
  }
  if (effect.do === "timer")
    session.timers.set(
      effect.id,
      clock.after(effect.ms, () => over(effect.id)),
    );
  if (effect.do === "clearTimer") session.timers.get(effect.id)?.cancel();
}
