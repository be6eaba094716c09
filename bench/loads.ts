/**
 * Loads in a real browser over loopback: the sign-in page in a browser without a cache until it takes typing, the workspace after
 * the press on 登录 until its tabs are there, and the workspace's reload with a warm cache until the bar shows the agent's state.
 * The sign-in page besides over slow 3G (400 kbit/s each way, 400 ms) by a processor of a quarter of the speed.
 */
import { person } from "@liantai/e2e/harness/browser.ts";
import { agentIs, signIn } from "@liantai/e2e/harness/agent-page.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { quantile, report, type Result } from "./lib/result.ts";

const rounds = 7;
const slowRounds = 3;
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

async function slowSignIn(url: string): Promise<number> {
  const user = await person(440);
  try {
    const session = await user.page.createCDPSession();
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", slow3g);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const from = Date.now();
    await user.page.goto(`${url}/login`, { waitUntil: "domcontentloaded", timeout: 60_000 });
    await user.page.waitForSelector('input[name="account"]', { timeout: 60_000 });
    return Date.now() - from;
  } finally {
    await user.close();
  }
}

export async function run(): Promise<Result> {
  const server = await startServer();
  const cold: number[] = [];
  const signIns: number[] = [];
  const reload: number[] = [];
  const slow: number[] = [];
  try {
    for (let i = 0; i < slowRounds; i++) slow.push(await slowSignIn(server.url));
    for (let i = 0; i < rounds; i++) {
      const user = await person(440);
      try {
        const from = Date.now();
        await user.page.goto(`${server.url}/login`, { waitUntil: "domcontentloaded" });
        await user.page.waitForSelector('input[name="account"]');
        cold.push(Date.now() - from);
        await user.page.evaluateOnNewDocument(() => {
          const noted = (event: Event) =>
            (event.target as Element).closest('button[type="submit"]') &&
            sessionStorage.setItem("bench.pressed", String(Date.now()));
          addEventListener("click", noted, true);
        });
        await signIn(user.page, server.url, { account: "1001" });
        signIns.push(Date.now() - Number(await user.page.evaluate(() => sessionStorage.getItem("bench.pressed"))));
        await agentIs(user.page, 2);
        const again = Date.now();
        await user.page.reload({ waitUntil: "domcontentloaded" });
        await agentIs(user.page, 2);
        reload.push(Date.now() - again);
      } finally {
        await user.close();
      }
    }
  } finally {
    await server.stop();
  }
  return report({
    name: "loads",
    unit: "ms",
    goal: "sign-in over slow 3G by a quarter of the processor under 5,000 ms; the others are watched",
    values: {
      signInSlow3gP50: quantile(slow, 0.5),
      signInColdP50: quantile(cold, 0.5),
      workspaceAfterSignInP50: quantile(signIns, 0.5),
      workspaceReloadP50: quantile(reload, 0.5),
      rounds,
    },
  });
}
