/** SQL of levels of intention and of the calls that have one. */
import type { Insertable, Selectable } from "kysely";
import { parseTime, secondMs, type BodyOf } from "@liantai/api/contract";
import type { intentionLevelApi } from "@liantai/api/contract/workorder";
import { pageOf } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { CallIntentionTable, IntentionLevelTable } from "../../../ports/schema/forms.ts";
import { numbersMeant } from "../../numbers/index.ts";
import { scopeIn, type DataScope } from "../records/scope.ts";

export type LevelRow = Selectable<IntentionLevelTable>;

export const levelsOf = (trx: Trx, compId: string): Promise<LevelRow[]> =>
  trx.selectFrom("intention_level").selectAll().where("compId", "=", compId).orderBy("sort").execute();

export async function replaceLevels(
  trx: Trx,
  compId: string,
  levels: readonly Insertable<IntentionLevelTable>[],
): Promise<void> {
  await trx.deleteFrom("intention_level").where("compId", "=", compId).execute();
  if (levels.length > 0) await trx.insertInto("intention_level").values(levels).execute();
}

export interface Viewer {
  readonly scope: DataScope;
  readonly agentId: string | null;
}

/** Calls of the seats that are seen, with their intention. */
const seen = (trx: Trx, compId: string, { scope, agentId }: Viewer) => {
  const calls = trx
    .selectFrom("call_record as c")
    .leftJoin("seat as s", (join) => join.onRef("s.compId", "=", "c.compId").onRef("s.agentId", "=", "c.agentId"))
    .leftJoin("call_intention as i", (join) =>
      join.onRef("i.compId", "=", "c.compId").onRef("i.callId", "=", "c.callId"),
    )
    .where("c.compId", "=", compId);
  if (scope.kind === "all") return calls;
  return calls.where(scopeIn(scope, { column: "c.agentId", is: agentId ?? "" }, "s.groupId"));
};

type Asked = BodyOf<(typeof intentionLevelApi)["calls"]>;

function asked(trx: Trx, compId: string, viewer: Viewer, query: Asked) {
  let calls = seen(trx, compId, viewer).where("i.callId", "is not", null);
  const { followed, source, agentId, phone, startTime, endTime } = query;
  if (followed) calls = calls.where("i.followed", "=", followed === "1" ? 1 : 0);
  if (source) calls = calls.where("i.source", "=", source as "flow");
  if (agentId) calls = calls.where("c.agentId", "=", agentId);
  if (phone) {
    const numbers = numbersMeant(phone);
    calls = calls.where((e) => e.or([e("c.caller", "in", numbers), e("c.callee", "in", numbers)]));
  }
  const [from, to] = [parseTime(startTime ?? ""), parseTime(endTime ?? "")];
  if (from) calls = calls.where("c.startAt", ">=", from);
  // The last second counts whole.
  if (to) calls = calls.where("c.startAt", "<", new Date(to.getTime() + secondMs));
  return calls;
}

export async function intentionCalls(trx: Trx, compId: string, viewer: Viewer, query: Asked) {
  const all = asked(trx, compId, viewer, query);
  const page = await pageOf(query.levelId ? all.where("i.levelId", "=", query.levelId) : all, query, {
    rows: (q) =>
      q
        .selectAll("i")
        .select(["c.direction", "c.caller", "c.callee", "c.agentId", "c.startAt", "c.talkMs", "s.name as agentName"]),
    order: { markTime: "i.markedAt" },
    descending: true,
    filled: ["i.markedAt"],
    tie: "i.callId",
  });
  const counts = await all
    .select((e) => ["i.levelId", e.fn.max("i.levelName").as("levelName"), e.fn.countAll().as("count")])
    .groupBy("i.levelId")
    .execute();
  return { ...page, counts };
}

export const seenCall = (trx: Trx, compId: string, viewer: Viewer, callId: string) =>
  seen(trx, compId, viewer)
    .where("c.callId", "=", callId)
    .select(["c.callId", "c.callData", "i.levelId", "i.levelName", "i.score", "i.note"])
    .executeTakeFirst();

export const callData = (trx: Trx, compId: string, callId: string) =>
  trx
    .selectFrom("call_record")
    .select("callData")
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();

type Mark = Insertable<CallIntentionTable>;

/** What was done about it stays. */
export const markCall = async (trx: Trx, row: Mark): Promise<void> =>
  void (await trx
    .insertInto("call_intention")
    .values(row)
    .onConflict((on) => {
      const { compId: _c, callId: _i, ...set } = row;
      return on.columns(["compId", "callId"]).doUpdateSet(set);
    })
    .execute());

/** Nobody's word goes before a person's. */
export const markByFlow = async (trx: Trx, row: Mark): Promise<void> =>
  void (await trx
    .insertInto("call_intention")
    .values(row)
    .onConflict((on) => on.columns(["compId", "callId"]).doNothing())
    .execute());

export const unmark = async (trx: Trx, compId: string, callId: string): Promise<void> =>
  void (await trx.deleteFrom("call_intention").where("compId", "=", compId).where("callId", "=", callId).execute());

export const followUp = async (
  trx: Trx,
  compId: string,
  callId: string,
  set: { readonly followed: 0 | 1; readonly followNote: string; readonly followBy: string; readonly followedAt: Date },
): Promise<void> =>
  void (await trx
    .updateTable("call_intention")
    .set(set)
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .execute());
