/**
 * Loads in a real browser over loopback: the sign-in page in a browser without a cache until it takes typing, the workspace after
 * the press on 登录 until its tabs are there, and the workspace's reload with a warm cache until the bar shows the agent's state.
 * The sign-in page besides over slow 3G (400 kbit/s each way, 400 ms) by a processor of a quarter of the speed. Beside each, in
 * turns, a page of React and a form of two fields and no more (lib/plain-page.ts), served by bare node:http with the same Brotli.
 */
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { agentIs, signIn } from "@liantai/e2e/harness/agent-page.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { servePlainPage } from "./lib/plain-page.ts";
import { compare, quantile, type Compared, type Measured } from "./lib/result.ts";
import { inTurns, type Turns } from "./lib/turns.ts";

const rounds = 7;
const slowRounds = 3;
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const typing = 'input[name="account"]';

async function inFreshBrowser<T>(measure: (page: Page) => Promise<T>): Promise<T> {
  const user = await person(440);
  try {
    return await measure(user.page);
  } finally {
    await user.close();
  }
}

async function untilTyping(page: Page, url: string): Promise<number> {
  const from = Date.now();
  await page.goto(url, { waitUntil: "domcontentloaded", timeout: 60_000 });
  await page.waitForSelector(typing, { timeout: 60_000 });
  return Date.now() - from;
}

const slowly = (url: string): Promise<number> =>
  inFreshBrowser(async (page) => {
    const session = await page.createCDPSession();
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", slow3g);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    return untilTyping(page, url);
  });

interface Round {
  readonly cold: number;
  readonly entered: number;
  readonly reload: number;
}

const ours = (url: string): Promise<Round> =>
  inFreshBrowser(async (page) => {
    const cold = await untilTyping(page, `${url}/login`);
    await page.evaluateOnNewDocument(() => {
      const noted = (event: Event) =>
        (event.target as Element).closest('button[type="submit"]') &&
        sessionStorage.setItem("bench.pressed", String(Date.now()));
      addEventListener("click", noted, true);
    });
    await signIn(page, url, { account: "1001" });
    const entered = Date.now() - Number(await page.evaluate(() => sessionStorage.getItem("bench.pressed")));
    await agentIs(page, 2);
    const from = Date.now();
    await page.reload({ waitUntil: "domcontentloaded" });
    await agentIs(page, 2);
    return { cold, entered, reload: Date.now() - from };
  });

/** What its form opens takes nothing but the press, so that its reload stands for both of the workspace's. */
const plain = (url: string): Promise<Round> =>
  inFreshBrowser(async (page) => {
    const cold = await untilTyping(page, url);
    const from = Date.now();
    await page.reload({ waitUntil: "domcontentloaded" });
    await page.waitForSelector(typing);
    const reload = Date.now() - from;
    return { cold, entered: reload, reload };
  });

const over = (what: string, { ours: our, theirs }: Turns<number>): Compared =>
  compare({ what, reference: "a plain React page", unit: "ms" }, our, theirs);

export async function run(): Promise<Measured> {
  const [server, page] = await Promise.all([startServer(), servePlainPage()]);
  try {
    const slow = await inTurns(
      slowRounds,
      () => slowly(`${server.url}/login`),
      () => slowly(page.url),
      0,
    );
    const taken = await inTurns(
      rounds,
      () => ours(server.url),
      () => plain(page.url),
    );
    const of = (what: keyof Round): Turns<number> => ({
      ours: taken.ours.map((round) => round[what]),
      theirs: taken.theirs.map((round) => round[what]),
    });
    return {
      name: "loads",
      compared: [
        over("sign-in page over slow 3G by a quarter of the processor", slow),
        over("sign-in page, no cache", of("cold")),
        over("workspace after the press on 登录", of("entered")),
        over("workspace, reload with a warm cache", of("reload")),
      ],
      unit: "ms",
      goal: "sign-in over slow 3G by a quarter of the processor under 5,000 ms; the others are watched",
      values: { signInSlow3gWorst: Math.max(...slow.ours), workspaceReloadP95: quantile(of("reload").ours, 0.95) },
    };
  } finally {
    page.close();
    await server.stop();
  }
}
