/** SQL of the assist: settings, and what was said and noticed in talks. */
import { assistRules, type AssistProcess, type AssistWarning, type DialogueEntry } from "@liantai/api/contract/assist";
import type { Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { AssistKnowledgeTable } from "../../ports/schema/assist.ts";
import type { Store } from "../crud/index.ts";

export interface Setting {
  readonly enabled: number;
  readonly silenceS: number;
  readonly speed: number;
  readonly chipin: number;
  readonly words: readonly string[];
  readonly flowId: string;
}

const untouched = {
  enabled: 0,
  silenceS: assistRules.silence.default,
  speed: assistRules.speed.default,
  chipin: 1,
  flowId: "",
} as const;

export async function settingOf(trx: Trx, compId: string): Promise<Setting> {
  const row = await trx
    .selectFrom("assist_setting")
    .select(["enabled", "silenceS", "speed", "chipin", "flowId"])
    .where("compId", "=", compId)
    .executeTakeFirst();
  const words = await trx
    .selectFrom("assist_word")
    .select("word")
    .where("compId", "=", compId)
    .orderBy("place")
    .execute();
  return { ...(row ?? untouched), words: words.map(({ word }) => word) };
}

export async function saveSetting(trx: Trx, compId: string, { words, ...setting }: Setting): Promise<void> {
  await trx
    .insertInto("assist_setting")
    .values({ compId, ...setting })
    .onConflict((conflict) => conflict.column("compId").doUpdateSet(setting))
    .execute();
  await trx.deleteFrom("assist_word").where("compId", "=", compId).execute();
  if (words.length === 0) return;
  await trx
    .insertInto("assist_word")
    .values(words.map((word, place) => ({ compId, word, place })))
    .execute();
}

export type KnowledgeRow = Selectable<AssistKnowledgeTable>;
type KnowledgeQuery = PageQuery & { readonly sentence?: string | undefined };

export const knowledgeStore: Store<KnowledgeRow, Pick<KnowledgeRow, "sentence" | "content">, KnowledgeQuery> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("assist_knowledge").where("compId", "=", compId);
    if (query.sentence) base = base.where("sentence", "like", containing(query.sentence));
    return pageOf(base, query, { rows: (q) => q.selectAll(), order: { sentence: "sentence" }, tie: "id" });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("assist_knowledge").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("assist_knowledge")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("assist_knowledge").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("assist_knowledge").where("compId", "=", compId).where("id", "=", id).execute(),
};

/** What a recogniser is told to expect. */
const expected = 500;

export const knowledgeOf = (trx: Trx, compId: string): Promise<KnowledgeRow[]> =>
  trx.selectFrom("assist_knowledge").selectAll().where("compId", "=", compId).orderBy("id").limit(expected).execute();

export interface OfTalk {
  readonly compId: string;
  readonly callId: string;
  readonly agentId: string;
}

export async function insertEntry(
  trx: Trx,
  of: OfTalk,
  entry: DialogueEntry,
  confidence: number,
  warnings: readonly AssistWarning[],
): Promise<void> {
  const { compId, callId, agentId } = of;
  await trx
    .insertInto("assist_entry")
    .values({
      compId,
      id: entry.id,
      callId,
      agentId,
      side: entry.type,
      text: entry.text,
      confidence,
      startedAt: new Date(entry.startTime),
      endedAt: new Date(entry.endTime),
      muteMs: entry.mute,
      chipin: entry.chipin,
      speed: entry.speed,
      badWords: JSON.stringify(entry.badWords),
    })
    .onConflict((conflict) => conflict.columns(["compId", "id"]).doNothing())
    .execute();
  for (const warning of warnings) await insertWarning(trx, of, warning);
}

export const insertWarning = (trx: Trx, of: OfTalk, { id, kind, time, text, entryId }: AssistWarning) =>
  trx
    .insertInto("assist_warning")
    .values({ ...ids(of), id, kind, at: new Date(time), text, entryId })
    .execute();

const ids = ({ compId, callId, agentId }: OfTalk): OfTalk => ({ compId, callId, agentId });

export const saveProcess = (trx: Trx, of: OfTalk, process: AssistProcess) =>
  trx
    .insertInto("assist_process")
    .values({ ...ids(of), process: JSON.stringify(process) })
    .onConflict((conflict) =>
      conflict.columns(["compId", "callId", "agentId"]).doUpdateSet({ process: JSON.stringify(process) }),
    )
    .execute();

export const processOf = async (trx: Trx, { compId, callId, agentId }: OfTalk): Promise<AssistProcess | undefined> =>
  (
    await trx
      .selectFrom("assist_process")
      .select("process")
      .where("compId", "=", compId)
      .where("callId", "=", callId)
      .where("agentId", "=", agentId)
      .executeTakeFirst()
  )?.process;

export const entriesOf = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("assist_entry")
    .selectAll()
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .orderBy("startedAt")
    .orderBy("id")
    .execute();

export const warningsOfCall = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("assist_warning")
    .selectAll()
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .orderBy("at")
    .orderBy("id")
    .execute();

/** '': nobody signs in with this seat. */
export const accountOfSeat = async (trx: Trx, compId: string, agentId: string): Promise<string> =>
  (
    await trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .executeTakeFirst()
  )?.id ?? "";
