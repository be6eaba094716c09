/**
 * INP of the workspace at a quarter of the processor's speed while 30 calls a second arrive: a monitor (班长 1005), whose page
 * hears of every call, presses tabs, types into a filter, opens a drawer and goes 就绪 and 忙碌, with the mouse and the keys of
 * the browser. Beside it, in turns, the same presses without calls, and presses of a page that has next to nothing in it, with the calls
 * going on (lib/plain-presses.ts): no page answers sooner on that machine. The calls are real SIP (lib/arrivals.ts): engine, event
 * log, database, broker and message socket are the product's. A monitor of 1,000 agents is bench/monitors.ts.
 */
import { setTimeout as pause } from "node:timers/promises";
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { agentIs, openMenu, signIn, text } from "@liantai/e2e/harness/agent-page.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import type { ArrivalsNews, ArrivalsOrder } from "./lib/arrivals.ts";
import { openChild } from "./lib/child.ts";
import { ctiLink } from "./lib/cti-link.ts";
import { click, inp, pressing, slowestOf, watchInteractions, whileThrottled, type Round } from "./lib/interactions.ts";
import { mainThreadMs } from "./lib/main-thread.ts";
import { openPlain, plainPresses } from "./lib/plain-presses.ts";
import { compare, type Measured } from "./lib/result.ts";

const perSecond = 30;
const throttle = 4;
const rounds = 4;
/** Between presses: a quick hand. */
const pauseMs = 250;
const restMs = 8_000;
/** Until the first calls have ended and are told of. */
const warmUpMs = 2_500;

const tabs: Readonly<Record<string, string>> = {
  坐席首页: '[role="tab"][data-key="/"]',
  通话记录: '[role="tab"][data-key="/callrecord"]',
};

/** One round of presses by a person who works with the page. */
const presses = (page: Page): Promise<Round> =>
  pressing(page, pauseMs, async (pressed) => {
    const tab = (name: string) => pressed(`tab ${name}`, () => click(page, tabs[name]!));
    for (let i = 0; i < 3; i += 1) {
      await tab("坐席首页");
      await tab("通话记录");
    }
    await pressed("filter", () => click(page, 'input[name="caller"]'));
    for (const key of "138000") await pressed("key", () => page.keyboard.press(key as "1"));
    for (let i = 0; i < 6; i += 1) await pressed("key", () => page.keyboard.press("Backspace"));
    await tab("坐席首页");
    await pressed("drawer", () => click(page, '[aria-label$="查看算法和通话"]'));
    await page.waitForSelector('[role="dialog"]');
    await pressed("close", () => page.keyboard.press("Escape"));
    await page.waitForFunction(() => !document.querySelector('[role="dialog"]'));
    await pressed("就绪", () => click(page, 'button[aria-label="就绪"]'));
    await agentIs(page, 1);
    await pressed("忙碌", () => click(page, 'button[aria-label="忙碌"]'));
    await agentIs(page, 2);
  });

/** ms of the page's main thread a second while nobody presses, on either tab: by its own clock, whatever else the machine does. */
async function restingCpu(page: Page): Promise<number> {
  const spent = await mainThreadMs(page);
  let cpu = 0;
  for (const tab of Object.values(tabs)) {
    await click(page, tab);
    await pause(1_000);
    const before = await spent();
    await pause(restMs);
    cpu += (await spent()) - before;
  }
  return cpu / ((Object.keys(tabs).length * restMs) / 1_000);
}

export async function run(): Promise<Measured> {
  const server = await startServer();
  const [user, plainUser] = [await person(440), await person(440)];
  const arrivals = openChild<ArrivalsOrder, ArrivalsNews>("arrivals.ts");
  // Somebody must be there, or nobody may call.
  const link = await ctiLink(server.url);
  try {
    const { page } = user;
    for (const each of [page, plainUser.page]) await watchInteractions(each);
    await openPlain(plainUser.page);
    await signIn(page, server.url, { account: "1005", role: "班长" });
    await openMenu(page, "通话记录");
    await text(page, "条/页");
    await agentIs(page, 2);
    await arrivals.order({ do: "open", url: server.url, perSecond });
    // Each in its turn alone: one that rests at that speed would take a core from the other.
    const ours = () => whileThrottled(page, throttle, () => presses(page));
    const theirs = () => whileThrottled(plainUser.page, throttle, () => plainPresses(plainUser.page, pauseMs));
    await ours();
    await theirs();
    const quiet: Round[] = [];
    const busy: Round[] = [];
    const plain: Round[] = [];
    let calls = { made: 0, answered: 0, ms: 0 };
    for (let i = 0; i < rounds; i += 1) {
      quiet.push(await ours());
      const from = performance.now();
      await arrivals.order({ do: "begin" });
      await pause(warmUpMs);
      busy.push(await ours());
      plain.push(await theirs());
      const { calls: made, answered } = await arrivals.order({ do: "end" });
      calls = {
        made: calls.made + made,
        answered: calls.answered + answered,
        ms: calls.ms + performance.now() - from,
      };
      await pause(warmUpMs);
    }
    await arrivals.order({ do: "begin" });
    await pause(warmUpMs);
    const restWith = await restingCpu(page);
    await arrivals.order({ do: "end" });
    await pause(warmUpMs);
    const restWithout = await restingCpu(page);
    console.error(`slowest without calls: ${slowestOf(quiet)}`);
    console.error(`slowest with calls: ${slowestOf(busy)}`);
    console.error(`slowest of the plain page: ${slowestOf(plain)}`);
    return {
      name: "inp",
      compared: [
        compare(
          { what: "INP with 30 calls a second", reference: "the same presses without calls", unit: "ms" },
          inp(busy),
          inp(quiet),
        ),
        compare(
          { what: "INP with 30 calls a second", reference: "a page with next to nothing in it", unit: "ms" },
          inp(busy),
          inp(plain),
        ),
        compare(
          { what: "page's CPU a second with 30 calls a second", reference: "the same page without calls", unit: "ms" },
          restWith,
          restWithout,
        ),
      ],
      unit: "ms",
      goal: "under 50 at a quarter of the processor with 30 calls a second",
      values: {
        callsPerSecond: (calls.made / calls.ms) * 1_000,
        answeredShare: calls.answered / calls.made,
        presses: busy.reduce((sum, round) => sum + round.presses, 0),
      },
    };
  } finally {
    link.close();
    arrivals.close();
    await Promise.all([user.close(), plainUser.close()]);
    await server.stop();
  }
}
