/** SQL of voices and of what plays them. */
import { sql, type Insertable, type RawBuilder, type Selectable } from "kysely";
import type { VoiceUse } from "@liantai/api/contract/admin";
import { containing, literal, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import { playInGroups } from "../groups/index.ts";
import { greetWith } from "../numbers/index.ts";
import type { Trx } from "../../ports/database.ts";
import type { VoiceTable } from "../../ports/schema/voices.ts";

export type VoiceRow = Selectable<VoiceTable>;

/** Everything that names a voice: one row a use. `voiceId`: an id, or a column of the query around it. */
const usesSql = (compId: string, voiceId: string | RawBuilder<string>) => sql<{ kind: string; name: string }>`
  select '技能组等待音乐' as kind, name from skill_group where comp_id = ${compId} and music_id = ${voiceId}
  union all select '技能组等待提示', name from skill_group where comp_id = ${compId} and wait_voice_id = ${voiceId}
  union all select '技能组排队菜单', name from skill_group where comp_id = ${compId} and menu_voice_id = ${voiceId}
  union all select '技能组溢出', name from skill_group where comp_id = ${compId} and (
    (overflow_full_kind = 'voice' and overflow_full_id = ${voiceId})
    or (overflow_wait_kind = 'voice' and overflow_wait_id = ${voiceId})
    or (overflow_absent_kind = 'voice' and overflow_absent_id = ${voiceId}))
  union all select '调度队列溢出', name from dispatch_group where comp_id = ${compId} and (
    (overflow_full_kind = 'voice' and overflow_full_id = ${voiceId})
    or (overflow_wait_kind = 'voice' and overflow_wait_id = ${voiceId})
    or (overflow_absent_kind = 'voice' and overflow_absent_id = ${voiceId}))
  union all select '挂起转目标', name from suspend_target where comp_id = ${compId} and voice_id = ${voiceId}
  union all select '接入号码欢迎语', number from access_number where comp_id = ${compId} and greeting_voice = ${voiceId}
  union all select '接入号码播放', number from access_number where comp_id = ${compId} and target_kind = 'voice' and target_id = ${voiceId}
  union all select '接入号码时间规则', number from access_number_rule
    where comp_id = ${compId} and (greeting_voice = ${voiceId} or (target_kind = 'voice' and target_id = ${voiceId}))
  union all select distinct '流程话术', f.name from voice_flow_use u join voice_flow f on f.comp_id = u.comp_id and f.id = u.flow_id
    where u.comp_id = ${compId} and u.kind = 'voice' and u.used_id = ${voiceId} and (u.version_id in ('', f.version_id) or exists (
      select from voice_flow_share s where s.comp_id = u.comp_id and s.flow_id = u.flow_id and s.version_id = u.version_id))
  union all select '共享话术', name from flow_content where comp_id = ${compId} and kind = 'sharedPrompt'
    and summary -> 'voices' @> to_jsonb(${voiceId}::text)`;

export const usesOf = async (trx: Trx, compId: string, voiceId: string): Promise<{ kind: string; name: string }[]> =>
  (await usesSql(compId, voiceId).execute(trx)).rows;

interface VoiceQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly source?: VoiceRow["source"] | "" | undefined;
}

export async function pageVoices(
  trx: Trx,
  compId: string,
  query: VoiceQuery,
): Promise<{ readonly rows: readonly (VoiceRow & { readonly uses: number })[]; readonly total: number }> {
  let base = trx.selectFrom("voice").where("compId", "=", compId);
  if (query.name) base = base.where("name", "like", containing(query.name));
  if (query.source) base = base.where("source", "=", query.source);
  const uses = sql<unknown>`(select count(*) from (${usesSql(compId, sql.ref("voice.id"))}) as u)`;
  const { rows, total } = await pageOf(base, query, {
    rows: (q) => q.selectAll().select(uses.as("uses")),
    order: { createdAt: "createdAt", name: "name", durationMs: "durationMs" },
    descending: true,
    tie: "id",
  });
  return { rows: rows.map((row) => ({ ...row, uses: Number(row.uses) })), total };
}

