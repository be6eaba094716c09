/** SQL of what was spoken. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

export const touch = (trx: Trx, name: string, now: Date): Promise<{ readonly name: string } | undefined> =>
  trx.updateTable("prompt").set({ usedAt: now }).where("name", "=", name).returning("name").executeTakeFirst();

export async function insertPrompt(trx: Trx, name: string, bytes: number, now: Date): Promise<void> {
  await trx
    .insertInto("prompt")
    .values({ name, bytes, madeAt: now, usedAt: now })
    .onConflict((c) => c.column("name").doUpdateSet({ usedAt: now }))
    .execute();
}

/** Those beyond the size, from the one that was wanted last on. */
export async function takeOldest(trx: Trx, mostBytes: number): Promise<readonly string[]> {
  const beyond = trx
    .selectFrom((inner) =>
      inner
        .selectFrom("prompt")
        .select(["name", sql<number>`sum(bytes) over (order by used_at desc, name)`.as("upTo")])
        .as("p"),
    )
    .select("name")
    .where("upTo", ">", mostBytes);
  const gone = await trx.deleteFrom("prompt").where("name", "in", beyond).returning("name").execute();
  return gone.map(({ name }) => name);
}

export async function deletePrompt(trx: Trx, name: string): Promise<void> {
  await trx.deleteFrom("prompt").where("name", "=", name).execute();
}
