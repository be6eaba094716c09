/**
 * What an administrator hears a call with: the page of his session, or an extension that he names, where nobody is signed in. Whether
 * he may was asked before (cti/supervising.ts).
 */
import type { CommandReply } from "../../../ports/engine.ts";
import type { Switch } from "../../../ports/switch.ts";
import { listenerUser, type Numbers } from "../../numbers/index.ts";
import { limits } from "../call/limits.ts";
import type { Administrator, SuperviseMode } from "../call/party.ts";
import type { AskedParty } from "../call/types.ts";
import { pickedUp } from "./picking-up.ts";
import type { SupervisionDeps } from "./supervision.ts";
import { hearsNot, talkOf } from "./supervision.ts";

export interface HearingDeps extends SupervisionDeps {
  readonly numbers: Pick<Numbers, "extension">;
  readonly switch: Pick<Switch, "isRegistered">;
}

/** Who asks, and the extension that is to ring instead of the page. */
export interface Hearer extends Administrator {
  readonly compId: string;
  readonly extension?: string;
}

const refused = (msg: string): CommandReply => ({ code: -403, msg });

interface Telephone {
  readonly party: AskedParty;
  readonly ringMs?: number;
}

async function telephoneOf(deps: HearingDeps, hearer: Hearer): Promise<Telephone | CommandReply> {
  const { sessionId, by, hideNumbers, compId, extension } = hearer;
  const party = { number: by, administrator: { sessionId, by, hideNumbers } };
  if (extension === undefined) {
    const user = listenerUser(sessionId);
    return deps.switch.isRegistered(user)
      ? { party: { ...party, user } }
      : refused("本页的话机未连接，请稍后再试，或改用分机接听");
  }
  const found = /^\d{1,12}$/.test(extension) ? await deps.numbers.extension(compId, extension) : undefined;
  if (!found) return refused(`分机${extension}不存在`);
  const { user, agentId } = found;
  const seat = agentId === null ? undefined : deps.sessions.get(compId, agentId);
  if (seat && seat.agent.state.kind !== "offline") return refused(`分机${extension}有坐席签入，请换一个分机`);
  if (!deps.switch.isRegistered(user)) return refused(`分机${extension}未注册`);
  if (deps.calls.outsiders.byUser(user) !== undefined) return refused(`分机${extension}正在通话中`);
  return { party: { ...party, user }, ringMs: limits.ownTelephone };
}

const presentOf = ({ calls }: HearingDeps, { sessionId }: Hearer): string | undefined =>
  calls.outsiders.bySession(sessionId);

/** Another mode on the same leg, or a telephone that is brought in. */
export async function superviseAs(
  deps: HearingDeps,
  hearer: Hearer,
  agentId: string,
  mode: SuperviseMode,
): Promise<CommandReply> {
  const { sessionId, by, hideNumbers } = hearer;
  const again = presentOf(deps, hearer) !== undefined;
  const known = { number: by, user: "", administrator: { sessionId, by, hideNumbers } };
  const telephone = again ? { party: known } : await telephoneOf(deps, hearer);
  if ("code" in telephone) return telephone;
  const callId = talkOf(deps, hearer, agentId);
  if (callId === undefined) return refused("该坐席当前不在通话中");
  const present = presentOf(deps, hearer);
  if (present !== undefined && present !== callId) return refused("您正在另一个通话中");
  // The call that he heard has ended meanwhile.
  if (present === undefined && again) return refused("当前状态不能执行此操作");
  const { party, ...rings } = telephone;
  return deps.calls.dispatch(callId, { type: "supervise", by: party, target: agentId, mode, ...rings })
    ? { code: 1, fields: { callId } }
    : { code: -403 };
}

/** Has the call from now on, which is the named agent's. */
export function takeOverAs(deps: HearingDeps, hearer: Hearer, agentId: string): CommandReply {
  const callId = presentOf(deps, hearer) ?? "";
  const refusal = hearsNot(deps.calls.get(callId), { administrator: hearer }, agentId);
  if (refusal) return refusal;
  return deps.calls.dispatch(callId, { type: "takeOver", by: { administrator: hearer } })
    ? { code: 1, fields: { callId } }
    : { code: -403 };
}

/** A call of the enterprise that waits, or rings at a seat. */
export async function pickUpAs(deps: HearingDeps, hearer: Hearer, callId: string): Promise<CommandReply> {
  if (presentOf(deps, hearer) !== undefined) return refused("您正在另一个通话中");
  const telephone = await telephoneOf(deps, hearer);
  if ("code" in telephone) return telephone;
  const call = deps.calls.get(callId);
  if (!call || call.compId !== hearer.compId) return { code: -404, msg: "该来电已挂断或不存在" };
  const { party, ...rings } = telephone;
  const fields = pickedUp(call);
  return presentOf(deps, hearer) === undefined && deps.calls.dispatch(callId, { type: "pickUp", by: party, ...rings })
    ? { code: 1, fields }
    : refused("该来电当前不能代接");
}

export function leaveAs(deps: HearingDeps, hearer: Hearer): CommandReply {
  const callId = presentOf(deps, hearer);
  if (callId === undefined) return { code: -404 };
  return deps.calls.dispatch(callId, { type: "leave", by: { administrator: hearer } }) ? { code: 1 } : { code: -403 };
}
