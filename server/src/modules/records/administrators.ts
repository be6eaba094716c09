/** Administrators in a call, who have no seat: the log names the account. */
import type { Database, Trx } from "../../ports/database.ts";
import { isContact, readStream, type ContactEntry } from "../event-log/index.ts";
import { legsOf, type LegRow, type RecordRow } from "./repository.ts";

/** Of none: nothing. */
export const administratorText = (account: string | undefined): string =>
  account === undefined ? "" : `管理员${account}`;

const actor = /^monitor:(.+)$/;

/** The account of the monitor, or administrator, by whom something was done. */
export const accountOf = (by: string): string | undefined => actor.exec(by)?.[1];

/** The administrator whose telephone rings, or answers, because he takes the caller; no other number is dialled as `pickedUp`. */
export function takerIn({
  fact,
  reason,
  actor: by,
}: Pick<ContactEntry, "fact" | "reason" | "actor">): string | undefined {
  if ("agentId" in fact && fact.agentId !== undefined) return undefined;
  if (fact.type === "dialled") return reason === "pickedUp" ? fact.to : undefined;
  return fact.type === "answered" || fact.type === "answeredAgain" ? accountOf(by) : undefined;
}

type OneLeg = Pick<LegRow, "role" | "agentId" | "accessNumber">;

/** An extension without a seat, or an administrator: the leg alone does not say which. */
const mayBeTaker = ({ role, agentId, accessNumber }: OneLeg): boolean =>
  role === "agent" && agentId === null && accessNumber === null;

/** Accounts of the administrators who took the caller. */
export async function takersIn(
  trx: Trx,
  compId: string,
  callId: string,
  legs: readonly OneLeg[],
): Promise<ReadonlySet<string>> {
  if (!legs.some(mayBeTaker)) return new Set();
  const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
  return new Set(events.map(takerIn).filter((account) => account !== undefined));
}

/** A supervisor without a seat is an administrator always. */
export const isAdministrators = (leg: OneLeg & Pick<LegRow, "number">, takers: ReadonlySet<string>): boolean =>
  leg.role === "supervisor" ? leg.agentId === null : mayBeTaker(leg) && takers.has(leg.number);

/** Of a call that no agent had: the administrators who did. */
export async function takenBy(database: Pick<Database, "tenant">, { compId, callId, agentId, answerAt }: RecordRow) {
  if (agentId !== null || answerAt === null) return {};
  const had = await database.tenant(compId, async (trx) => {
    const legs = await legsOf(trx, compId, callId);
    const takers = await takersIn(trx, compId, callId, legs);
    return legs.filter((leg) => leg.answerAt !== null && leg.role === "agent" && isAdministrators(leg, takers));
  });
  const named = (leg: (typeof had)[number] | undefined) => (leg ? administratorText(leg.number) : null);
  return { firstAgentName: named(had[0]), agentName: named(had.at(-1)) };
}
