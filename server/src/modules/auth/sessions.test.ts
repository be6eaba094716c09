import { authApi, errors } from "@liantai/api/contract";
import { subscribe } from "../topics.ts";
import { administrator, agent, openDesk, operatorLogin, refusal, type Desk } from "../../testing/desk.ts";
import { formatTime } from "./time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.reset());
afterAll(() => desk.close());

const ends = async () => {
  const heard: string[] = [];
  await subscribe(desk.ports.broker, "session.ended", ({ reason }) => void heard.push(reason));
  return heard;
};
const resolve = (token: string) => desk.auth.sessions.resolve(token);
const idOf = async (token: string) => (await desk.caller(token)).sessionId;

describe("one live session an account", () => {
  test("signing in elsewhere ends the first with the sentence of the specification", async () => {
    const heard = await ends();
    const first = await desk.signIn(agent);
    await desk.caller(first.access_token);
    const second = await desk.signIn({ ...agent, address: "10.0.0.7" });
    expect(await refusal(desk.call(authApi.getUser, {}, first.access_token))).toEqual({
      error: "elsewhere",
      status: 426,
      message: "您的账号已在别处登录，您将被强制退出",
    });
    expect(await refusal(desk.call(authApi.refresh, { body: { hour: 24, token: first.refresh_token } }))).toMatchObject(
      { error: "elsewhere", status: 426 },
    );
    expect((await desk.caller(second.access_token)).agentId).toBe("1001");
    expect(heard).toEqual(["elsewhere"]);
  });

  test("of sign-ins at the same moment exactly one lives", async () => {
    const all = await Promise.all([1, 2, 3].map(() => desk.signIn(agent)));
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
    const { access_token } = await desk.signIn(agent);
    await desk.clock.advance(24 * 3_600_000 - 1);
    expect(await resolve(access_token)).toHaveProperty("userId");
    await desk.clock.advance(1);
    expect(await resolve(access_token)).toEqual({ refused: "noSession" });
  });

  test("of an account that was disabled stops within 30 s", async () => {
    const { access_token } = await desk.signIn(agent);
    await resolve(access_token);
    await desk.ports.database.system((trx) =>
      trx.updateTable("account").set({ enabled: 0 }).where("account", "=", "1001").execute(),
    );
    await desk.clock.advance(30_000);
    expect(await resolve(access_token)).toEqual({ refused: "ended" });
  });

  test("is looked up once in 30 s, and an end anywhere in the installation is heard at once", async () => {
    const { access_token } = await desk.signIn(agent);
    const caller = await desk.caller(access_token);
    const spy = jest.spyOn(desk.ports.database, "system");
    for (let i = 0; i < 5; i += 1) await resolve(access_token);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
    await desk.ports.database.system((trx) =>
      trx
        .updateTable("session")
        .set({ ended_at: new Date(desk.clock.now()), end_reason: "ended" })
        .execute(),
    );
    expect(await resolve(access_token)).toHaveProperty("userId");
    await desk.ports.broker.publish("session.ended", {
      sessionId: caller.sessionId,
      accountId: caller.userId,
      compId: caller.compId,
      agentId: caller.agentId,
      reason: "ended",
    });
    await desk.clock.settle();
    expect(await resolve(access_token)).toEqual({ refused: "ended" });
  });

  test("marks the session as seen at most once a minute", async () => {
    const { access_token } = await desk.signIn(agent);
    const seen = async () =>
      (
        await desk.ports.database.system((trx) =>
          trx.selectFrom("session").select("last_seen_at").executeTakeFirstOrThrow(),
        )
      ).last_seen_at.getTime();
    await desk.clock.advance(90_000);
    await resolve(access_token);
    await desk.clock.settle();
    const first = await seen();
    expect(first).toBe(desk.clock.now());
    await desk.clock.advance(59_000);
    await resolve(access_token);
    await desk.clock.settle();
    expect(await seen()).toBe(first);
    await desk.clock.advance(1_000);
    await resolve(access_token);
    await desk.clock.settle();
    expect(await seen()).toBe(desk.clock.now());
  });
});

describe("a refresh", () => {
  const refresh = (token: string) => desk.call(authApi.refresh, { body: { hour: 24, token } });
  const byGrant = (refresh_token: string) =>
    desk.call(authApi.token, { body: { grant_type: "refresh_token", refresh_token } } as never);

  test("gives new tokens for another 24 hours; the old access token works 30 s more", async () => {
    const first = await desk.signIn(agent);
    await desk.clock.advance(23 * 3_600_000);
    const second = await refresh(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(await resolve(first.access_token)).toHaveProperty("userId");
    await desk.clock.advance(30_001);
    expect(await resolve(first.access_token)).toEqual({ refused: "noSession" });
    await desk.clock.advance(23 * 3_600_000);
    expect(await resolve(second.access_token)).toHaveProperty("userId");
    expect(await idOf((await byGrant(second.refresh_token)).access_token)).toBe(await idOf(second.access_token));
  });

  test("sent twice within 10 s (a lost reply, two pages) gets the same tokens", async () => {
    const first = await desk.signIn(agent);
    const [a, b] = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)]);
    expect(a).toEqual(b);
    await desk.clock.advance(9_000);
    expect(await refresh(first.refresh_token)).toEqual(a);
  });

  test("with a token that was rotated before ends the session: one of its holders is a thief", async () => {
    const heard = await ends();
    const first = await desk.signIn(agent);
    const second = await refresh(first.refresh_token);
    await desk.clock.advance(10_001);
    expect((await refusal(refresh(first.refresh_token))).error).toBe("noSession");
    expect(await resolve(second.access_token)).toEqual({ refused: "ended" });
    expect(await refusal(refresh(second.refresh_token))).toMatchObject({ error: "ended", status: 426 });
    expect(heard).toEqual(["ended"]);
  });

  test("with a forged or late token ends nothing", async () => {
    const first = await desk.signIn(agent);
    const [session, secret] = first.refresh_token.split(".");
    for (const forged of [
      "x",
      `${session}.${secret}`,
      `${session}.${secret}.AAAA`,
      `${session}.other.${first.refresh_token.split(".")[2]}`,
    ])
      expect((await refusal(refresh(forged))).error).toBe("noSession");
    expect(await resolve(first.access_token)).toHaveProperty("userId");
    await desk.clock.advance(24 * 3_600_000);
    expect((await refusal(refresh(first.refresh_token))).error).toBe("noSession");
  });
});

