import { AppError, authApi, errors, totpApi } from "@liantai/api/contract";
import { generateSync } from "otplib";
import { administrator, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";
import { demoPassword } from "../system/index.ts";

/** What a ticket that is worth nothing any more is answered. */
const late = "登录已超时，请重新登录";

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo();
});
afterEach(() => demo.reset());
afterAll(() => demo.close());

const codeOf = (secret: string, offsetS = 0) =>
  generateSync({ secret, epoch: Math.floor(demo.clock.now() / 1_000) + offsetS });
type Who = typeof operatorLogin | typeof administrator;
async function enrol(who: Who = operatorLogin) {
  const { access_token: token } = await demo.signIn(who);
  const { secret, uri } = await demo.call(totpApi.begin, { body: await demo.encrypt(demoPassword) }, token);
  const { recoveryCodes } = await demo.call(totpApi.confirm, { body: { code: codeOf(secret) } }, token);
  // The step of the confirmation is used.
  await demo.clock.advance(30_000);
  return { secret, uri, recoveryCodes, token };
}
async function firstStep(who: Who = operatorLogin): Promise<string> {
  const error: unknown = await demo.signIn(who).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ error: "totpNeeded", code: errors.totpNeeded.code, data: { expiresIn: 300 } });
  return error instanceof AppError ? (error.data as { ticket: string }).ticket : "";
}
const secondStep = (ticket: string, code: string, address = "10.0.0.1") =>
  demo.call(authApi.token, { body: { grant_type: "totp", ticket, code } }, undefined, { address });

test.each([operatorLogin, administrator])(
  "S10 $account of roleType $roleType: the password gives a ticket, the code the tokens",
  async (who) => {
    const { secret, uri } = await enrol(who);
    expect(uri).toContain(`secret=${secret}`);
    const ticket = await firstStep(who);
    const { access_token } = await secondStep(ticket, codeOf(secret));
    expect(await demo.call(authApi.getUser, {}, access_token)).toMatchObject({ roleType: who.roleType });
    await demo.clock.advance(30_000);
    expect(await refusal(secondStep(ticket, codeOf(secret)))).toMatchObject({ message: late });
  },
);

test("S10 a code is let in one step early and one late, no more, and each step once", async () => {
  const { secret } = await enrol();
  await demo.clock.advance(120_000);
  const used = codeOf(secret, -30);
  await secondStep(await firstStep(), used);
  expect(await refusal(secondStep(await firstStep(), used))).toMatchObject({ error: "badTotp" });
  await secondStep(await firstStep(), codeOf(secret));
  await secondStep(await firstStep(), codeOf(secret, 30));
  await demo.clock.advance(300_000);
  for (const away of [-60, 60])
    expect(await refusal(secondStep(await firstStep(), codeOf(secret, away)))).toMatchObject({ error: "badTotp" });
});

test("S10 of two that bring one code at once one signs in, with two tickets and with one", async () => {
  const { secret } = await enrol();
  const outcome = async (tickets: readonly string[]) => {
    const results = await Promise.allSettled(tickets.map((ticket) => secondStep(ticket, codeOf(secret))));
    return results.map(({ status }) => status).sort();
  };
  expect(await outcome([await firstStep(), await firstStep()])).toEqual(["fulfilled", "rejected"]);
  await demo.clock.advance(30_000);
  const shared = await firstStep();
  expect(await outcome([shared, shared])).toEqual(["fulfilled", "rejected"]);
});

test("S10 a ticket is taken before its code is looked at: side by side it bears one try", async () => {
  await enrol();
  const ticket = await firstStep();
  const guesses = ["ABCDE-FGHIJ", "KLMNO-PQRST", "UVWXY-Z2345"];
  const tried = await Promise.all(guesses.map((guess) => refusal(secondStep(ticket, guess))));
  expect(tried.filter(({ error }) => error === "badTotp")).toHaveLength(1);
  expect(tried.filter(({ message }) => message === late)).toHaveLength(2);
});

test("S10 tries at the code are slowed down, whoever knows the password and asks for new tickets", async () => {
  const { secret } = await enrol();
  const errorsSeen: string[] = [];
  for (let i = 0; i < 8; i += 1) errorsSeen.push((await refusal(secondStep(await firstStep(), "ABCDE-FGHIJ"))).error);
  expect(errorsSeen.slice(0, 5)).toEqual(Array(5).fill("badTotp"));
  expect(errorsSeen.slice(5)).toEqual(Array(3).fill("locked"));
  const ticket = await firstStep();
  expect((await refusal(secondStep(ticket, codeOf(secret)))).error).toBe("locked");
  // Whoever waits goes on with the ticket that he has.
  await demo.clock.advance(4_000);
  expect(await secondStep(ticket, codeOf(secret))).toHaveProperty("access_token");
});

