/** Guessing passwords (docs/protocol.md S8): who waits, how long, and who does not. */
import { authApi } from "@liantai/api/contract";
import { administrator, agent, openDemo, refusal, type Demo } from "../../testing/demo.ts";

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo();
});
afterEach(() => demo.reset());
afterAll(() => demo.close());

type Who = Parameters<Demo["signIn"]>[0];
const wrong = (who: Who = agent, more: Partial<Who> = {}) =>
  refusal(demo.signIn({ ...who, password: "Wrong#2026", ...more }));
const waits = (seconds: number) => ({
  error: "locked",
  status: 428,
  message: `登录失败次数过多，请${seconds}秒后再试`,
});
/** Signs in; what the browser keeps of it. */
async function device(who: Who = agent): Promise<string> {
  const given: string[] = [];
  await demo.signIn({ ...who, onCookie: (cookie) => given.push(cookie) });
  return given[0]!;
}
const sent = (cookie: string): string => cookie.split(";")[0]!;

describe("an account", () => {
  test.each<[string, Who]>([
    ["a known one", agent],
    ["an unknown one", { ...agent, account: "9999" }],
  ])("%s: five tries are free, then each failure makes the next wait twice as long", async (_what, who) => {
    for (let i = 0; i < 4; i += 1) expect((await wrong(who)).message).toBe("账号或密码错误");
    let seconds = 2;
    for (let i = 0; i < 4; i += 1) {
      expect((await wrong(who)).message).toBe(`账号或密码错误，请${seconds}秒后再试`);
      expect(await wrong(who)).toEqual(waits(seconds));
      await demo.clock.advance(seconds * 1_000 - 500);
      // Asking again does not make it longer.
      expect(await wrong(who)).toEqual(waits(1));
      await demo.clock.advance(500);
      seconds *= 2;
    }
  });

  test("waits five minutes at most, and an hour later all is forgotten", async () => {
    for (let i = 0; i < 15; i += 1) {
      await wrong();
      await demo.clock.advance(300_000);
    }
    await demo.clock.advance(3_600_000);
    expect((await wrong()).message).toBe("账号或密码错误");
  });

  test("the wait binds the right password from any other address, is kept with the account and outlives the process", async () => {
    for (let i = 0; i < 5; i += 1) await wrong();
    await demo.ports.broker.delete("auth:wait:account:10000121001");
    expect(await refusal(demo.signIn({ ...agent, address: "10.9.9.9" }))).toEqual(waits(2));
    await demo.clock.advance(2_000);
    await demo.signIn({ ...agent, address: "10.9.9.9" });
    expect((await wrong()).message).toBe("账号或密码错误");
  });

  test("tries side by side are counted before any is verified: five, the first that waits, and then one at a time", async () => {
    const verified = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => wrong()))).filter(
        (each) => each.error === "badCredentials",
      ).length;
    expect(await verified(20)).toBeLessThanOrEqual(6);
    await demo.clock.advance(300_000);
    expect(await verified(20)).toBeLessThanOrEqual(1);
  });
});

