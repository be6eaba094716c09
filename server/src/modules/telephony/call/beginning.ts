/** How every call begins: what the log says of it, and the first thing that is done. */
import { beginDialling } from "./dialling.ts";
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { limits } from "./limits.ts";
import { openMeeting } from "./meeting.ts";
import { beginPlaced } from "./picked-up.ts";
import type { CallInput } from "./types.ts";

export function begin(
  d: Draft,
  { refuse, inCall, screened, by, decided }: Extract<CallInput, { type: "begin" }>,
): void {
  const { near, far } = d;
  const { direction, caller, callee, accessNumber, plan, routed: to, callData, task } = d.call;
  const leads =
    plan && to
      ? {
          target: {
            kind: to.target.kind,
            id: to.target.id,
            name: to.target.name,
            ...(plan.rule ? { rule: plan.rule } : {}),
          },
        }
      : {};
  const created = {
    type: "created",
    direction,
    caller,
    callee,
    ...(accessNumber ? { accessNumber } : {}),
    ...(to?.target.kind === "skillGroup" ? { skillGroupId: to.target.id } : {}),
    ...leads,
    ...(near?.agentId ? { agentId: near.agentId } : {}),
    ...(d.call.callbackOf ? { callbackOf: d.call.callbackOf.callId } : {}),
    ...(d.call.callbackOf?.skillGroupId ? { skillGroupId: d.call.callbackOf.skillGroupId } : {}),
    ...(d.call.dual ? { dual: true, ...(near?.displayed ? { firstDisplayed: near.displayed } : {}) } : {}),
    ...(callData ? { callData } : {}),
    ...d.call.goesOut,
    ...(task
      ? {
          task: {
            type: task.type,
            id: task.id,
            ...(task.phoneId ? { phoneId: task.phoneId } : {}),
            ...(task.attemptId ? { attemptId: task.attemptId } : {}),
          },
        }
      : {}),
    ...(d.call.meeting ? { meeting: { roomId: d.call.meeting.roomId, name: d.call.meeting.name } } : {}),
  } as const;
  d.note(
    created,
    by ?? (d.call.placed ? "engine" : direction === "inbound" || !near ? d.actor(far) : d.actor(near)),
    plan?.rule ? "byTimeRule" : undefined,
  );
  if (decided) d.note({ type: "decision", ...decided.fact }, "engine", decided.reason);
  if (screened) d.note({ type: "screened", ...screened }, "engine", screened.ok ? undefined : refuse);
  if (refuse) return end(d, refuse, { ...(inCall ? { inCall } : {}) });
  if (d.call.meeting) return openMeeting(d);
  if (d.call.placed) return beginPlaced(d, d.call.placed);
  if (direction !== "inbound") return beginDialling(d);
  if (!far.leg) return end(d, "failed");
  d.do({ do: "ring", leg: far.leg });
  d.do({ do: "answer", leg: far.leg });
  d.do({ do: "timer", name: "arrive", ms: limits.arrive });
}
