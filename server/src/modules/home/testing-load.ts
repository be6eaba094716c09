/** What 企业首页 asks, of an enterprise with very many calls today and yesterday, through the whole server. */
import { giveLegs } from "../../testing/legs.ts";
import { cdrApi, dayMs, dayOf, formatTime, minuteMs } from "@liantai/api/contract";
import { homeApi } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import { openOffice } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

export interface HomeFigures {
  /** ms, one entry a round. */
  readonly figures: readonly number[];
  readonly trend: readonly number[];
  /** The first page of the calls behind a figure. */
  readonly behind: readonly number[];
  /** One count over the same rows: what the database needs to see them at all. */
  readonly count: readonly number[];
}

const statesACall = 5;

/** `callsADay` from midnight up to now, and as many the whole day before: nine of ten inbound, one of eight given up. */
export async function measureHome(callsADay: number, rounds: number): Promise<HomeFigures> {
  const office = await openOffice();
  const { compId } = demoEnterprise;
  const { database, clock } = office.ports;
  try {
    const { from } = dayOf(clock.now());
    // Late in the day, so that both days count whole.
    await clock.advance(from.getTime() + dayMs - 10 * minuteMs - clock.now());
    const now = clock.now();
    const before = new Date(from.getTime() - dayMs);
    const { id: group } = await database.system((trx) =>
      trx.selectFrom("skill_group").select("id").where("compId", "=", compId).executeTakeFirstOrThrow(),
    );
    for (const [first, length] of [
      [before, dayMs],
      [from, now - from.getTime()],
    ] as const) {
      // As every night: what the planner knows of the calls is yesterday's.
      if (first === from) await database.vacuum?.();
      await database.system((trx) =>
        sql`
          insert into call_record (comp_id, call_id, direction, caller, callee, access_number, skill_group_id, agent_id,
            start_at, queued_at, ring_at, answer_at, end_at, wait_ms, ring_ms, talk_ms, hold_ms, result, cause, applied_seq)
          select ${compId}, ${String(first.getTime())} || '-' || n, case when n % 10 = 0 then 'outbound' else 'inbound' end,
            '138' || lpad((n % 50000)::text, 8, '0'), '4001', '4001', ${group}, '100' || (1 + n % 4), at, at, at,
            case when n % 8 = 0 then null else at + interval '8 s' end, at + interval '68 s',
            8000, 2000, 60000, 0, 200, 'completed', 9
          from (
            select n, ${first}::timestamptz + n * interval '1 ms' * ${sql.lit(length / callsADay)} as at
            from generate_series(0, ${sql.lit(callsADay - 1)}) n
          ) as call`.execute(trx),
      );
      await database.system(giveLegs);
      // As many states as a call makes: rung, talking, on hold, in wrap-up, idle.
      await database.system((trx) =>
        sql`
          insert into agent_status (comp_id, agent_id, seq, code, from_at, to_at, reason)
          select ${compId}, '100' || (1 + n % 4), ${sql.lit(first === from ? callsADay * statesACall : 0)} + n + 1,
            (array[5, 8, 13, 4, 1])[1 + n / 4 % 5], at, at + interval '20 s', 'x'
          from (
            select n, ${first}::timestamptz + n * interval '1 ms' * ${sql.lit(length / callsADay / statesACall)} as at
            from generate_series(0, ${sql.lit(callsADay * statesACall - 1)}) n
          ) as state`.execute(trx),
      );
    }
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      // An answer serves everybody for a second.
      await clock.advance(1_100);
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    const found = { figures: [] as number[], trend: [] as number[], behind: [] as number[], count: [] as number[] };
    for (let i = 0; i <= rounds; i += 1) {
      const round = {
        figures: await timed(() => office.administrator.call(homeApi.enterprise)),
        trend: await timed(() => office.administrator.call(homeApi.trend)),
        behind: await timed(() =>
          office.administrator.call(cdrApi.callRecords, {
            body: { figure: "abandoned", startTime: formatTime(from), endTime: formatTime(now), pageSize: 20 },
          }),
        ),
        count: await timed(() =>
          database.tenant(compId, (trx) =>
            trx
              .selectFrom("call_record")
              .select((e) => e.fn.countAll().as("n"))
              .where("compId", "=", compId)
              .where("startAt", ">=", before)
              .where("startAt", "<", new Date(now))
              .execute(),
          ),
        ),
      };
      // The first round warms up.
      if (i > 0) for (const key of ["figures", "trend", "behind", "count"] as const) found[key].push(round[key]);
    }
    const said = await office.administrator.call(homeApi.enterprise);
    if (said.today.inbound !== (callsADay * 9) / 10) throw new Error(`${said.today.inbound} inbound calls`);
    return found;
  } finally {
    await office.close();
  }
}
