/** Switch between open tabs (click to next frame), open of a new screen of a loaded app, and of an app not yet loaded. */
import { person, type Page } from '@liantai/e2e/harness/browser.ts';
import { signIn } from '@liantai/e2e/harness/desk.ts';
import { startServer } from '@liantai/e2e/harness/server.ts';
import { quantile, report, type Result } from './lib/result.ts';

/** ms from a click on `selector` until a frame in which `shown` is visible has been painted. */
const clickToFrame = (page: Page, selector: string, shown: string): Promise<number> =>
  page.evaluate(
    (target: string, wanted: string) =>
      new Promise<number>((resolve, reject) => {
        const element = document.querySelector<HTMLElement>(target);
        if (!element) return reject(new Error(`no ${target}`));
        const from = performance.now();
        element.click();
        const look = () => {
          const found = document.querySelector<HTMLElement>(wanted);
          if (found && found.offsetParent !== null) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
          else if (performance.now() - from > 10_000) reject(new Error(`no ${wanted}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    selector,
    shown,
  );

export async function run(): Promise<Result> {
  const server = await startServer();
  const user = await person(440);
  const switching: number[] = [];
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
    return report({ name: 'tabs', unit: 'ms', goal: 'switch p95 < 20 beyond one frame; an app not yet loaded < 300', values: { switchP50: quantile(switching, 0.5), switchP95: quantile(switching, 0.95), appNotLoaded } });
  } finally {
    await user.close();
    await server.stop();
  }
}
