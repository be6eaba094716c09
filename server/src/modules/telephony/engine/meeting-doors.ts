/**
 * 会议室: how often pins of a room were wrong, over all calls (docs/protocol.md, K93). The counters are the installation's, so that whoever
 * takes the calls over goes on with them.
 */
import { minuteMs } from "@liantai/api/contract";
import { limits } from "../call/limits.ts";
import { partyOf } from "../call/parties.ts";
import type { Call, CallEffect } from "../call/types.ts";
import type { StartDeps } from "./call-start.ts";

/** Wrong pins are forgotten that long after the first. */
const windowMs = 60 * minuteMs;
/** From so many on, each further one shuts the door for so long. */
const mostWrong = 50;
const shutMs = 15 * minuteMs;

type Knock = Extract<CallEffect, { do: "knock" }>;

async function ask(deps: StartDeps, call: Call, { party, room: { roomId }, right }: Knock) {
  const { broker, doors, logger } = deps;
  const { compId } = call;
  const wrongKey = `meeting:wrong:${compId}/${roomId}`;
  const shutKey = `meeting:shut:${compId}/${roomId}`;
  const { agentId, number = "" } = partyOf(call, party) ?? {};
  const known = async () => agentId === undefined && (await doors?.isMember(compId, roomId, number)) === true;
  const wrong = Number((await broker.get(wrongKey)) ?? 0);
  if ((await broker.get(shutKey)) !== undefined && !(await known())) return { wrong, shut: true };
  if (right !== false) return { wrong, shut: false };
  const now = await broker.increment(wrongKey, windowMs);
  if (now < mostWrong) return { wrong: now, shut: false };
  // Of callers who are wrong at once one shuts it, and is told of.
  if ((await broker.increment(shutKey, shutMs)) === 1)
    await doors
      ?.shut(compId, roomId, now, shutMs / minuteMs)
      .catch((error: unknown) => logger.error({ error, compId, roomId }, "nobody was told that pins are guessed"));
  return { wrong: now, shut: !(await known()) };
}

/** Answers the call, which waits for it. Where nothing can be counted everybody is slow. */
export async function knock(deps: StartDeps, call: Call, effect: Knock): Promise<void> {
  const { callId } = call;
  const { party } = effect;
  const said = await ask(deps, call, effect).catch((error: unknown) => {
    deps.logger.error({ error, callId }, "wrong pins of a room could not be counted");
    return { wrong: limits.slowPins, shut: false };
  });
  deps.calls.dispatch(callId, { type: "knocked", party, ...said });
}
