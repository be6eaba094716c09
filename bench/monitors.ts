/**
 * The storm of a monitor (docs/protocol.md, M10; issue 8, E22): 1,000 agents change their states five times a second, by the engine's
 * own commands, while an administrator works in 实时监控 at a quarter of the processor's speed. Counted are the messages to the page,
 * its long tasks, its INP and the server's CPU; 250 ms after the storm what it was told and what it shows must be the engine's states.
 * A monitor of one group follows beside it: no seat outside the group, and silence after AGENT_UNSUBSCRIBE. The reference is a page as
 * one writes it first, in turns: each change a message, each message a new list (lib/naive-monitor-client.ts).
 */
import { setTimeout as pause } from "node:timers/promises";
import { socketPath } from "@liantai/api/contract";
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { signIn } from "@liantai/e2e/harness/agent-page.ts";
import { openChild, type Child } from "./lib/child.ts";
import {
  click,
  inp,
  pressing,
  slowestOf,
  throttled,
  watchInteractions,
  whileThrottled,
  type Press,
  type Round as Pressed,
} from "./lib/interactions.ts";
import { takeLongTasks, watchLongTasks } from "./lib/long-tasks.ts";
import { mainThreadMs } from "./lib/main-thread.ts";
import { blow, costOf, oneGroup, watchedAlone, wrongAfter } from "./lib/monitor-storms.ts";
import { openPlain, plainPresses } from "./lib/plain-presses.ts";
import { watchPulls } from "./lib/pulls.ts";
import { compare, median, type Measured } from "./lib/result.ts";
import type { StormNews, StormOrder } from "./lib/storm-server.ts";
import { inTurns } from "./lib/turns.ts";

const seats = Number(process.env["STORM_SEATS"] ?? 1_000);
const throttle = 4;
const stormMs = Number(process.env["STORM_MS"] ?? 12_000);
const rounds = Number(process.env["STORM_ROUNDS"] ?? 3);
const pauseMs = 250;

interface Round extends Pressed {
  readonly messagesPerSecond: number;
  readonly longTasks: readonly number[];
  readonly cpuUsPerChange: number;
  readonly changesPerSecond: number;
  /** ms of the page's main thread a second of a storm that nobody presses in, by its own clock and unthrottled. */
  readonly pageCpu: number;
}

async function typing(page: Page, pressed: Press, field: string): Promise<void> {
  await pressed("filter", () => click(page, field));
  for (const key of "2000") await pressed("key", () => page.keyboard.press(key as "2"));
  for (let i = 0; i < 4; i += 1) await pressed("key", () => page.keyboard.press("Backspace"));
}

async function ourPresses(page: Page, pressed: Press): Promise<void> {
  await typing(page, pressed, 'input[name="word"]');
  for (let i = 0; i < 2; i += 1) await pressed("sort", () => click(page, 'th button[aria-label^="按"], th button'));
  await pressed("tab 企业首页", () => click(page, '[role="tab"][data-key="/"]'));
  await pressed("tab 实时监控", () => click(page, '[role="tab"][data-key="/realtimemonitoring"]'));
}

async function naivePresses(page: Page, pressed: Press): Promise<void> {
  await typing(page, pressed, "input");
  for (let i = 0; i < 4; i += 1) await pressed("button", () => click(page, "button"));
}

interface Watched {
  readonly page: Page;
  readonly presses: (page: Page, pressed: Press) => Promise<void>;
  /** Messages to the page so far. */
  readonly messages: () => Promise<number>;
}

/** Of the main thread, whatever else the machine does meanwhile. */
async function pageCpuOf(child: Child<StormOrder, StormNews>, page: Page): Promise<number> {
  await throttled(page, 1);
  const spent = await mainThreadMs(page);
  const before = await spent();
  const { ms, changes } = await blow(child, 5_000);
  const cpu = (await spent()) - before;
  await costOf(child, changes);
  return cpu / (ms / 1_000);
}

/** A storm, and presses until it is over. */
async function round(child: Child<StormOrder, StormNews>, { page, presses, messages }: Watched): Promise<Round> {
  await takeLongTasks(page);
  const before = await messages();
  let told = 0;
  let over = false;
  const storm = blow(child, stormMs).then(async (blown) => {
    told = (await messages()) - before;
    over = true;
    return blown;
  });
  const pressed = await pressing(page, pauseMs, async (press) => {
    while (!over) await presses(page, press);
  });
  const { ms, changes } = await storm;
  const longTasks = await takeLongTasks(page);
  return {
    ...pressed,
    messagesPerSecond: told / (ms / 1_000),
    longTasks,
    changesPerSecond: changes / (ms / 1_000),
    cpuUsPerChange: await costOf(child, changes),
    pageCpu: await pageCpuOf(child, page),
  };
}

/** The same storm, and presses of a page that has next to nothing in it and is told nothing: no page answers sooner meanwhile. */
async function leastRound(child: Child<StormOrder, StormNews>, page: Page): Promise<readonly Pressed[]> {
  await throttled(page, 1);
  await openPlain(page);
  const rounds: Pressed[] = [];
  const { changes } = await whileThrottled(page, throttle, async () => {
    let over = false;
    const storm = blow(child, stormMs).finally(() => (over = true));
    while (!over) rounds.push(await plainPresses(page, pauseMs));
    return storm;
  });
  await costOf(child, changes);
  return rounds;
}

