/** CPU time of a page's main thread, by the thread's own clock: what else the machine does is not in it. */
import type { Page } from "@liantai/e2e/harness/browser.ts";

/** Asks how many ms of it the page's tasks have taken so far. */
export async function mainThreadMs(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.createCDPSession();
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1_000;
  };
}
