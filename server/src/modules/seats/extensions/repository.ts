/** SQL of extensions and of what binds them to seats. */
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";

export interface ExtensionFilter {
  readonly exact?: string;
  readonly extension?: string;
  readonly agentId?: string;
  readonly bound?: boolean;
  /** Only these, or all but these. */
  readonly registered?: { readonly extensions: readonly string[]; readonly are: boolean };
}

export async function listExtensions(trx: Trx, compId: string, f: ExtensionFilter, page: PageQuery) {
  let base = trx.selectFrom("extension as x").where("x.compId", "=", compId);
  if (f.extension) base = base.where("x.extension", "like", containing(f.extension));
  if (f.exact) base = base.where("x.extension", "=", f.exact);
  if (f.agentId) base = base.where("x.agentId", "like", containing(f.agentId));
  if (f.bound !== undefined) base = base.where("x.agentId", f.bound ? "is not" : "is", null);
  if (f.registered) {
    const { extensions, are } = f.registered;
    if (extensions.length > 0) base = base.where("x.extension", are ? "in" : "not in", extensions);
    else if (are) base = base.where((e) => e.lit(false));
  }
  return pageOf(base, page, {
    rows: (query) =>
      query
        .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "x.compId").onRef("s.agentId", "=", "x.agentId"))
        .select(["x.compId", "x.extension", "x.agentId", "x.createdAt", "s.name as agentName"]),
    order: { extension: "x.extension", createdAt: "x.createdAt" },
    tie: "x.extension",
  });
}

export const findExtension = (trx: Trx, compId: string, extension: string) =>
  trx
    .selectFrom("extension")
    .selectAll()
    .where("compId", "=", compId)
    .where("extension", "=", extension)
    .executeTakeFirst();

/** All extensions of an enterprise with the seat of each. */
export const extensionOwners = async (trx: Trx, compId: string): Promise<Map<string, string | null>> =>
  new Map(
    (await trx.selectFrom("extension").select(["extension", "agentId"]).where("compId", "=", compId).execute()).map(
      (row) => [row.extension, row.agentId],
    ),
  );

/** What a seat dials to come into a meeting: a number that is dialled inside leads to one thing. */
export const roomCodes = async (trx: Trx, compId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await trx.selectFrom("meeting_room").select("code").where("compId", "=", compId).execute()).map(
      ({ code }) => code,
    ),
  );

export async function insertExtensions(
  trx: Trx,
  rows: readonly { compId: string; extension: string; sipSecret: string; agentId: string | null }[],
): Promise<void> {
  await trx.insertInto("extension").values(rows).execute();
}

export async function setSecret(trx: Trx, compId: string, extension: string, sealed: string): Promise<void> {
  await trx
    .updateTable("extension")
    .set({ sipSecret: sealed })
    .where("compId", "=", compId)
    .where("extension", "=", extension)
    .execute();
}

export async function deleteExtensions(trx: Trx, compId: string, extensions: readonly string[]): Promise<number> {
  return Number(
    (
      await trx
        .deleteFrom("extension")
        .where("compId", "=", compId)
        .where("extension", "in", extensions)
        .where("agentId", "is", null)
        .executeTakeFirst()
    ).numDeletedRows,
  );
}

/** The seats let go of their extensions; which these were. */
export async function unbind(trx: Trx, compId: string, agentIds: readonly string[]): Promise<string[]> {
  const freed = await trx
    .updateTable("extension")
    .set({ agentId: null })
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .returning("extension")
    .execute();
  await trx
    .updateTable("seat")
    .set({ extension: null })
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .execute();
  return freed.map(({ extension }) => extension);
}

/** Both sides of a binding; the extension must be free. */
export async function bind(trx: Trx, compId: string, extension: string, agentId: string): Promise<void> {
  await trx
    .updateTable("extension")
    .set({ agentId })
    .where("compId", "=", compId)
    .where("extension", "=", extension)
    .execute();
  await trx
    .updateTable("seat")
    .set({ extension })
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .execute();
}

/** Bindings of many at once: [extension, seat]. */
export async function bindAll(trx: Trx, compId: string, pairs: readonly (readonly [string, string])[]): Promise<void> {
  if (pairs.length === 0) return;
  const extensions = pairs.map(([extension]) => extension);
  const seats = pairs.map(([, agentId]) => agentId);
  await sql`
    update extension x set agent_id = p.agent_id
    from unnest(${extensions}::text[], ${seats}::text[]) as p(extension, agent_id)
    where x.comp_id = ${compId} and x.extension = p.extension`.execute(trx);
  await sql`
    update seat s set extension = p.extension
    from unnest(${extensions}::text[], ${seats}::text[]) as p(extension, agent_id)
    where s.comp_id = ${compId} and s.agent_id = p.agent_id`.execute(trx);
}

export const seatExists = async (trx: Trx, compId: string, agentId: string): Promise<boolean> =>
  (await trx
    .selectFrom("seat")
    .select("agentId")
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .executeTakeFirst()) !== undefined;
