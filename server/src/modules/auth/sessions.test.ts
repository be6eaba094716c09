import { authApi, errors, formatTime } from "@liantai/api/contract";
import { subscribe } from "../topics.ts";
import { administrator, agent, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo();
});
afterEach(() => demo.reset());
afterAll(() => demo.close());

const ends = async () => {
  const heard: string[] = [];
  await subscribe(demo.ports.broker, "session.ended", ({ reason }) => void heard.push(reason));
  return heard;
};
const resolve = (token: string) => demo.auth.sessions.resolve(token);
const idOf = async (token: string) => (await demo.caller(token)).sessionId;

describe("one live session an account", () => {
  test("signing in elsewhere ends the first with the sentence of the specification", async () => {
    const heard = await ends();
    const first = await demo.signIn(agent);
    await demo.caller(first.access_token);
    const second = await demo.signIn({ ...agent, address: "10.0.0.7" });
    expect(await refusal(demo.call(authApi.getUser, {}, first.access_token))).toEqual({
      error: "elsewhere",
      status: 426,
      message: "您的账号已在别处登录，您将被强制退出",
    });
    expect(await refusal(demo.call(authApi.refresh, { body: { hour: 24, token: first.refresh_token } }))).toMatchObject(
      { error: "elsewhere", status: 426 },
    );
    expect((await demo.caller(second.access_token)).agentId).toBe("1001");
    expect(heard).toEqual(["elsewhere"]);
  });

  test("of sign-ins at the same moment exactly one lives", async () => {
    const all = await Promise.all([1, 2, 3].map(() => demo.signIn(agent)));
    const alive = await Promise.all(
      all.map(async ({ access_token }) => "refused" in (await resolve(access_token)) === false),
    );
    expect(alive.filter(Boolean)).toHaveLength(1);
  });
});

describe("an access token", () => {
  test("is unknown: 401", async () => {
    expect(await resolve("nonsense")).toEqual({ refused: "noSession" });
  });

  test("lives 24 hours", async () => {
    const { access_token } = await demo.signIn(agent);
    await demo.clock.advance(24 * 3_600_000 - 1);
    expect(await resolve(access_token)).toHaveProperty("userId");
    await demo.clock.advance(1);
    expect(await resolve(access_token)).toEqual({ refused: "noSession" });
  });

  test("of an account that was disabled stops within 30 s", async () => {
    const { access_token } = await demo.signIn(agent);
    await resolve(access_token);
    await demo.ports.database.system((trx) =>
      trx.updateTable("account").set({ enabled: 0 }).where("account", "=", "1001").execute(),
    );
    await demo.clock.advance(30_000);
    expect(await resolve(access_token)).toEqual({ refused: "ended" });
  });

  test("is looked up once in 30 s, and an end anywhere in the installation is heard at once", async () => {
    const { access_token } = await demo.signIn(agent);
    const caller = await demo.caller(access_token);
    const spy = jest.spyOn(demo.ports.database, "system");
    for (let i = 0; i < 5; i += 1) await resolve(access_token);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
    await demo.ports.database.system((trx) =>
      trx
        .updateTable("session")
        .set({ endedAt: new Date(demo.clock.now()), endReason: "ended" })
        .execute(),
    );
    expect(await resolve(access_token)).toHaveProperty("userId");
    await demo.ports.broker.publish("session.ended", {
      sessionId: caller.sessionId,
      accountId: caller.userId,
      compId: caller.compId,
      agentId: caller.agentId,
      reason: "ended",
    });
    await demo.clock.settle();
    expect(await resolve(access_token)).toEqual({ refused: "ended" });
  });

  test("marks the session as seen at most once a minute", async () => {
    const { access_token } = await demo.signIn(agent);
    const seen = async () =>
      (
        await demo.ports.database.system((trx) =>
          trx.selectFrom("session").select("lastSeenAt").executeTakeFirstOrThrow(),
        )
      ).lastSeenAt.getTime();
    await demo.clock.advance(90_000);
    await resolve(access_token);
    await demo.clock.settle();
    const first = await seen();
    expect(first).toBe(demo.clock.now());
    await demo.clock.advance(59_000);
    await resolve(access_token);
    await demo.clock.settle();
    expect(await seen()).toBe(first);
    await demo.clock.advance(1_000);
    await resolve(access_token);
    await demo.clock.settle();
    expect(await seen()).toBe(demo.clock.now());
  });
});