test("S10 guesses of strangers do not hold up a browser that the account signed in from before", async () => {
  const { secret } = await enrol();
  let cookie = "";
  const context = { address: "10.0.0.7", setHeader: (_: string, value: string) => (cookie = value.split(";")[0]!) };
  const body = async () => ({ grant_type: "totp" as const, ticket: await firstStep(), code: codeOf(secret) });
  await demo.call(authApi.token, { body: await body() }, undefined, context);
  await demo.clock.advance(30_000);
  for (let i = 0; i < 5; i += 1) await refusal(secondStep(await firstStep(), "ABCDE-FGHIJ"));
  expect((await refusal(secondStep(await firstStep(), codeOf(secret)))).error).toBe("locked");
  const known = { address: "10.0.0.7", headers: { cookie } };
  expect(await demo.call(authApi.token, { body: await body() }, undefined, known)).toHaveProperty("access_token");
});

test("S10 a ticket dies with its time, with the password and with five wrong codes", async () => {
  const { secret, recoveryCodes } = await enrol();
  const old = await firstStep();
  await demo.clock.advance(301_000);
  expect((await refusal(secondStep(old, codeOf(secret)))).message).toBe(late);
  const worn = await firstStep();
  for (let i = 0; i < 5; i += 1) expect((await refusal(secondStep(worn, "ABCDE-FGHIJ"))).error).toBe("badTotp");
  await demo.clock.advance(10_000);
  expect((await refusal(secondStep(worn, codeOf(secret)))).message).toBe(late);
  const changed = await firstStep();
  await demo.ports.database.system((trx) =>
    trx
      .updateTable("account")
      .set({ passwordChangedAt: new Date(demo.clock.now() + 1) })
      .execute(),
  );
  expect((await refusal(secondStep(changed, recoveryCodes[0]!))).message).toBe(late);
});

test("S10 an account that is put out of service between the steps does not sign in", async () => {
  const { secret } = await enrol();
  const ticket = await firstStep();
  await demo.ports.database.system((trx) => trx.updateTable("account").set({ enabled: 0 }).execute());
  expect((await refusal(secondStep(ticket, codeOf(secret)))).error).toBe("accountDisabled");
});

test("S11 recovery codes open once each and lie hashed; the secret lies sealed", async () => {
  const { secret, recoveryCodes } = await enrol();
  expect(new Set(recoveryCodes).size).toBe(10);
  const stored = JSON.stringify(
    await demo.ports.database.system((trx) => trx.selectFrom("account").selectAll().execute()),
  );
  for (const code of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace("-", ""))])
    expect(stored).not.toContain(code);
  const { access_token } = await secondStep(await firstStep(), recoveryCodes[3]!.toLowerCase());
  expect(await demo.call(totpApi.state, {}, access_token)).toEqual({ enabled: true, required: false, recoveryLeft: 9 });
  expect(await refusal(secondStep(await firstStep(), recoveryCodes[3]!))).toMatchObject({ error: "badTotp" });
});

test("S11 enrolment asks the password again, and nothing counts before a code was confirmed", async () => {
  const { access_token: token } = await demo.signIn(operatorLogin);
  expect(await refusal(demo.call(totpApi.begin, { body: await demo.encrypt("Wrong#2026") }, token))).toMatchObject({
    message: "密码：密码不正确",
  });
  const { secret } = await demo.call(totpApi.begin, { body: await demo.encrypt(demoPassword) }, token);
  const wrong = codeOf(secret) === "000000" ? "000001" : "000000";
  expect((await refusal(demo.call(totpApi.confirm, { body: { code: wrong } }, token))).message).toContain("验证码");
  expect(await demo.signIn(operatorLogin)).toHaveProperty("access_token");
});

test("S11 switching off asks password and code; then the password alone signs in", async () => {
  const { secret } = await enrol();
  const { access_token } = await secondStep(await firstStep(), codeOf(secret));
  const disable = async (password: string, code: string) =>
    demo.call(totpApi.disable, { body: { ...(await demo.encrypt(password)), code } }, access_token);
  await demo.clock.advance(30_000);
  expect(await refusal(disable("Wrong#2026", codeOf(secret)))).toMatchObject({ message: "密码：密码不正确" });
  expect((await refusal(disable(demoPassword, codeOf(secret, -30)))).message).toContain("验证码");
  await disable(demoPassword, codeOf(secret));
  expect(await demo.signIn(operatorLogin)).toHaveProperty("access_token");
});

