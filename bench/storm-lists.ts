/**
 * Lists while the log is busy: 1,000 agents change their states five times a second on PGlite (issue 8), and somebody asks for the list
 * of call records and for that of seats, one after the other. The reference is the same lists on the same server at rest.
 */
import { cdrApi, type ReplyOf } from "@liantai/api/contract";
import { agentApi } from "@liantai/api/contract/admin";
import { signIn, type ApiSession } from "@liantai/server/client/session";
import { openChild } from "./lib/child.ts";
import { compare, median, quantile, type Measured } from "./lib/result.ts";
import type { StormNews, StormOrder } from "./lib/storm-server.ts";

const seats = Number(process.env["STORM_SEATS"] ?? 1_000);
const perSecond = Number(process.env["STORM_PER_SECOND"] ?? 5);
const stormMs = Number(process.env["STORM_MS"] ?? 12_000);
const quietLists = 60;

/** ms of each of both lists. */
async function asked(session: ApiSession, goesOn: (count: number) => boolean): Promise<number[]> {
  const took: number[] = [];
  while (goesOn(took.length))
    for (const path of [cdrApi.callRecords.path, agentApi.list.path]) {
      const from = performance.now();
      await session.post<ReplyOf<typeof agentApi.list>>(path, { pageNo: 1, pageSize: 20 });
      took.push(performance.now() - from);
    }
  return took;
}

export async function run(): Promise<Measured> {
  const child = openChild<StormOrder, StormNews>("storm-server.ts");
  try {
    const { url } = await child.order({ do: "open", seats });
    const session = await signIn(url, { account: "admin", roleType: 1, password: "Liantai#2026", code: "100001" });
    await asked(session, (count) => count < 20);
    const quiet = await asked(session, (count) => count < quietLists);
    let over = false;
    const blown = child.order({ do: "blow", perSecond, ms: stormMs }).finally(() => (over = true));
    const during = await asked(session, () => !over);
    const { round } = await blown;
    const { cost } = await child.order({ do: "written" });
    return {
      name: "storm-lists",
      compared: [
        compare(
          { what: "a list while states change, p95", reference: "the same with nobody changing anything", unit: "ms" },
          quantile(during, 0.95),
          quantile(quiet, 0.95),
        ),
        compare({ what: "the same, median", reference: "with nobody changing anything", unit: "ms" }, during, quiet),
      ],
      unit: "",
      goal: "p95 under 500 ms",
      values: {
        lists: during.length,
        worstMs: Math.max(...during),
        changesPerSecond: (round!.changes - round!.refused) / (round!.ms / 1_000),
        refused: round!.refused,
        writtenAfterMs: cost!.ms - round!.ms,
        cpuUsPerChange: (cost!.cpuMs * 1_000) / round!.changes,
        medianMs: median(during),
      },
    };
  } finally {
    child.close();
  }
}
