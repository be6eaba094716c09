/** TOTP_REQUIRED holds on the server: whoever must have a second step and has none gets no further than its page. */
import { AppError, authApi, errors, totpApi, type Endpoint } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { generateSync } from "otplib";
import { admit } from "../../http/authority.ts";
import { administrator, agent, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";
import { demoPassword } from "../system/index.ts";

let demo: Demo;
afterEach(() => demo.close());

type Who = typeof operatorLogin | typeof administrator;
async function enrol(token: string): Promise<string> {
  const { secret } = await demo.call(totpApi.begin, { body: await demo.encrypt(demoPassword) }, token);
  const code = generateSync({ secret, epoch: Math.floor(demo.clock.now() / 1_000) });
  await demo.call(totpApi.confirm, { body: { code } }, token);
  return secret;
}
const admission = (endpoint: Endpoint, token: string) =>
  admit(endpoint, `Bearer ${token}`, demo.auth, { address: "192.0.2.1", secure: true }).then(
    () => "let in",
    (error: unknown) => (error instanceof AppError ? error.error : "fault"),
  );
const isHeld = async (who: Who | typeof agent): Promise<boolean> =>
  (await admission(authApi.sessions, (await demo.signIn(who)).access_token)) === "totpDue";

test.each([
  ["none", { operator: false, administrator: false }],
  ["operators", { operator: true, administrator: false }],
  ["administrators", { operator: true, administrator: true }],
] as const)("S12 %s: who is led to the second step", async (totpRequired, held) => {
  demo = await openDemo({}, { totpRequired });
  expect({ operator: await isHeld(operatorLogin), administrator: await isHeld(administrator) }).toEqual(held);
  expect(await isHeld(agent)).toBe(false);
});

test("S12 only what the page of the second step needs is open, no socket opens; all is once it is switched on", async () => {
  demo = await openDemo({}, { totpRequired: "administrators" });
  const { access_token: token } = await demo.signIn(administrator);
  const asked = allEndpoints.filter(
    ({ permission: p }) => p.kind === "session" || (p.kind === "roles" && p.roles.includes(1)),
  );
  const open: string[] = [];
  for (const endpoint of asked) if ((await admission(endpoint, token)) !== "totpDue") open.push(endpoint.name);
  expect(open.sort()).toEqual([
    "deferPassword",
    "getUser",
    "logout",
    "resetPassword",
    "roleMenu",
    "totpBegin",
    "totpConfirm",
    "totpState",
    "userExpired",
  ]);
  expect(errors.totpDue.status).toBe(403);
  const { ticket } = await demo.call(authApi.ticket, { body: { use: "message" } }, token);
  expect(await demo.auth.tickets.redeem(ticket, "message")).toBeUndefined();
  expect(await demo.call(authApi.getUser, {}, token)).toMatchObject({ totpDue: 1 });
  await enrol(token);
  expect(await demo.call(authApi.getUser, {}, token)).toMatchObject({ totpDue: 0 });
  expect(await admission(authApi.sessions, token)).toBe("let in");
});

test("S12 where it is required it is not switched off, by its owner", async () => {
  demo = await openDemo({}, { totpRequired: "operators" });
  const { access_token: token } = await demo.signIn(operatorLogin);
  const secret = await enrol(token);
  await demo.clock.advance(30_000);
  const code = generateSync({ secret, epoch: Math.floor(demo.clock.now() / 1_000) });
  const body = { ...(await demo.encrypt(demoPassword)), code };
  expect((await refusal(demo.call(totpApi.disable, { body }, token))).message).toMatch(/^系统要求使用两步验证/);
  expect(await demo.call(totpApi.state, {}, token)).toMatchObject({ enabled: true, required: true });
});

test("S12 an operator inside an enterprise comes out when he must have a second step and has none", async () => {
  demo = await openDemo({}, { totpRequired: "operators" });
  const { access_token: outside } = await demo.signIn(operatorLogin);
  await enrol(outside);
  const { access_token: inside } = await demo.call(authApi.reUser, { body: { compId: administrator.code } }, outside);
  expect(await admission(authApi.sessions, inside)).toBe("let in");
  await demo.ports.database.system((trx) => trx.updateTable("account").set({ totpSecret: null }).execute());
  await demo.clock.advance(30_000);
  expect(await admission(authApi.sessions, inside)).toBe("ended");
});