describe("S8 an attacker cannot lock a person out", () => {
  const attack = async (who: Who = agent) => {
    for (let i = 0; i < 60; i += 1) {
      await wrong(who, { address: "203.0.113.9" });
      await demo.clock.advance(1_000);
    }
  };

  test("from a browser that signed in before, the person comes in at once while strangers wait", async () => {
    const cookie = await device();
    expect(cookie).toMatch(/^device_[0-9a-f]{12}=[\w.-]+; Max-Age=15552000; Path=\/auth; HttpOnly; SameSite=Strict$/);
    await attack();
    expect((await refusal(demo.signIn(agent))).error).toBe("locked");
    await demo.signIn({ ...agent, cookie: `other=1; ${sent(cookie)}` });
  });

  test("a known browser waits for its own failures, and for those of nobody else", async () => {
    const cookie = sent(await device());
    for (let i = 0; i < 4; i += 1) await wrong(agent, { cookie });
    expect((await wrong(agent, { cookie })).message).toBe("账号或密码错误，请2秒后再试");
    expect(await refusal(demo.signIn({ ...agent, cookie }))).toEqual(waits(2));
    await demo.signIn(agent);
  });

  test("a cookie is no key for another account, nor forged, nor older than the password or half a year", async () => {
    const cookie = sent(await device());
    await attack(administrator);
    const [name, value = ""] = cookie.split("=");
    for (const foreign of [cookie, `${name}=${value.slice(0, -2)}AA`, `${name}=x`, `${name}=`])
      expect((await refusal(demo.signIn({ ...administrator, cookie: foreign }))).error).toBe("locked");
    await demo.clock.advance(3_600_000);
    await attack();
    for (const forged of [`${name}=${value.slice(0, -2)}AA`, `${name}=${value.replace(/\.\d+\./, ".9999999999999.")}`])
      expect((await refusal(demo.signIn({ ...agent, cookie: forged }))).error).toBe("locked");
    await demo.ports.database.system((trx) =>
      trx
        .updateTable("account")
        .set({ passwordChangedAt: new Date(demo.clock.now()) })
        .where("userName", "=", "10000121001")
        .execute(),
    );
    expect((await refusal(demo.signIn({ ...agent, cookie }))).error).toBe("locked");
  });
});

describe("an address", () => {
  test("that fails at many accounts waits at all of them; others and known browsers do not", async () => {
    const cookie = sent(await device(administrator));
    for (let i = 0; i < 30; i += 1) await wrong({ ...agent, account: `80${10 + i}` });
    expect(await refusal(demo.signIn(agent))).toEqual(waits(2));
    await demo.signIn({ ...agent, address: "10.0.0.2" });
    await demo.signIn({ ...administrator, cookie });
    await demo.clock.advance(2_000);
    await demo.signIn(agent);
    // One known password does not clear the address for the next guesses.
    await wrong({ ...agent, account: "8099" });
    expect((await refusal(demo.signIn(agent))).error).toBe("locked");
  });

  test("of IPv6 is all that one customer has: its first 64 bits", async () => {
    const from = (host: number, network = 7) => ({ address: `2001:db8:0:${network}::${host.toString(16)}` });
    for (let i = 0; i < 30; i += 1) await wrong({ ...agent, account: `80${10 + i}`, ...from(i + 1) });
    expect((await refusal(demo.signIn({ ...agent, ...from(99) }))).error).toBe("locked");
    await demo.signIn({ ...agent, ...from(99, 8) });
  });
});

test("S9 a common password is refused as a new one, with the field named", async () => {
  const { access_token } = await demo.signIn(agent);
  const { kid, password: oldPassword } = await demo.encrypt("Liantai#2026");
  const { password: newPassword } = await demo.encrypt("P@ssw0rd");
  expect(
    await refusal(demo.call(authApi.resetPassword, { body: { kid, oldPassword, newPassword } }, access_token)),
  ).toMatchObject({ error: "invalid", message: "新密码：该密码过于常见或已泄露，请更换" });
});

test("the old password guessed at an open desk ends that account's sessions, and holds up no sign-in", async () => {
  const { access_token } = await demo.signIn(agent);
  const guess = async () => {
    const { kid, password: oldPassword } = await demo.encrypt("Wrong#2026");
    const { password: newPassword } = await demo.encrypt("Another#2026x");
    return refusal(demo.call(authApi.resetPassword, { body: { kid, oldPassword, newPassword } }, access_token));
  };
  for (let i = 0; i < 4; i += 1) expect((await guess()).message).toBe("原密码：原密码不正确");
  expect(await guess()).toMatchObject({ error: "locked", message: "原密码输入错误次数过多，请重新登录" });
  await demo.clock.settle();
  expect(await demo.auth.sessions.resolve(access_token)).toHaveProperty("refused");
  await demo.signIn(agent);
});
