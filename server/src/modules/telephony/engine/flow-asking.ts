/** What a flow asks of the world while its call goes on, and what it goes on doing when its caller is gone. */
import type { FlowEffect, FlowEvent, Question } from "@liantai/api/flows";
import { FlowQuestionFailed } from "../flows.ts";
import { askedBy } from "./flow-given.ts";
import type { FlowRunnerDeps, Session } from "./flow-session.ts";

/** undefined: it is over. */
export async function answerOf(
  { flows, logger, clock, alarms }: Pick<FlowRunnerDeps, "flows" | "logger" | "clock" | "alarms">,
  { call, program, state }: Session,
  id: string,
  ask: Question,
): Promise<FlowEvent | undefined> {
  if (!program || !state) return undefined;
  const began = clock.now();
  try {
    return { type: "answered", id, answer: await flows.ask(askedBy(call, program, state, id), ask) };
  } catch (error) {
    if (error instanceof FlowQuestionFailed) return { type: "askFailed", id, class: error.class, text: error.message };
    logger.error({ error, callId: call.callId, what: ask.what }, "what a flow asked could not be answered");
    return { type: "askFailed", id, class: "interface" };
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