describe("a refresh", () => {
  const refresh = (token: string) => demo.call(authApi.refresh, { body: { hour: 24, token } });
  const byGrant = (refresh_token: string) =>
    demo.call(authApi.token, { body: { grant_type: "refresh_token", refresh_token } });

  test("gives new tokens for another 24 hours; the old access token works 30 s more", async () => {
    const first = await demo.signIn(agent);
    await demo.clock.advance(23 * 3_600_000);
    const second = await refresh(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(await resolve(first.access_token)).toHaveProperty("userId");
    await demo.clock.advance(30_001);
    expect(await resolve(first.access_token)).toEqual({ refused: "noSession" });
    await demo.clock.advance(23 * 3_600_000);
    expect(await resolve(second.access_token)).toHaveProperty("userId");
    expect(await idOf((await byGrant(second.refresh_token)).access_token)).toBe(await idOf(second.access_token));
  });

  test("sent twice within 10 s (a lost reply, two pages) gets the same tokens", async () => {
    const first = await demo.signIn(agent);
    const [a, b] = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)]);
    expect(a).toEqual(b);
    await demo.clock.advance(9_000);
    expect(await refresh(first.refresh_token)).toEqual(a);
  });

  test("with a token that was rotated before ends the session: one of its holders is a thief", async () => {
    const heard = await ends();
    const first = await demo.signIn(agent);
    const second = await refresh(first.refresh_token);
    await demo.clock.advance(10_001);
    expect((await refusal(refresh(first.refresh_token))).error).toBe("noSession");
    expect(await resolve(second.access_token)).toEqual({ refused: "ended" });
    expect(await refusal(refresh(second.refresh_token))).toMatchObject({ error: "ended", status: 426 });
    expect(heard).toEqual(["ended"]);
  });

  test("with a forged or late token ends nothing", async () => {
    const first = await demo.signIn(agent);
    const [session, secret] = first.refresh_token.split(".");
    for (const forged of [
      "x",
      `${session}.${secret}`,
      `${session}.${secret}.AAAA`,
      `${session}.other.${first.refresh_token.split(".")[2]}`,
    ])
      expect((await refusal(refresh(forged))).error).toBe("noSession");
    expect(await resolve(first.access_token)).toHaveProperty("userId");
    await demo.clock.advance(24 * 3_600_000);
    expect((await refusal(refresh(first.refresh_token))).error).toBe("noSession");
  });
});

test("a session that nobody refreshed is swept with reason expired", async () => {
  const heard = await ends();
  await demo.signIn(agent);
  await demo.clock.advance(24 * 3_600_000 - 1_000);
  expect(heard).toEqual([]);
  await demo.clock.advance(301_000);
  await demo.eventually(() => heard.length > 0);
  expect(heard).toEqual(["expired"]);
});

