/** The call that somebody asks for, in what he may see: one outside of it does not exist. */
import { AppError, isMonitor } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Database, Trx } from "../../ports/database.ts";
import { leadsHeld } from "../meetings/index.ts";
import { monitoredGroups } from "../seats/index.ts";
import { scopeOf, type Scope } from "./policy.ts";
import { findRecord, type RecordRow } from "./repository.ts";

interface Deps {
  readonly database: Database;
}

/** undefined: nothing. */
export async function scopeIn(trx: Trx, caller: Caller): Promise<Scope | undefined> {
  const { compId, agentId } = caller;
  return scopeOf(caller, isMonitor(caller) && agentId !== null ? await monitoredGroups(trx, compId, agentId) : []);
}

async function scopeOrNone(trx: Trx, caller: Caller): Promise<Scope> {
  const scope = await scopeIn(trx, caller);
  if (!scope) throw new AppError("forbidden");
  return scope;
}

/** What the caller may see at all. Throws AppError 'forbidden'. */
export async function scopeFor({ database }: Deps, caller: Caller): Promise<Scope> {
  // Of others nothing is looked up.
  if (isMonitor(caller)) return database.tenant(caller.compId, (trx) => scopeOrNone(trx, caller));
  const scope = scopeOf(caller, []);
  if (!scope) throw new AppError("forbidden");
  return scope;
}

const gone = () => new AppError("notFound", "通话记录不存在");

/** Throws AppError 'forbidden' and 'notFound'. */
export async function find({ database }: Deps, caller: Caller, callId: string): Promise<RecordRow> {
  const { compId } = caller;
  const row = await database.tenant(compId, async (trx) =>
    findRecord(trx, compId, await scopeOrNone(trx, caller), callId),
  );
  if (!row) throw gone();
  return row;
}

/**
 * To be listened to: a call of the scope, and a meeting of a room that the seat leads, in which it need not have been. Meetings are asked
 * for last: nearly all that is listened to are calls of the scope, and each piece of one is a request of its own. Throws as find does.
 */
export async function heard({ database }: Deps, caller: Caller, callId: string): Promise<RecordRow> {
  const { compId, agentId } = caller;
  const row = await database.tenant(compId, async (trx) => {
    const own = await findRecord(trx, compId, await scopeOrNone(trx, caller), callId);
    if (own || agentId === null || !(await leadsHeld(trx, compId, agentId, callId))) return own;
    return findRecord(trx, compId, { kind: "all" }, callId);
  });
  if (!row) throw gone();
  return row;
}
