/** SQL of the inner knowledge. */
import type { Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { InnerKnowledgeTable } from "../../../ports/schema/understanding.ts";
import type { Store } from "../../crud/index.ts";
import { classesBelow } from "../classes/repository.ts";

type Row = Selectable<InnerKnowledgeTable>;
/** As it is typed. */
export interface QuestionNew {
  readonly classId: string;
  readonly question: string;
  readonly similar: readonly string[];
  readonly answer: string;
  readonly voiceId: string | null;
  readonly enabled: number;
}
export type QuestionRow = QuestionNew & Pick<Row, "id" | "hits" | "updatedAt">;
export type QuestionListed = QuestionRow & { readonly className: string; readonly voiceName: string | null };

type QuestionQuery = PageQuery & {
  readonly classId?: string | undefined;
  readonly keyword?: string | undefined;
  readonly enabled?: string | undefined;
};

// prettier-ignore
const columns = [
  "q.id", "q.classId", "q.question", "q.similarQuestions as similar", "q.answer", "q.voiceId", "q.enabled", "q.hits", "q.updatedAt",
] as const;

const toColumns = ({ similar, ...row }: Partial<QuestionNew>) => ({
  ...row,
  ...(similar ? { similarQuestions: JSON.stringify(similar) } : {}),
});

export const questionStore = (now: () => Date): Store<QuestionRow, QuestionNew, QuestionQuery, QuestionListed> => ({
  async page(trx, compId, query) {
    let base = trx
      .selectFrom("inner_knowledge as q")
      .innerJoin("knowledge_class as k", (join) =>
        join.onRef("k.compId", "=", "q.compId").onRef("k.id", "=", "q.classId"),
      )
      .leftJoin("voice as v", (join) => join.onRef("v.compId", "=", "q.compId").onRef("v.id", "=", "q.voiceId"))
      .where("q.compId", "=", compId);
    if (query.classId) base = base.where("q.classId", "in", await classesBelow(trx, compId, query.classId));
    if (query.keyword) base = base.where("q.question", "like", containing(query.keyword));
    if (query.enabled) base = base.where("q.enabled", "=", Number(query.enabled));
    return pageOf(base, query, {
      rows: (q) => q.select(columns).select(["k.name as className", "v.name as voiceName"]),
      order: { updateTime: "q.updatedAt", question: "q.question", hits: "q.hits" },
      descending: true,
      filled: ["q.updatedAt"],
      tie: "q.id",
    });
  },
  find: (trx, compId, id) =>
    trx
      .selectFrom("inner_knowledge as q")
      .select(columns)
      .where("q.compId", "=", compId)
      .where("q.id", "=", id)
      .executeTakeFirst(),
  insert: (trx, compId, id, { similar, ...row }) =>
    trx
      .insertInto("inner_knowledge")
      .values({ compId, id, updatedAt: now(), ...row, similarQuestions: JSON.stringify(similar) })
      .execute(),
  update: (trx, compId, id, row) =>
    trx
      .updateTable("inner_knowledge")
      .set({ ...toColumns(row), updatedAt: now() })
      .where("compId", "=", compId)
      .where("id", "=", id)
      .execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("inner_knowledge").where("compId", "=", compId).where("id", "=", id).execute(),
});

/** Enabled questions of an enterprise, all that an index needs of them. */
export const questionsOf = (trx: Trx, compId: string) =>
  trx
    .selectFrom("inner_knowledge as q")
    .select(columns)
    .where("q.compId", "=", compId)
    .where("q.enabled", "=", 1)
    .orderBy("q.id")
    .execute();

export const countHit = (trx: Trx, compId: string, id: string) =>
  trx
    .updateTable("inner_knowledge")
    .set((e) => ({ hits: e("hits", "+", 1) }))
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();

/** Questions and similar ones of an enterprise but of this one. */
export async function countQuestions(trx: Trx, compId: string, but: string | undefined): Promise<number> {
  const { total } = await trx
    .selectFrom("inner_knowledge")
    .select((e) => e.fn.sum<string | null>(e.fn("jsonb_array_length", ["similarQuestions"])).as("similar"))
    .select((e) => e.fn.countAll().as("total"))
    .where("compId", "=", compId)
    .$if(but !== undefined, (q) => q.where("id", "<>", but!))
    .executeTakeFirstOrThrow()
    .then((row) => ({ total: Number(row.similar ?? 0) + Number(row.total) }));
  return total;
}

export const voiceThere = async (trx: Trx, compId: string, id: string): Promise<boolean> =>
  (await trx.selectFrom("voice").select("id").where("compId", "=", compId).where("id", "=", id).executeTakeFirst()) !==
  undefined;
