import { authApi, errors, formUserName } from "@liantai/api/contract";
import { demoPassword } from "../system/index.ts";
import { administrator, agent, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo();
});
afterEach(() => demo.reset());
afterAll(() => demo.close());

const logged = () =>
  demo.ports.database.system((trx) =>
    trx.selectFrom("login_log").select(["userName", "result", "compId", "address"]).orderBy("id").execute(),
  );
const wrong = (who = agent, more = {}) => refusal(demo.signIn({ ...who, password: "Wrong#2026", ...more }));

test("the switch expects calls from the picture of the sign-in page on, and from a token that is asked for", async () => {
  const expected = jest.spyOn(demo.ports.switch, "expectCalls");
  await demo.encrypt(demoPassword);
  expect(expected).not.toHaveBeenCalled();
  await demo.binary(authApi.captcha, { query: { randomStr: "page-wake-1" } });
  expect(expected).toHaveBeenCalledTimes(1);
  const refreshing = { grant_type: "refresh_token" as const, refresh_token: "x" };
  expect((await refusal(demo.call(authApi.token, { body: refreshing }))).error).toBeDefined();
  expect(expected).toHaveBeenCalledTimes(2);
  expected.mockRestore();
});

describe("the image code", () => {
  test("is compared case-insensitively and works once", async () => {
    const first = await demo.binary(authApi.captcha, { query: { randomStr: "page-one-1" } });
    expect(first.contentType).toBe("image/png");
    expect(first.headers).toEqual({ "cache-control": "no-store" });
    const code = (await demo.ports.broker.get("auth:captcha:page-one-1"))!;
    const body = async () => ({
      grant_type: "password" as const,
      username: formUserName("100001", 2, "1001"),
      ...(await demo.encrypt(demoPassword)),
      code: code.toLowerCase(),
      randomStr: "page-one-1",
    });
    await demo.call(authApi.token, { body: await body() });
    expect(await refusal(demo.call(authApi.token, { body: await body() }))).toEqual({
      error: "badCaptcha",
      status: 428,
      message: errors.badCaptcha.text,
    });
  });

  test("dies by a wrong try, by a new picture and after five minutes", async () => {
    const draw = async () => {
      await demo.binary(authApi.captcha, { query: { randomStr: "page-two-2" } });
      return (await demo.ports.broker.get("auth:captcha:page-two-2"))!;
    };
    const attempt = async (code: string) =>
      demo.call(authApi.token, {
        body: {
          grant_type: "password",
          username: formUserName("100001", 2, "1001"),
          ...(await demo.encrypt(demoPassword)),
          code,
          randomStr: "page-two-2",
        },
      });
    const spent = await draw();
    await refusal(attempt("0000"));
    expect((await refusal(attempt(spent))).error).toBe("badCaptcha");
    const replaced = await draw();
    const fresh = await draw();
    expect((await refusal(attempt(replaced))).error).toBe("badCaptcha");
    await draw();
    await demo.clock.advance(300_001);
    expect((await refusal(attempt(fresh))).error).toBe("badCaptcha");
    await attempt(await draw());
  });

  test("a wrong code is not a try of the password", async () => {
    for (let i = 0; i < 8; i += 1)
      expect((await refusal(demo.signIn({ ...agent, captcha: "XXXX" }))).error).toBe("badCaptcha");
    await demo.signIn(agent);
    expect((await logged()).map((row) => row.result)).toEqual([...Array<string>(8).fill("bad-captcha"), "ok"]);
  });
});