test("S11 another telephone: password and a code of the old one, or a recovery code; then the old secret opens nothing", async () => {
  const { secret, recoveryCodes, token } = await enrol();
  const begin = async (code?: string) =>
    demo.call(totpApi.begin, { body: { ...(await demo.encrypt(demoPassword)), ...(code ? { code } : {}) } }, token);
  expect((await refusal(begin())).message).toBe("请输入验证码");
  expect((await refusal(begin("ABCDE-FGHIJ"))).message).toBe("验证码不正确或已使用");
  const { secret: next } = await begin(recoveryCodes[0]);
  expect(next).not.toBe(secret);
  // Until it is confirmed the old one counts.
  await secondStep(await firstStep(), codeOf(secret));
  const { access_token } = await (async () => {
    await demo.clock.advance(30_000);
    return secondStep(await firstStep(), codeOf(secret));
  })();
  const renewed = await demo.call(totpApi.confirm, { body: { code: codeOf(next) } }, access_token);
  await demo.clock.advance(30_000);
  for (const gone of [codeOf(secret), recoveryCodes[1]!])
    expect((await refusal(secondStep(await firstStep(), gone))).error).toBe("badTotp");
  expect(await secondStep(await firstStep(), renewed.recoveryCodes[1]!)).toHaveProperty("access_token");
});

test("S11 the operation log has who switched on, renewed, used a recovery code and switched off, and no secret", async () => {
  const began = new Date(demo.clock.now());
  const { secret, recoveryCodes } = await enrol(administrator);
  const { access_token } = await secondStep(await firstStep(administrator), recoveryCodes[0]!);
  const { secret: next } = await demo.call(
    totpApi.begin,
    { body: { ...(await demo.encrypt(demoPassword)), code: codeOf(secret) } },
    access_token,
  );
  await demo.call(totpApi.confirm, { body: { code: codeOf(next) } }, access_token);
  await demo.clock.advance(30_000);
  const off = { ...(await demo.encrypt(demoPassword)), code: codeOf(next) };
  await demo.call(totpApi.disable, { body: off }, access_token);
  const log = await demo.ports.database.tenant(administrator.code, (trx) =>
    trx.selectFrom("operation_log").selectAll().where("object", "=", "totp").where("at", ">=", began).execute(),
  );
  expect(log.map(({ action }) => action).sort()).toEqual(["disable", "enable", "renew", "useRecovery"]);
  expect(log.find(({ action }) => action === "useRecovery")).toMatchObject({
    objectName: "admin",
    nickName: expect.any(String) as string,
    address: "10.0.0.1",
    after: { recoveryLeft: 9 },
  });
  for (const word of [secret, next, ...recoveryCodes]) expect(JSON.stringify(log)).not.toContain(word);
});

test("S11 npm run totp-reset: an operator's and an administrator's second step off, their sessions ended, in the log", async () => {
  const { token } = await enrol();
  await expect(demo.auth.resetTotp("nobody")).rejects.toThrow(
    "nobody: no operator has this name; an administrator is ENTERPRISE/nobody",
  );
  await expect(demo.auth.resetTotp("0000000admin")).rejects.toThrow("user name of a sign-in, give admin");
  await expect(demo.auth.resetTotp("1000011admin")).rejects.toThrow("user name of a sign-in, give 100001/admin");
  await expect(demo.auth.resetTotp("999999/admin")).rejects.toThrow("the enterprise 999999 has no administrator");
  // An agent has no second step to reset.
  await expect(demo.auth.resetTotp("100001/1001")).rejects.toThrow("the enterprise 100001 has no administrator");
  await expect(demo.auth.resetTotp("a b")).rejects.toThrow("takes ACCOUNT");
  await expect(demo.auth.resetTotp(`${administrator.code}/admin`)).rejects.toThrow("the second step is not on");
  await demo.auth.resetTotp("admin");
  expect(await refusal(demo.call(totpApi.state, {}, token))).toMatchObject({ error: "ended" });
  expect(await demo.signIn(operatorLogin)).toHaveProperty("access_token");
  await enrol(administrator);
  await demo.auth.resetTotp(`${administrator.code}/admin`);
  expect(await demo.signIn(administrator)).toHaveProperty("access_token");
  const log = await demo.ports.database.system((trx) =>
    trx
      .selectFrom("operation_log")
      .select(["compId", "nickName", "objectName"])
      .where("action", "=", "reset")
      .execute(),
  );
  expect(log).toEqual(
    ["000000", administrator.code].map((compId) => ({ compId, nickName: "服务器命令行", objectName: "admin" })),
  );
});