test("a session that nobody refreshed is swept with reason expired", async () => {
  const heard = await ends();
  await desk.signIn(agent);
  await desk.clock.advance(24 * 3_600_000 - 1_000);
  expect(heard).toEqual([]);
  await desk.clock.advance(301_000);
  await desk.eventually(() => heard.length > 0);
  expect(heard).toEqual(["expired"]);
});

describe("the list of sessions", () => {
  const list = (token: string, mine: boolean) =>
    desk.call(authApi.sessions, { body: { mine, pageNo: 1, pageSize: 10 } }, token);

  test("shows the own, the enterprise for its administrator, all for operators", async () => {
    const [one, two, boss, root] = [
      await desk.signIn(agent),
      await desk.signIn({ ...agent, account: "1002" }),
      await desk.signIn(administrator),
      await desk.signIn(operatorLogin),
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
      lastSeenAt: formatTime(new Date(desk.clock.now())),
      address: "10.0.0.1",
      device: "jest",
      current: true,
    });
  });

  test("a session is ended by its owner, its administrator or an operator, and by nobody else", async () => {
    const heard = await ends();
    const one = await desk.signIn(agent);
    const end = (token: string, id: string) => desk.call(authApi.endSession, { params: { id } }, token);
    const id = await idOf(one.access_token);
    const colleague = await desk.signIn({ ...agent, account: "1002" });
    expect(await refusal(end(colleague.access_token, id))).toEqual({
      error: "notFound",
      status: 200,
      message: errors.notFound.text,
    });
    await end((await desk.signIn(administrator)).access_token, id);
    expect(await refusal(desk.call(authApi.getUser, {}, one.access_token))).toEqual({
      error: "ended",
      status: 426,
      message: errors.ended.text,
    });
    await end((await desk.signIn(operatorLogin)).access_token, await idOf(colleague.access_token));
    expect(heard).toEqual(["ended", "ended"]);
  });

  test("an administrator of another enterprise cannot see or end it", async () => {
    const one = await desk.signIn(agent);
    const boss = await desk.signIn(administrator);
    const foreign = { ...(await desk.caller(boss.access_token)), compId: "200002" };
    const handler = (name: string) => desk.auth.routes.find((each) => each.endpoint.name === name)!.handler;
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
  const { access_token } = await desk.signIn(agent);
  await desk.call(authApi.logout, {}, access_token);
  expect(await resolve(access_token)).toEqual({ refused: "noSession" });
  expect(heard).toEqual(["logout"]);
});

describe("a ticket", () => {
  const issue = (token: string, use: "message" | "cti") => desk.call(authApi.ticket, { body: { use } }, token);

  test("opens one socket of its use within 30 s", async () => {
    const { access_token } = await desk.signIn(agent);
    const { ticket, expiresIn } = await issue(access_token, "cti");
    expect(expiresIn).toBe(30);
    expect(await desk.auth.tickets.redeem(ticket, "cti")).toMatchObject({ agentId: "1001", compId: "100001" });
    expect(await desk.auth.tickets.redeem(ticket, "cti")).toBeUndefined();
    const late = await issue(access_token, "cti");
    await desk.clock.advance(30_001);
    expect(await desk.auth.tickets.redeem(late.ticket, "cti")).toBeUndefined();
  });

  test("is spent by a try with another use, and dead with its session", async () => {
    const { access_token } = await desk.signIn(agent);
    const { ticket } = await issue(access_token, "message");
    expect(await desk.auth.tickets.redeem(ticket, "cti")).toBeUndefined();
    expect(await desk.auth.tickets.redeem(ticket, "message")).toBeUndefined();
    const other = await issue(access_token, "message");
    await desk.call(authApi.logout, {}, access_token);
    expect(await desk.auth.tickets.redeem(other.ticket, "message")).toBeUndefined();
  });

  test("of two who redeem it at once exactly one gets in", async () => {
    const { access_token } = await desk.signIn(agent);
    const { ticket } = await issue(access_token, "message");
    const got = await Promise.all([1, 2, 3].map(() => desk.auth.tickets.redeem(ticket, "message")));
    expect(got.filter(Boolean)).toHaveLength(1);
  });
});
