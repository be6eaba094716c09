import { authApi, userInfo } from "@liantai/api/contract";
import { demoPassword } from "../system/index.ts";
import { administrator, agent, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo();
});
afterEach(() => demo.reset());
afterAll(() => demo.close());

const day = 86_400_000;
const setEnterprise = (values: Record<string, number>) =>
  demo.ports.database.system((trx) => trx.updateTable("enterprise").set(values).execute());
/** A later day; the session of the day before is gone by then. */
const later = async (days: number) => {
  await demo.ports.database.system((trx) =>
    trx
      .updateTable("account")
      .set({ passwordChangedAt: new Date(demo.clock.now() - days * day) })
      .execute(),
  );
};

describe("getUser", () => {
  test("of an agent has every field of the contract", async () => {
    const { access_token } = await demo.signIn(agent);
    const user = await demo.call(authApi.getUser, {}, access_token);
    await userInfo.validate(user, { strict: true });
    expect(Object.keys(user).sort()).toEqual(Object.keys(userInfo.fields).sort());
    expect(user).toMatchObject({
      userName: "10000121001",
      nickName: "李晓雯",
      agentId: "1001",
      compId: "100001",
      roleType: 2,
      expired: 0,
      defaultAccessNumber: "4001",
      password: "",
      terminalType: 2,
      extension: "1001",
      empowerJson: null,
      operator: 0,
      enterprise: { compId: "100001", name: "联台演示企业", forbidden: 1 },
      skillGroupList: [{ type: 1, name: "客服一组", id: expect.any(String) }],
    });
  });

  test("of an administrator and an operator, too", async () => {
    const boss = await demo.call(authApi.getUser, {}, (await demo.signIn(administrator)).access_token);
    await userInfo.validate(boss, { strict: true });
    expect(boss).toMatchObject({ roleType: 1, agentId: null, isSys: 1, extension: null, skillGroupList: [] });
    const root = await demo.call(authApi.getUser, {}, (await demo.signIn(operatorLogin)).access_token);
    await userInfo.validate(root, { strict: true });
    expect(root).toMatchObject({
      roleType: 0,
      compId: null,
      enterprise: null,
      empowerJson: {},
      operator: 1,
      isSuper: 1,
      expired: 0,
      defaultAccessNumber: null,
    });
  });
});

describe("an overdue password", () => {
  test("is counted in days, deferred to the next cycle, and not for operators", async () => {
    await setEnterprise({ reminderCycle: 30 });
    await later(32);
    const { access_token } = await demo.signIn(agent);
    expect((await demo.call(authApi.getUser, {}, access_token)).expired).toBe(3);
    expect(await demo.call(authApi.userExpired, {}, access_token)).toBe(3);
    await demo.call(authApi.deferPassword, {}, access_token);
    expect(await demo.call(authApi.userExpired, {}, access_token)).toBe(0);
    expect(await demo.call(authApi.userExpired, {}, (await demo.signIn(operatorLogin)).access_token)).toBe(0);
  });

  test("cannot be deferred where the enterprise forces the change", async () => {
    await setEnterprise({ reminderCycle: 30, forcePasswordChange: 1 });
    await later(32);
    const { access_token } = await demo.signIn(agent);
    expect(await refusal(demo.call(authApi.deferPassword, {}, access_token))).toEqual({
      error: "refused",
      status: 200,
      message: "企业要求定期修改密码，不能推迟",
    });
    expect(await demo.call(authApi.userExpired, {}, access_token)).toBe(3);
  });
});

describe("changing the password", () => {
  const change = async (token: string, oldPassword: string, newPassword: string) => {
    const [old, next] = [await demo.encrypt(oldPassword), await demo.encrypt(newPassword)];
    return demo.call(
      authApi.resetPassword,
      { body: { kid: old.kid, oldPassword: old.password, newPassword: next.password } },
      token,
    );
  };

  test("needs the old one and the rules, and names the field in Chinese", async () => {
    const { access_token } = await demo.signIn(agent);
    expect(await refusal(change(access_token, "Wrong#2026", "Kranich7#Morgen"))).toEqual({
      error: "invalid",
      status: 200,
      message: "原密码：原密码不正确",
    });
    for (const [next, message] of [
      ["short", "新密码：密码长度至少8位，且由大小写字母、数字和符号组成"],
      ["Abcdefg#中文1", "新密码：请勿输入中文"],
      [demoPassword, "新密码：新密码不能与原密码相同"],
    ] as const)
      expect((await refusal(change(access_token, demoPassword, next))).message).toBe(message);
  });

  test("keeps this session, ends the others of the account, and the new password signs in", async () => {
    const { access_token } = await demo.signIn(agent);
    const caller = await demo.caller(access_token);
    await demo.ports.database.system(async (trx) => {
      const row = await trx.selectFrom("session").selectAll().executeTakeFirstOrThrow();
      await trx
        .insertInto("session")
        .values({ ...row, id: "other", accessHash: "a", refreshHash: "b" })
        .execute();
    });
    await change(access_token, demoPassword, "Kranich7#Morgen");
    expect([...(await demo.auth.sessions.endsOf([caller.sessionId, "other"]))]).toEqual([["other", "password"]]);
    expect((await refusal(demo.signIn(agent))).error).toBe("badCredentials");
    await demo.signIn({ ...agent, password: "Kranich7#Morgen" });
  });
});

test("the operator home shows what runs", async () => {
  const { access_token } = await demo.signIn(operatorLogin);
  const { uptimeS } = await demo.call(authApi.operatorHome, {}, access_token);
  await demo.clock.advance(5_000);
  expect(await demo.call(authApi.operatorHome, {}, access_token)).toEqual({
    version: "1.2.3",
    database: "pglite",
    broker: "process",
    switch: "embedded",
    uptimeS: uptimeS + 5,
    enterprises: 1,
    sessions: 1,
    legs: 2,
    registered: 3,
  });
});

test("a button needs a grant of the role; operators press all", async () => {
  const who = async (login: Parameters<Demo["signIn"]>[0]) => demo.caller((await demo.signIn(login)).access_token);
  expect(await demo.auth.mayPress(await who(agent), "callrecord.play")).toBe(true);
  expect(await demo.auth.mayPress(await who(agent), "callrecord.unknown")).toBe(false);
  expect(await demo.auth.mayPress(await who(operatorLogin), "callrecord.unknown")).toBe(true);
});
