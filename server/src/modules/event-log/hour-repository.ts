/** An hour of the log, for npm run replay: decisions, calls in queues, agents' states. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { Sequenced } from "./events.ts";
import { entry } from "./repository.ts";

/** The decisions of a skill group's queue in [from, to), in order. */
export async function readDecisions(
  trx: Trx,
  {
    compId,
    groupId,
    from,
    to,
  }: { readonly compId: string; readonly groupId: string; readonly from: Date; readonly to: Date },
): Promise<Sequenced[]> {
  const rows = await trx
    .selectFrom("event")
    .selectAll()
    .where("compId", "=", compId)
    .where("stream", "=", "contact")
    .where("at", ">=", from)
    .where("at", "<", to)
    .where("type", "=", "decision")
    .where(sql`data ->> 'skillGroupId'`, "=", groupId)
    .orderBy("at")
    .orderBy("streamId")
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}

/** All events of calls that came into a queue in [from, to), call by call. */
export async function readQueuedCalls(
  trx: Trx,
  { compId, from, to }: { readonly compId: string; readonly from: Date; readonly to: Date },
): Promise<Sequenced[]> {
  const rows = await trx
    .selectFrom("event")
    .selectAll()
    .where("compId", "=", compId)
    .where("stream", "=", "contact")
    .where("streamId", "in", (e) =>
      e
        .selectFrom("event")
        .select("streamId")
        .where("compId", "=", compId)
        .where("stream", "=", "contact")
        .where("at", ">=", from)
        .where("at", "<", to)
        .where("type", "=", "queued"),
    )
    .orderBy("streamId")
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}

/** How agents' states changed in [from, to), agent by agent. */
export async function readStates(
  trx: Trx,
  { compId, from, to }: { readonly compId: string; readonly from: Date; readonly to: Date },
): Promise<Sequenced[]> {
  const rows = await trx
    .selectFrom("event")
    .selectAll()
    .where("compId", "=", compId)
    .where("stream", "=", "agent")
    .where("at", ">=", from)
    .where("at", "<", to)
    .where("type", "=", "stateChanged")
    .orderBy("streamId")
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}
