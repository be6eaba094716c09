/** A log that tests write by the second, and what the projections made of it. */
import { sql } from "kysely";
import type { Database } from "../../../ports/database.ts";
import { createTestDatabase, createVirtualClock, silentLogger } from "../../../testing/index.ts";
import { createEventLog, type CallFact, type Entry } from "../index.ts";

/** Seconds from the beginning, the fact, its reason and who did it. */
export type Step = readonly [s: number, fact: CallFact, reason?: string, actor?: string];

export const compId = "100001";

export interface Day {
  readonly database: Database;
  call(id: string, steps: readonly Step[]): Promise<void>;
  /** An agent's state from a second on. */
  state(agentId: string, s: number, code: 1 | 2 | 4 | 8, callId?: string): Promise<void>;
  /** Seconds from the beginning. */
  seconds(at: unknown): number | null;
  close(): Promise<void>;
}

export async function openDay(): Promise<Day> {
  const clock = createVirtualClock();
  const database = await createTestDatabase();
  await database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "甲" }).execute());
  const log = createEventLog({ database, clock, logger: silentLogger });
  const start = clock.now();
  return {
    database,
    async call(id, steps) {
      for (const [s, fact, reason, actor = "engine"] of steps)
        void log.append({
          stream: "contact",
          kind: "call",
          compId,
          id,
          at: start + s * 1_000,
          actor,
          ...(reason ? { reason } : {}),
          fact,
        } as Entry);
      await log.flush();
    },
    async state(agentId, s, code, callId) {
      void log.append({
        stream: "agent",
        kind: "agent",
        compId,
        id: agentId,
        at: start + s * 1_000,
        actor: agentId,
        reason: "ended",
        fact: { type: "stateChanged", code, ...(callId ? { callId } : {}) },
      });
      await log.flush();
    },
    seconds: (at) => (at instanceof Date ? (at.getTime() - start) / 1_000 : null),
    close: () => database.close(),
  };
}

/** Rows of a fact by their columns, times in seconds from the beginning, lengths in seconds. */
export function factsOf(day: Day) {
  async function fact(name: string, id: string, ...columns: string[]): Promise<unknown[][]> {
    const order = { contact: "start_at", visit: "seq", handling: "seq", consult: "seq", offer: "seq" }[name]!;
    const { rows } = await day.database.tenant(compId, (trx) =>
      sql<
        Record<string, unknown>
      >`select * from ${sql.raw(`fact_${name}`)} where contact_id = ${id} order by ${sql.raw(order)}`.execute(trx),
    );
    return rows.map((row) =>
      columns.map((column) => {
        const value = row[column];
        if (column.endsWith("At")) return day.seconds(value);
        return column.endsWith("Ms") ? Number(value) / 1_000 : value;
      }),
    );
  }
  const visits = (id: string) =>
    fact("visit", id, "skillGroupId", "enteredAt", "leftAt", "waitMs", "outcome", "flowTo", "viaTransfer", "offers");
  const offers = (id: string) => fact("offer", id, "agentId", "fromAt", "toAt", "outcome");
  const handlings = (id: string) =>
    fact("handling", id, "agentId", "role", "fromAt", "toAt", "talkMs", "holdMs", "consultMs", "conferenceMs", "left");
  const contact = async (id: string) =>
    (await fact("contact", id, "direction", "firstGroupId", "firstAnswerAt", "endAt", "result", "customerMs"))[0];
  const record = (id: string) =>
    day.database.system((trx) =>
      trx.selectFrom("call_record").selectAll().where("callId", "=", id).executeTakeFirstOrThrow(),
    );
  const legs = (id: string) =>
    day.database.system((trx) =>
      trx.selectFrom("call_leg").selectAll().where("callId", "=", id).orderBy("seq").execute(),
    );
  return { fact, visits, offers, handlings, contact, record, legs };
}
