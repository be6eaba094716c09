/** The absolute end of a session (docs/protocol.md S7), and what about a caller counts at once. */
import { authApi } from "@liantai/api/contract";
import { publish } from "../topics.ts";
import { agent, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";

const hour = 3_600_000;
const tooOld = { error: "sessionTooOld", status: 401, message: "登录已达最长有效期，请重新登录" };

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo({}, { sessionDays: 3 });
});
afterEach(() => demo.reset());
afterAll(() => demo.close());

const refresh = (token: string) => demo.call(authApi.refresh, { body: { hour: 24, token } });

/** Renews every 20 hours until `until` ms after the sign-in. */
async function keepAlive(tokens: Awaited<ReturnType<typeof refresh>>, until: number) {
  const began = demo.clock.now();
  let kept = tokens;
  while (demo.clock.now() - began + 20 * hour < until) {
    await demo.clock.advance(20 * hour);
    kept = await refresh(kept.refresh_token);
  }
  await demo.clock.advance(until - (demo.clock.now() - began));
  return kept;
}

test("S7 renewals carry a session to its absolute end and not past it, with the reason said", async () => {
  const first = (await demo.signIn(agent)) as Awaited<ReturnType<typeof refresh>>;
  const last = await keepAlive(first, 72 * hour - 1_000);
  expect(await demo.auth.sessions.resolve(last.access_token)).toHaveProperty("userId");
  const end = await refresh(last.refresh_token);
  // What is left, not another day.
  expect(end.expires_in).toBe(1);
  await demo.clock.advance(1_000);
  expect(await demo.auth.sessions.resolve(end.access_token)).toEqual({ refused: "sessionTooOld" });
  expect(await refusal(refresh(end.refresh_token))).toEqual(tooOld);
});

test("a session inside an enterprise is as old as the operator's own", async () => {
  const own = await demo.signIn(operatorLogin);
  await demo.clock.advance(20 * hour);
  const renewed = await refresh(own.refresh_token);
  const inside = await demo.call(authApi.reUser, { body: { compId: "100001" } }, renewed.access_token);
  const last = await keepAlive(inside, 52 * hour - 1_000);
  await demo.clock.advance(1_000);
  expect(await refusal(refresh(last.refresh_token))).toMatchObject({ error: "sessionTooOld" });
});

test("hiddenGlobalPhone counts with the next request, although callers are cached for 30 s", async () => {
  const { access_token } = await demo.signIn(agent);
  expect((await demo.caller(access_token)).hiddenGlobalPhone).toBe(true);
  const hide = async (hiddenGlobalPhone: number) => {
    await demo.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ hiddenGlobalPhone }).where("compId", "=", "100001").execute(),
    );
    await publish(demo.ports.broker, "enterprise.changed", { compId: "100001" });
    await demo.clock.settle();
  };
  await hide(0);
  expect((await demo.caller(access_token)).hiddenGlobalPhone).toBe(false);
  await hide(1);
  expect((await demo.caller(access_token)).hiddenGlobalPhone).toBe(true);
});