describe("signing in", () => {
  test("works by enterprise code, role and account, and for operators by account alone", async () => {
    for (const who of [agent, administrator, operatorLogin]) {
      const reply = await demo.signIn(who);
      expect(reply).toEqual({
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        refresh_token: expect.any(String),
        token_type: "Bearer",
        expires_in: 86_400,
      });
    }
    expect(await logged()).toEqual([
      { userName: "10000121001", result: "ok", compId: "100001", address: "10.0.0.1" },
      { userName: "1000011admin", result: "ok", compId: "100001", address: "10.0.0.1" },
      { userName: "0000000admin", result: "ok", compId: "000000", address: "10.0.0.1" },
    ]);
  });

  test("keeps no token in plain text", async () => {
    const tokens = await demo.signIn(agent);
    const rows = JSON.stringify(
      await demo.ports.database.system((trx) => trx.selectFrom("session").selectAll().execute()),
    );
    expect(rows).not.toContain(tokens.access_token);
    expect(rows).not.toContain(tokens.refresh_token);
  });

  test("a wrong password and an unknown account are refused in the same words", async () => {
    expect(await wrong()).toEqual({ error: "badCredentials", status: 401, message: "账号或密码错误" });
    expect(await wrong({ ...agent, account: "9999" } as never)).toEqual({
      error: "badCredentials",
      status: 401,
      message: "账号或密码错误",
    });
    expect(await wrong({ ...agent, code: "999999" } as never)).toEqual({
      error: "badCredentials",
      status: 401,
      message: "账号或密码错误",
    });
    expect((await logged()).map(({ result, compId }) => [result, compId])).toEqual([
      ["bad-password", "100001"],
      ["unknown", "100001"],
      ["unknown", "000000"],
    ]);
  });

  test("a disabled account or enterprise hears so, but only who knows the password", async () => {
    await demo.ports.database.system((trx) =>
      trx.updateTable("account").set({ enabled: 0 }).where("userName", "=", "10000121001").execute(),
    );
    expect((await wrong()).error).toBe("badCredentials");
    expect(await refusal(demo.signIn(agent))).toEqual({
      error: "accountDisabled",
      status: 428,
      message: errors.accountDisabled.text,
    });
    await demo.ports.database.system((trx) => trx.updateTable("enterprise").set({ enabled: 0 }).execute());
    expect((await refusal(demo.signIn(administrator))).error).toBe("enterpriseDisabled");
  });
});

describe("the password on the way", () => {
  const send = async (sealed: { kid?: string; password: string }) => {
    await demo.binary(authApi.captcha, { query: { randomStr: "page-three" } });
    const code = (await demo.ports.broker.get("auth:captcha:page-three"))!;
    return demo.call(authApi.token, {
      body: {
        grant_type: "password",
        username: formUserName("100001", 2, "1001"),
        ...sealed,
        code,
        randomStr: "page-three",
      },
    });
  };

  test("a ciphertext is accepted once, in any spelling of its base64", async () => {
    const sealed = await demo.encrypt(demoPassword);
    await send(sealed);
    expect(await refusal(send(sealed))).toEqual({ error: "invalid", status: 200, message: "请求已失效，请重新提交" });
    expect((await refusal(send({ ...sealed, password: ` ${sealed.password}\n` }))).message).toBe(
      "请求已失效，请重新提交",
    );
  });

  test("it is refused five minutes from the server clock, either way", async () => {
    for (const offset of [-300_001, 300_001])
      expect((await refusal(send(await demo.encrypt(demoPassword, demo.clock.now() + offset)))).message).toBe(
        "请求已过期，请刷新页面后重试",
      );
    await send(await demo.encrypt(demoPassword, demo.clock.now() - 299_000));
  });

  test("another key, plain text and rubbish are refused without a guess at the password", async () => {
    const sealed = await demo.encrypt(demoPassword);
    for (const bad of [
      { ...sealed, kid: "another" },
      { password: Buffer.from(demoPassword).toString("base64") },
      { password: "x" },
    ]) {
      expect((await refusal(send(bad))).message).toBe("登录密钥已更新，请刷新页面后重试");
    }
    expect((await logged()).map((row) => row.result)).toEqual([]);
  });

  test("every process has the same key, and its private half is sealed in the database", async () => {
    const { kid } = await demo.call(authApi.publicKey);
    const setting = await demo.ports.database.system((trx) =>
      trx.selectFrom("setting").select("value").where("key", "=", "auth.passwordKey").executeTakeFirstOrThrow(),
    );
    expect(setting.value).toMatchObject({ kid, sealed: expect.stringMatching(/^v1\./) });
  });
});
