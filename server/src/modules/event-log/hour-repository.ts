/** An hour of the log, for npm run replay: decisions, calls in queues, agents' states. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { Entry, Sequenced } from "./events.ts";
import { entry } from "./repository.ts";

interface Hour {
  readonly compId: string;
  /** [from, to) */
  readonly from: Date;
  readonly to: Date;
}

const ofStream = (trx: Trx, { compId }: Hour, stream: Entry["stream"]) =>
  trx.selectFrom("event").where("compId", "=", compId).where("stream", "=", stream);

const within = (trx: Trx, hour: Hour, stream: Entry["stream"]) =>
  ofStream(trx, hour, stream).where("at", ">=", hour.from).where("at", "<", hour.to);

/** The decisions of a skill group's queue, in order. */
export async function readDecisions(
  trx: Trx,
  { groupId, ...hour }: Hour & { readonly groupId: string },
): Promise<Sequenced[]> {
  const rows = await within(trx, hour, "contact")
    .where("type", "=", "decision")
    .where(sql`data ->> 'skillGroupId'`, "=", groupId)
    .selectAll()
    .orderBy("at")
    .orderBy("streamId")
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}

/** All events of calls that came into a queue then, call by call. */
export async function readQueuedCalls(trx: Trx, hour: Hour): Promise<Sequenced[]> {
  const rows = await ofStream(trx, hour, "contact")
    .where("streamId", "in", within(trx, hour, "contact").where("type", "=", "queued").select("streamId"))
    .selectAll()
    .orderBy("streamId")
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}

/** All events of calls that asked to be called back then, and of those that were made for them, call by call. */
export async function readCallbacks(trx: Trx, hour: Hour): Promise<Sequenced[]> {
  const asked = within(trx, hour, "contact").where("type", "=", "callbackRequested").select("streamId");
  const made = within(trx, hour, "contact")
    .where("type", "=", "created")
    .where(sql<string>`data ->> 'callbackOf'`, "in", asked)
    .select("streamId");
  const rows = await ofStream(trx, hour, "contact")
    .where((e) => e.or([e("streamId", "in", asked), e("streamId", "in", made)]))
    .selectAll()
    .orderBy("streamId")
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}

/** How agents' states changed, agent by agent. */
export async function readStates(trx: Trx, hour: Hour): Promise<Sequenced[]> {
  const rows = await within(trx, hour, "agent")
    .where("type", "=", "stateChanged")
    .selectAll()
    .orderBy("streamId")
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}