export const findVoice = (trx: Trx, compId: string, id: string): Promise<VoiceRow | undefined> =>
  trx.selectFrom("voice").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();
export const nameTaken = async (trx: Trx, compId: string, name: string, except: string): Promise<boolean> =>
  (await trx
    .selectFrom("voice")
    .select("id")
    .where("compId", "=", compId)
    .where("name", "=", name)
    .where("id", "!=", except)
    .executeTakeFirst()) !== undefined;
export const insertVoice = (trx: Trx, row: Insertable<VoiceTable>): Promise<unknown> =>
  trx.insertInto("voice").values(row).execute();
export const updateVoice = (
  trx: Trx,
  compId: string,
  id: string,
  row: Partial<Insertable<VoiceTable>>,
): Promise<unknown> => trx.updateTable("voice").set(row).where("compId", "=", compId).where("id", "=", id).execute();
export const removeVoice = (trx: Trx, compId: string, id: string): Promise<unknown> =>
  trx.deleteFrom("voice").where("compId", "=", compId).where("id", "=", id).execute();

/** Where each use stands: table, its key, the column of the voice, and how a target is called. */
const places = {
  music: { table: "skill_group", key: "id", column: "musicId", name: "name" },
  notice: { table: "skill_group", key: "id", column: "waitVoiceId", name: "name" },
  greeting: { table: "access_number", key: "number", column: "greetingVoice", name: "number" },
} as const satisfies Record<VoiceUse, { table: string; key: string; column: string; name: string }>;

export interface Allotment {
  readonly voiceId: string;
  readonly voiceName: string | null;
  readonly use: VoiceUse;
  readonly targetId: string;
  readonly targetName: string;
}

const allotments = (compId: string, use: VoiceUse) => {
  const { table, key, column, name } = places[use];
  return sql<Allotment>`
    select t.${sql.ref(column)} as "voiceId", v.name as "voiceName", ${sql.lit(use)}::text as "use",
      t.${sql.ref(key)} as "targetId", t.${sql.ref(name)} as "targetName"
    from ${sql.table(table)} t left join voice v on v.comp_id = t.comp_id and v.id = t.${sql.ref(column)}
    where t.comp_id = ${compId}`;
};

/** Every target of a use with the voice it plays now. */
export const targetsOf = async (trx: Trx, compId: string, use: VoiceUse): Promise<Allotment[]> =>
  (await sql<Allotment>`${allotments(compId, use)} order by 5, 4`.execute(trx)).rows;

export async function pageAllotments(
  trx: Trx,
  compId: string,
  {
    voiceId,
    use,
    pageNo,
    pageSize,
  }: PageQuery & { readonly voiceId?: string | undefined; readonly use?: string | undefined },
): Promise<{ readonly rows: readonly Allotment[]; readonly total: number }> {
  const asked = (Object.keys(places) as VoiceUse[]).filter((each) => !use || each === use);
  const all = (await Promise.all(asked.map((each) => targetsOf(trx, compId, each))))
    .flat()
    .filter((row) => row.voiceId !== "" && row.voiceName !== null && (!voiceId || row.voiceId === voiceId));
  return { rows: all.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: all.length };
}

/** '' takes the voice away; `only`: of the targets, those that play this voice now. Returns how many targets there were. */
export const setVoice = (
  trx: Trx,
  compId: string,
  use: VoiceUse,
  targetIds: readonly string[],
  voiceId: string,
  only?: string,
): Promise<number> =>
  use === "greeting"
    ? greetWith(trx, compId, targetIds, voiceId, only)
    : playInGroups(trx, compId, use, targetIds, voiceId, only);

export const voicesNamed = (
  trx: Trx,
  compId: string,
  name: string,
): Promise<Pick<VoiceRow, "id" | "name" | "bytes" | "blobKey">[]> =>
  trx
    .selectFrom("voice")
    .select(["id", "name", "bytes", "blobKey"])
    .where("compId", "=", compId)
    .where((e) => e.or([e("name", "=", name), e("name", "like", `${literal(name)} %`)]))
    .execute();
