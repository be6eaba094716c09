/** Switch between open tabs (click to next frame), open of a new screen of a loaded app, and of an app not yet loaded. */
import { person, type Page } from '@liantai/e2e/harness/browser.ts';
import { signIn } from '@liantai/e2e/harness/desk.ts';
import { startServer } from '@liantai/e2e/harness/server.ts';
import { quantile, report, type Result } from './lib/result.ts';

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

export async function run(): Promise<Result> {
  const server = await startServer();
  const user = await person(440);
  const switching: Taken[] = [];
  try {
    const { page } = user;
    await signIn(page, server.url, { account: 'admin', role: '企业管理员' });
    await page.waitForSelector('::-p-xpath(//nav//button[normalize-space()="通话记录"])');
    await page.evaluate(() => [...document.querySelectorAll('nav button')].find((b) => b.textContent === '通话记录')?.setAttribute('data-bench', ''));
    const appNotLoaded = await clickToFrame(page, 'nav button[data-bench]', '#app-admin table, #app-admin [role="grid"], #app-admin [role="table"]');
    await page.waitForSelector('[role="tab"][data-key="/"]');
    for (let i = 0; i < 60; i++) {
      switching.push(await clickToFrame(page, '[role="tab"][data-key="/"]', '#workspace-home'));
      switching.push(await clickToFrame(page, '[role="tab"][data-key="/callrecord"]', '#app-admin table, #app-admin [role="grid"], #app-admin [role="table"]'));
    }
    const work = switching.map((t) => t.work);
    const painted = switching.map((t) => t.painted);
    return report({ name: 'tabs', unit: 'ms', goal: 'switch p95 < 20; an app not yet loaded < 300', values: { switchWorkP50: quantile(work, 0.5), switchWorkP95: quantile(work, 0.95), switchPaintedP50: quantile(painted, 0.5), switchPaintedP95: quantile(painted, 0.95), appNotLoaded: appNotLoaded.painted } });
  } finally {
    await user.close();
    await server.stop();
  }
}