const watched = async (page: Page): Promise<void> => {
  await watchInteractions(page);
  await watchLongTasks(page);
};

async function open(at: Page, url: string, row: string): Promise<void> {
  await at.goto(url);
  await at.waitForSelector(row, { timeout: 30_000 });
}

type Figure = "messagesPerSecond" | "cpuUsPerChange" | "changesPerSecond" | "pageCpu";
const of = (side: readonly Round[], what: Figure): readonly number[] => side.map((each) => each[what]);

const worst = (rounds: readonly Round[]): number => Math.max(0, ...rounds.flatMap(({ longTasks }) => longTasks));

export async function run(): Promise<Measured> {
  const child = openChild<StormOrder, StormNews>("storm-server.ts");
  const [user, naiveUser] = [await person(440), await person(440)];
  try {
    const opened = await child.order({ do: "open", seats });
    const alone = await costOf(child, (await blow(child, stormMs)).changes);
    const group = await oneGroup(child, opened);
    const { page } = user;
    for (const each of [page, naiveUser.page]) await watched(each);
    const pulls = await watchPulls(page, socketPath);
    await signIn(page, opened.url, { account: "admin", role: "企业管理员" });
    let looked = false;
    const openOurs = async () => {
      // Any of them: the page keeps the order that the last presses gave it.
      await open(page, `${opened.url}/realtimemonitoring`, '[aria-label^="关注坐席"]');
      // The first look at 企业首页 loads its files, once: bench menu measures that. After storms of a minute in all its hour has more
      // states than a day of such agents, and its figures may take their time: the presses do not wait for them either.
      await click(page, '[role="tab"][data-key="/"]');
      if (!looked) await page.waitForSelector('[aria-label$="查看算法和通话"]', { timeout: 30_000 });
      looked = true;
      await click(page, '[role="tab"][data-key="/realtimemonitoring"]');
      await pause(pauseMs);
      await throttled(page, throttle);
    };
    const least: Pressed[] = [];
    const turns = await inTurns(
      rounds,
      async () => {
        await openOurs();
        const messages = async () => pulls.frames.length;
        const figures = await round(child, { page, presses: ourPresses, messages });
        await page.goto("about:blank");
        return figures;
      },
      async () => {
        await open(naiveUser.page, opened.naiveUrl, "tr");
        await throttled(naiveUser.page, throttle);
        const messages = async () => (await child.order({ do: "news" })).naiveSent;
        const figures = await round(child, { page: naiveUser.page, presses: naivePresses, messages });
        least.push(...(await leastRound(child, naiveUser.page)));
        await naiveUser.page.goto("about:blank");
        return figures;
      },
      0,
    );
    await openOurs();
    const unpressed = await watchedAlone(child, page, stormMs);
    const wrong = await wrongAfter(child, page, pulls);
    console.error(`slowest of ours: ${slowestOf(turns.ours)}`);
    console.error(`slowest of the plain page: ${slowestOf(least)}`);
    console.error(`slowest of the naive page: ${slowestOf(turns.theirs)}`);
    const reference = "a page that is told each change and draws all rows";
    return {
      name: "monitors",
      compared: [
        compare({ what: "INP in the storm", reference, unit: "ms" }, inp(turns.ours), inp(turns.theirs)),
        compare(
          { what: "INP in the storm", reference: "a page with next to nothing in it", unit: "ms" },
          inp(turns.ours),
          inp(least),
        ),
        compare({ what: "longest task", reference, unit: "ms" }, worst(turns.ours), worst(turns.theirs)),
        compare(
          { what: "page's CPU a second of the storm", reference, unit: "ms" },
          of(turns.ours, "pageCpu"),
          of(turns.theirs, "pageCpu"),
        ),
        compare(
          { what: "messages a second", reference, unit: "" },
          of(turns.ours, "messagesPerSecond"),
          of(turns.theirs, "messagesPerSecond"),
        ),
        compare(
          { what: "server's CPU a change with the monitor", reference: "a storm that nobody watches", unit: "us" },
          of(turns.ours, "cpuUsPerChange"),
          alone,
        ),
      ],
      unit: "",
      goal: "at most 8 messages a second, no task over 50 ms and INP under 50 ms at a quarter of the processor",
      values: {
        changesPerSecond: median(of(turns.ours, "changesPerSecond")),
        longTasksWhileNobodyPresses: unpressed.length,
        longestOfThemMs: Math.max(0, ...unpressed),
        longTasks: turns.ours.reduce((sum, { longTasks }) => sum + longTasks.length, 0),
        presses: turns.ours.reduce((sum, { presses }) => sum + presses, 0),
        seatsWrong250MsAfter: wrong,
        seatsOfOneGroup: group.seen,
        foreignSeatsToIt: group.foreign,
        msToldAfterUnsubscribe: group.after,
      },
    };
  } finally {
    child.close();
    await Promise.all([user.close(), naiveUser.close()]);
  }
}
