/**
 * Switch between 36 open tabs of an administrator: every screen of the menu and calls in detail. Beside it, in turns, the same pages
 * as tabs of plain React and as micro-apps of qiankun (bench/lib/reference-tabs.ts). From the click until the page is visible and
 * laid out (work), until it is painted, and until the page rests (ours does the rest of a switch after the frame, decision 042).
 */
import { setTimeout as pause } from "node:timers/promises";
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { endedCalls, apiSignIn } from "@liantai/e2e/harness/api.ts";
import { signIn } from "@liantai/e2e/harness/agent-page.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { tabs as rows } from "@liantai/api/contract";
import type { ArrivalsNews, ArrivalsOrder } from "./lib/arrivals.ts";
import { openChild } from "./lib/child.ts";
import { ctiLink } from "./lib/cti-link.ts";
import { clickToFrame, type Taken } from "./lib/frames.ts";
import { copyPages, drawPlain, drawQiankun, serveReference } from "./lib/reference-tabs.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";

const open = 36;
const rounds = 3;

/** Records to fill the lists and details, by real calls. */
async function makeCalls(url: string): Promise<readonly string[]> {
  const arrivals = openChild<ArrivalsOrder, ArrivalsNews>("arrivals.ts");
  const link = await ctiLink(url);
  try {
    await arrivals.order({ do: "open", url, perSecond: 10 });
    await arrivals.order({ do: "begin" });
    await pause(3_000);
    await arrivals.order({ do: "end" });
    const calls = await endedCalls(await apiSignIn(url, "admin", 1), 20, 30_000);
    return calls.map(({ callId }) => callId);
  } finally {
    arrivals.close();
    link.close();
  }
}

interface Opening {
  readonly name: string;
  readonly params?: unknown;
  readonly title: string;
}

/** Screens that need no subject, and calls until there are 36 with the home. */
function openings(callIds: readonly string[]): readonly Opening[] {
  const screens = rows
    .filter(({ ready, who, param, app }) => ready && who.includes("A") && param === "none" && app === "admin")
    .filter(({ path }) => path !== "/enterprisehomepage")
    .map(({ name, title }) => ({ name, title }));
  const calls = callIds.map((callId, i) => ({ name: "callrecord/detail", params: { callId }, title: `通话${i + 1}` }));
  return [...screens, ...calls].slice(0, open - 1);
}

/** Opens each and waits until it has drawn what it asked for. */
async function openAll(page: Page, all: readonly Opening[]): Promise<void> {
  for (const one of all) {
    await page.evaluate(async (request: Opening) => {
      const { bus } = (await System.import("@liantai/bus")) as { bus: { publish(name: string, what: unknown): void } };
      bus.publish("tab.open", request);
    }, one);
    await page.waitForFunction(
      (title: string) => {
        const panel = document.querySelector(`[role="tabpanel"][aria-label="${title}"]`);
        return panel !== null && panel.textContent !== "" && !/正在加载/.test(panel.textContent ?? "");
      },
      { timeout: 20_000 },
      one.title,
    );
  }
}

/** All tabs, every fifth after the other, so that neighbours are not what is measured. */
const order = Array.from({ length: open }, (_, i) => (i * 5 + 7) % open);

export async function run(): Promise<Measured> {
  const server = await startServer();
  const user = await person(440);
  let close = () => undefined as void;
  try {
    const all = openings(await makeCalls(server.url));
    const { page } = user;
    await signIn(page, server.url, { account: "admin", role: "企业管理员" });
    await openAll(page, all);
    const titles = ["企业首页", ...all.map(({ title }) => title)];
    const keys = await page.$$eval('[role="tab"][data-key]', (tabs) =>
      tabs.map((tab) => tab.getAttribute("data-key") ?? ""),
    );
    if (keys.length !== open) throw new Error(`${keys.length} tabs are open`);
    const pages = await copyPages(page, titles);
    const systemJs = await page.$eval('script[src$="/system.js"]', (script) => script.getAttribute("src")!);
    const reference = await serveReference(server.url, systemJs);
    close = () => void reference.server.close();
    const [plain, qiankun] = [await user.newPage(), await user.newPage()];
    for (const one of [plain, qiankun]) await one.goto(reference.url);
    await drawPlain(plain, pages);
    await drawQiankun(qiankun, pages);
    const ours: Taken[] = [];
    const plainTook: Taken[] = [];
    const qiankunTook: Taken[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const kept = (taken: Taken[], one: Taken) => void (round > 0 && taken.push(one));
      await page.bringToFront();
      for (const i of order)
        kept(
          ours,
          await clickToFrame(
            page,
            `[role="tab"][data-key="${keys[i]}"]`,
            `[role="tabpanel"][aria-label="${titles[i]}"]`,
          ),
        );
      for (const [other, taken] of [
        [plain, plainTook],
        [qiankun, qiankunTook],
      ] as const) {
        await other.bringToFront();
        for (const i of order) kept(taken, await clickToFrame(other, `[data-tab="${i}"]`, `[data-page="${i}"]`));
      }
    }
    const p = (taken: readonly Taken[], what: keyof Taken, q: number) =>
      quantile(
        taken.map((one) => one[what]),
        q,
      );
    const p95 = (what: keyof Taken, reference: string, theirs: readonly Taken[]) =>
      compare({ what: `switch, ${what}, p95`, reference, unit: "ms" }, p(ours, what, 0.95), p(theirs, what, 0.95));
    return {
      name: "tabs",
      compared: [
        p95("work", "qiankun's micro-apps", qiankunTook),
        p95("work", "plain React tabs", plainTook),
        p95("painted", "qiankun's micro-apps", qiankunTook),
        p95("rested", "qiankun's micro-apps", qiankunTook),
      ],
      unit: "ms",
      goal: "switch between 36 tabs p95 < 20 and half of qiankun's",
      values: {
        workP50: p(ours, "work", 0.5),
        paintedP50: p(ours, "painted", 0.5),
        qiankunWorkP50: p(qiankunTook, "work", 0.5),
        plainReactPaintedP95: p(plainTook, "painted", 0.95),
        tabs: open,
        switches: ours.length,
      },
    };
  } finally {
    close();
    await user.close();
    await server.stop();
  }
}
