/** Switch between open tabs (click to next frame), open of a new screen of a loaded app (its app is the first tab's). */
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { signIn } from "@liantai/e2e/harness/agent-page.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { quantile, report, type Result } from "./lib/result.ts";

interface Taken {
  /** ms until the frame with the new content had been painted: what a person waits, a display frame (16.7 ms) included. */
  readonly painted: number;
  /** ms of our own work: event, rendering, style and layout. */
  readonly work: number;
}

/** Clicks `selector` and waits until `shown` is visible and painted. */
const clickToFrame = (page: Page, selector: string, shown: string): Promise<Taken> =>
  page.evaluate(
    async (target: string, wanted: string) => {
      const element = document.querySelector<HTMLElement>(target);
      if (!element) throw new Error(`no ${target}`);
      const visible = () => {
        const found = document.querySelector<HTMLElement>(wanted);
        // A hidden pane keeps its layout: its height says nothing.
        return found !== null && found.offsetHeight > 0 && found.checkVisibility({ visibilityProperty: true });
      };
      const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
      await frame();
      const from = performance.now();
      element.click();
      // React draws what a click changed before the next task; reading a height lays it out.
      await Promise.resolve();
      let work = visible() ? performance.now() - from : Number.NaN;
      while (!visible()) {
        if (performance.now() - from > 10_000) throw new Error(`no ${wanted}`);
        await frame();
        work = performance.now() - from;
      }
      await frame();
      await new Promise((resolve) => setTimeout(resolve));
      return { painted: performance.now() - from, work };
    },
    selector,
    shown,
  );

/** Screens of the administration, one of each chunk and then another of the same. */
const firstOfChunk = ["坐席管理", "接入号码", "技能组", "语音管理", "呼叫限制列表"] as const;
const nextOfChunk = ["坐席组", "时间规则", "调度队列", "分机管理", "外呼路由"] as const;

/** From the press on the menu to the screen's table. */
async function open(page: Page, name: string): Promise<number> {
  await page.waitForSelector(`::-p-xpath(//nav//button[normalize-space()="${name}"])`);
  await page.evaluate((wanted) => {
    document.querySelector("nav button[data-bench]")?.removeAttribute("data-bench");
    [...document.querySelectorAll("nav button")].find((b) => b.textContent === wanted)?.setAttribute("data-bench", "");
  }, name);
  return (await clickToFrame(page, "nav button[data-bench]", `[role="tabpanel"][aria-label="${name}"] table`)).painted;
}

export async function run(): Promise<Result> {
  const server = await startServer();
  const user = await person(440);
  const switching: Taken[] = [];
  try {
    const { page } = user;
    await signIn(page, server.url, { account: "admin", role: "企业管理员" });
    await page.waitForSelector("nav button[aria-expanded]");
    // Groups stand in groups: what a press unfolds may hold more of them.
    await page.evaluate(async () => {
      for (let groups; (groups = document.querySelectorAll<HTMLElement>('nav button[aria-expanded="false"]')).length;) {
        groups.forEach((group) => group.click());
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await page.waitForSelector('::-p-xpath(//nav//button[normalize-space()="通话记录"])');
    await page.evaluate(() =>
      [...document.querySelectorAll("nav button")]
        .find((b) => b.textContent === "通话记录")
        ?.setAttribute("data-bench", ""),
    );
    const areaNotLoaded = await clickToFrame(
      page,
      "nav button[data-bench]",
      '[role="tabpanel"][aria-label="通话记录"] table',
    );
    await page.waitForSelector('[role="tab"][data-key="/"]');
    for (let i = 0; i < 60; i++) {
      switching.push(
        await clickToFrame(page, '[role="tab"][data-key="/"]', '[role="tabpanel"][aria-label="企业首页"] [data-value]'),
      );
      switching.push(
        await clickToFrame(
          page,
          '[role="tab"][data-key="/callrecord"]',
          '[role="tabpanel"][aria-label="通话记录"] table',
        ),
      );
    }
    const opened = { first: [] as number[], next: [] as number[] };
    for (const name of firstOfChunk) opened.first.push(await open(page, name));
    for (const name of nextOfChunk) opened.next.push(await open(page, name));
    const work = switching.map((t) => t.work);
    const painted = switching.map((t) => t.painted);
    return report({
      name: "tabs",
      unit: "ms",
      goal: "switch p95 < 20; a screen of a loaded app < 150",
      values: {
        switchWorkP50: quantile(work, 0.5),
        switchWorkP95: quantile(work, 0.95),
        switchPaintedP50: quantile(painted, 0.5),
        switchPaintedP95: quantile(painted, 0.95),
        areaNotLoaded: areaNotLoaded.painted,
        screenFirstOfChunk: quantile(opened.first, 0.5),
        screenFirstOfChunkWorst: Math.max(...opened.first),
        screenP50: quantile(opened.next, 0.5),
        screenWorst: Math.max(...opened.next),
      },
    });
  } finally {
    await user.close();
    await server.stop();
  }
}