describe("the list of sessions", () => {
  const list = (token: string, mine: boolean) =>
    demo.call(authApi.sessions, { body: { mine, pageNo: 1, pageSize: 10 } }, token);

  test("shows the own, the enterprise for its administrator, all for operators", async () => {
    const [one, two, boss, root] = [
      await demo.signIn(agent),
      await demo.signIn({ ...agent, account: "1002" }),
      await demo.signIn(administrator),
      await demo.signIn(operatorLogin),
    ];
    const names = async (token: string, mine: boolean) =>
      (await list(token, mine)).list.map((row) => row.nickName).sort();
    expect(await names(one.access_token, true)).toEqual(["李晓雯"]);
    expect(await names(one.access_token, false)).toEqual(["李晓雯"]);
    expect(await names(boss.access_token, false)).toEqual(["张建国", "李晓雯", "王志强"].sort());
    expect(await names(root.access_token, false)).toEqual(["张建国", "李晓雯", "王志强", "系统运营"].sort());
    const { list: rows, total } = await list(two.access_token, true);
    expect(total).toBe(1);
    expect(rows[0]).toEqual({
      id: await idOf(two.access_token),
      userId: expect.any(String),
      nickName: "王志强",
      account: "1002",
      roleType: 2,
      createdAt: expect.stringMatching(/^2026-03-\d\d \d\d:\d\d:\d\d$/),
      lastSeenAt: formatTime(new Date(demo.clock.now())),
      address: "10.0.0.1",
      device: "jest",
      current: true,
    });
  });

  test("a session is ended by its owner, its administrator or an operator, and by nobody else", async () => {
    const heard = await ends();
    const one = await demo.signIn(agent);
    const end = (token: string, id: string) => demo.call(authApi.endSession, { params: { id } }, token);
    const id = await idOf(one.access_token);
    const colleague = await demo.signIn({ ...agent, account: "1002" });
    expect(await refusal(end(colleague.access_token, id))).toEqual({
      error: "notFound",
      status: 200,
      message: errors.notFound.text,
    });
    await end((await demo.signIn(administrator)).access_token, id);
    expect(await refusal(demo.call(authApi.getUser, {}, one.access_token))).toEqual({
      error: "ended",
      status: 426,
      message: errors.ended.text,
    });
    await end((await demo.signIn(operatorLogin)).access_token, await idOf(colleague.access_token));
    expect(heard).toEqual(["ended", "ended"]);
  });

  test("an administrator of another enterprise cannot see or end it", async () => {
    const one = await demo.signIn(agent);
    const boss = await demo.signIn(administrator);
    const foreign = { ...(await demo.caller(boss.access_token)), compId: "200002" };
    const handler = (name: string) => demo.auth.routes.find((each) => each.endpoint.name === name)!.handler;
    const context = { caller: foreign, address: "", device: "", requestId: "", origin: "", files: [], headers: {} };
    expect(
      await handler("sessions")({ body: { mine: false, pageNo: 1, pageSize: 10 } } as never, context),
    ).toMatchObject({ list: [], total: 0 });
    expect(
      (await refusal(handler("endSession")({ params: { id: await idOf(one.access_token) } } as never, context))).error,
    ).toBe("notFound");
    expect(await resolve(one.access_token)).toHaveProperty("userId");
  });
});

test("logging out ends the session and says so", async () => {
  const heard = await ends();
  const { access_token } = await demo.signIn(agent);
  await demo.call(authApi.logout, {}, access_token);
  expect(await resolve(access_token)).toEqual({ refused: "noSession" });
  expect(heard).toEqual(["logout"]);
});

describe("a ticket", () => {
  const issue = (token: string, use: "message" | "cti") => demo.call(authApi.ticket, { body: { use } }, token);

  test("opens one socket of its use within 30 s", async () => {
    const { access_token } = await demo.signIn(agent);
    const { ticket, expiresIn } = await issue(access_token, "cti");
    expect(expiresIn).toBe(30);
    expect(await demo.auth.tickets.redeem(ticket, "cti")).toMatchObject({ agentId: "1001", compId: "100001" });
    expect(await demo.auth.tickets.redeem(ticket, "cti")).toBeUndefined();
    const late = await issue(access_token, "cti");
    await demo.clock.advance(30_001);
    expect(await demo.auth.tickets.redeem(late.ticket, "cti")).toBeUndefined();
  });

  test("is spent by a try with another use, and dead with its session", async () => {
    const { access_token } = await demo.signIn(agent);
    const { ticket } = await issue(access_token, "message");
    expect(await demo.auth.tickets.redeem(ticket, "cti")).toBeUndefined();
    expect(await demo.auth.tickets.redeem(ticket, "message")).toBeUndefined();
    const other = await issue(access_token, "message");
    await demo.call(authApi.logout, {}, access_token);
    expect(await demo.auth.tickets.redeem(other.ticket, "message")).toBeUndefined();
  });

  test("of two who redeem it at once exactly one gets in", async () => {
    const { access_token } = await demo.signIn(agent);
    const { ticket } = await issue(access_token, "message");
    const got = await Promise.all([1, 2, 3].map(() => demo.auth.tickets.redeem(ticket, "message")));
    expect(got.filter(Boolean)).toHaveLength(1);
  });
});
