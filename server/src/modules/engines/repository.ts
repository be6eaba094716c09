/** SQL of speech engines and their allotment. */
import { providerOf, type EngineKind } from "@liantai/api/contract/flow-editor";
import type { Listener } from "@liantai/api/flows";
import type { Insertable, Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { SpeechEngineAllotmentTable, SpeechEngineTable } from "../../ports/schema/engines.ts";
import type { Store } from "../crud/index.ts";

export type EngineRow = Selectable<SpeechEngineTable>;
export type NewEngine = Omit<Insertable<SpeechEngineTable>, "id">;
/** With how many enterprises have it. */
export type ListedEngine = EngineRow & { readonly enterprises: string | number | bigint | null };
export type AllotmentRow = Selectable<SpeechEngineAllotmentTable>;
export type AllottedEngine = EngineRow & Pick<AllotmentRow, "compId" | "rank" | "voice" | "speed" | "volume" | "pitch">;

type EngineQuery = PageQuery & {
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly enabled?: string | undefined;
};

const isKind = (text: string | undefined): text is EngineKind => text === "tts" || text === "asr";

export const engineStore: Store<EngineRow, NewEngine, EngineQuery, ListedEngine> = {
  page(trx, _compId, query) {
    let base = trx.selectFrom("speech_engine as n");
    if (query.name) base = base.where("n.name", "like", containing(query.name));
    if (isKind(query.kind)) base = base.where("n.kind", "=", query.kind);
    if (query.enabled) base = base.where("n.enabled", "=", Number(query.enabled));
    return pageOf(base, query, {
      rows: (q) =>
        q.selectAll("n").select((e) =>
          e
            .selectFrom("speech_engine_allotment as a")
            .select((f) => f.fn.countAll().as("count"))
            .whereRef("a.engineId", "=", "n.id")
            .as("enterprises"),
        ),
      order: { name: "n.name", concurrency: "n.concurrency" },
      tie: "n.id",
    });
  },
  find: (trx, _compId, id) => trx.selectFrom("speech_engine").selectAll().where("id", "=", id).executeTakeFirst(),
  insert: (trx, _compId, id, row) =>
    trx
      .insertInto("speech_engine")
      .values({ id, ...row })
      .execute(),
  update: (trx, _compId, id, row) => trx.updateTable("speech_engine").set(row).where("id", "=", id).execute(),
  remove: (trx, _compId, id) => trx.deleteFrom("speech_engine").where("id", "=", id).execute(),
  async usedBy(trx, _compId, id) {
    const row = await engineStore.find(trx, "", id);
    if (row?.address === "") return "系统";
    const { count } = await trx
      .selectFrom("speech_engine_allotment")
      .select((e) => e.fn.countAll().as("count"))
      .where("engineId", "=", id)
      .executeTakeFirstOrThrow();
    return Number(count) === 0 ? undefined : `${Number(count)}家企业`;
  },
};

/** Of these enterprises, by kind and in order of fallback. */
export const allottedEngines = (trx: Trx, compIds: readonly string[]): Promise<AllottedEngine[]> =>
  trx
    .selectFrom("speech_engine_allotment as a")
    .innerJoin("speech_engine as n", "n.id", "a.engineId")
    .selectAll("n")
    .select(["a.compId", "a.rank", "a.voice", "a.speed", "a.volume", "a.pitch"])
    .where("a.compId", "in", [...compIds, ""])
    .orderBy("a.compId")
    .orderBy("a.rank")
    .execute();

export const builtInRows = (trx: Trx): Promise<EngineRow[]> =>
  trx.selectFrom("speech_engine").selectAll().where("address", "=", "").orderBy("kind", "desc").execute();

/** Of what is allotted to it: is it on, and does it know any words. Read by the enterprise itself, to which only these columns are open. */
export async function listenerOf(trx: Trx, compId: string): Promise<Listener> {
  const rows = await trx
    .selectFrom("speech_engine_allotment as a")
    .innerJoin("speech_engine as n", "n.id", "a.engineId")
    .select(["n.provider", "n.enabled"])
    .where("a.compId", "=", compId)
    .where("a.kind", "=", "asr")
    .execute();
  const on = rows.filter(({ enabled }) => enabled === 1);
  if (on.length === 0) return rows.length === 0 ? "phrases" : "off";
  return on.some(({ provider }) => !providerOf(provider).builtIn) ? "any" : "phrases";
}

export const enginesOf = (trx: Trx, ids: readonly string[]): Promise<EngineRow[]> =>
  trx
    .selectFrom("speech_engine")
    .selectAll()
    .where("id", "in", [...ids, ""])
    .execute();

type AllotQuery = PageQuery & { readonly compName?: string | undefined };

/** `companies`: undefined is all. */
export function listEnterprises(trx: Trx, companies: readonly string[] | undefined, query: AllotQuery) {
  let base = trx.selectFrom("enterprise as e");
  if (companies) base = base.where("e.compId", "in", [...companies, ""]);
  if (query.compName) base = base.where("e.name", "like", containing(query.compName));
  return pageOf(base, query, {
    rows: (q) => q.select(["e.compId", "e.name"]),
    order: { compId: "e.compId", compName: "e.name" },
    tie: "e.compId",
  });
}

/** Holds off whoever allots to the same enterprise meanwhile; undefined: there is none. */
export const lockEnterprise = (trx: Trx, compId: string): Promise<{ readonly name: string } | undefined> =>
  trx.selectFrom("enterprise").select("name").where("compId", "=", compId).forUpdate().executeTakeFirst();

export async function replaceAllotment(
  trx: Trx,
  compId: string,
  kind: EngineKind,
  rows: readonly Omit<AllotmentRow, "compId" | "kind">[],
): Promise<void> {
  await trx.deleteFrom("speech_engine_allotment").where("compId", "=", compId).where("kind", "=", kind).execute();
  if (rows.length > 0)
    await trx
      .insertInto("speech_engine_allotment")
      .values(rows.map((row) => ({ compId, kind, ...row })))
      .execute();
}
