/** Storms of agents' states for bench/monitors.ts, and what must hold during and after one that nobody presses in. */
import { setTimeout as pause } from "node:timers/promises";
import { seatStatusText } from "@liantai/api/contract";
import { offlineSeat } from "@liantai/api/contract/admin";
import type { Page } from "@liantai/e2e/harness/browser.ts";
import type { Child } from "./child.ts";
import { follow } from "./follower.ts";
import { takeLongTasks } from "./long-tasks.ts";
import type { Pulls } from "./pulls.ts";
import type { StormNews, StormOrder } from "./storm-server.ts";

type Storms = Child<StormOrder, StormNews>;

const perSecond = 5;
const settleMs = 250;
const silenceMs = 2_000;
/** A page that was just loaded works on for a while. */
const restMs = 5_000;

export async function blow(child: Storms, ms: number) {
  const { round: blown } = await child.order({ do: "blow", perSecond, ms });
  if (!blown || blown.refused > 0) throw new Error(`${blown?.refused} of ${blown?.changes} changes were refused`);
  return blown;
}

/** us of the server's CPU for each change of the last storm, what the log wrote of it afterwards included. */
export async function costOf(child: Storms, changes: number): Promise<number> {
  const { cost } = await child.order({ do: "written" });
  return (cost!.cpuMs * 1_000) / changes;
}

/** The page's long tasks in a storm that nobody presses in, once all of it is there: E22's "none over 50 ms". */
export async function watchedAlone(child: Storms, page: Page, stormMs: number): Promise<readonly number[]> {
  await pause(restMs);
  await takeLongTasks(page);
  const { changes } = await blow(child, stormMs);
  const tasks = await takeLongTasks(page);
  await costOf(child, changes);
  return tasks;
}

/** Seats whose state the page was not told, or does not show, as it is; asked 250 ms after a storm that nobody presses in. */
export async function wrongAfter(child: Storms, page: Page, pulls: Pulls): Promise<number> {
  await blow(child, 2_000);
  const until = Date.now() + settleMs;
  await pause(settleMs);
  const shown = await page.$$eval('[role="region"] tbody tr', (rows) =>
    rows.map(
      (row) =>
        [
          row.querySelector("td")?.textContent?.replace(/\D/g, ""),
          row.querySelector("[data-tone]")?.textContent ?? "",
        ] as const,
    ),
  );
  const { states = [] } = await child.order({ do: "states" });
  const told = pulls.states(until);
  const untold = states.filter((is) => {
    const was = told.get(is.agentId) ?? offlineSeat(is.agentId);
    return was.code !== is.code || was.since !== is.since;
  });
  const stale = states.filter(({ agentId, code, statusName }) =>
    shown.some(([row, state]) => row === agentId && state !== seatStatusText(code, statusName)),
  );
  if (shown.length === 0) throw new Error("the page shows no seats");
  return untold.length + stale.length;
}

/** Whoever follows one group, for the length of a storm; how long it was still told of states after it had had enough. */
export async function oneGroup(child: Storms, { url, inGroup }: StormNews) {
  const follower = await follow(url, "1005", 3);
  const storm = blow(child, 5_000);
  await pause(2_000);
  const foreign = [...follower.told].filter((id) => id.length === 5 && !inGroup.includes(id)).length;
  const seen = follower.told.size;
  const at = performance.now();
  follower.unsubscribe();
  await pause(silenceMs);
  const after = Math.max(0, follower.lastAt() - at);
  const { changes } = await storm;
  await costOf(child, changes);
  follower.close();
  return { seen, foreign, after };
}
