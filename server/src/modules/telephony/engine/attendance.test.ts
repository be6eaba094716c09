import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";
import { Attendance } from "./attendance.ts";

/** Nobody waits for nobody: a group is looked at when its last agent goes, whatever makes the agent go. */
describe("the last agent goes", () => {
  let s: Stage;
  const stage = stagesOf((made) => (s = made), { group: { announceEveryS: 0 } });
  const { own, change, group, dispatchQueue, onlyIn } = queuesOf(() => s);
  const last = async () => (await s.records()).at(-1)!;
  const track = async () => s.track((await last())["callId"] as string);
  const ends = (agentId: string, reason: "logout" | "ended" = "logout", sessionId = `s-${agentId}`) =>
    s.ports.broker.publish("session.ended", { sessionId, compId: s.compId, agentId, reason });
  const leaves = (agentId: string) =>
    s.ports.database.system((trx) =>
      trx
        .deleteFrom("skill_group_member")
        .where("compId", "=", s.compId)
        .where("agentId", "=", agentId)
        .where("skillGroupId", "=", own())
        .execute(),
    );
  const disable = (agentId: string) =>
    s.ports.database.system((trx) =>
      trx
        .updateTable("seat")
        .set({ enabled: 0 })
        .where("compId", "=", s.compId)
        .where("agentId", "=", agentId)
        .execute(),
    );

  test("K11 signs out: the callers hear the sentence at once, not after the longest wait", async () => {
    await stage({ group: { maxWaitS: 300, announceEveryS: 30 } });
    await s.signIn("1001");
    await s.signIn("1002");
    const callers = [await s.customer("1"), await s.customer("2")];
    await s.advance(1_000);
    await ends("1001");
    await s.advance(1_000);
    expect(callers.map(({ leg }) => s.sw.hears(leg))).toEqual(["music", "music"]);
    await ends("1002");
    await s.settle();
    expect(callers.map(({ leg }) => s.sw.hears(leg))).not.toContain("music");
    await s.advance(1_000);
    expect((await s.records()).map((r) => [r["cause"], r["waitMs"]])).toEqual([
      ["nobodyServes", 2_000],
      ["nobodyServes", 2_000],
    ]);
    expect(await track()).toEqual([
      "created",
      "queued",
      "positionAnnounced",
      "queueLeft:nobodyServes",
      "ended:nobodyServes",
    ]);
  });

  test("K11 leads on where the queue says: to a group whose agents are there", async () => {
    await stage();
    const second = await group("二线", { "1003": 1 });
    await onlyIn("1003", second);
    await change({ overflowAbsentKind: "skillGroup", overflowAbsentId: second });
    await s.signIn("1001");
    const helper = await s.ready("1003");
    await s.customer();
    expect(helper.code()).toBe(1);
    await ends("1001", "ended");
    await s.settle();
    expect(helper.callView()).toMatchObject({ phase: "ringing", skillGroupName: "二线" });
    expect(await track()).toEqual(["created", "queued", "overflowed:nobodyServes", "queued", "offered:longestIdle"]);
  });

  test.each([
    ["its seat is disabled", "seat.changed", disable],
    ["it leaves the group", "groups.changed", leaves],
  ] as const)("K11 %s", async (_why, topic, change) => {
    await stage();
    await s.ready("1001");
    await s.signIn("1002");
    await leaves("1001");
    await s.ports.broker.publish("groups.changed", { compId: s.compId });
    await s.advance(200);
    const { leg } = await s.customer();
    expect(s.sw.hears(leg)).toBe("music");
    await change("1002");
    await s.ports.broker.publish(topic, { compId: s.compId, agentId: "1002" });
    await s.advance(199);
    expect(s.sw.hears(leg)).toBe("music");
    await s.advance(1);
    expect(s.sw.hears(leg)).not.toBe("music");
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "nobodyServes" });
  });

  test("K11 a change that could not be looked up is looked up again a second later", async () => {
    await stage();
    await s.ready("1001");
    await leaves("1001");
    const away = jest.spyOn(s.numbers, "seats").mockRejectedValue(new Error("the database is away"));
    await s.ports.broker.publish("groups.changed", { compId: s.compId });
    await s.advance(2_000);
    away.mockRestore();
    await s.advance(1_000);
    const { leg } = await s.customer();
    expect(s.sw.hears(leg)).toMatch(/^file /);
  });

  test("K11 a change that nobody told is found after half a minute", async () => {
    await stage();
    await s.ready("1001");
    await leaves("1001");
    await s.advance(31_000);
    const { leg } = await s.customer();
    expect(s.sw.hears(leg)).toMatch(/^file /);
  });

  test("K11 an agent whose browser is gone counts as there for 60 s", async () => {
    await stage();
    const page = await s.signIn("1001");
    const { leg } = await s.customer();
    await page.close();
    await s.advance(59_900);
    expect(s.sw.hears(leg)).toBe("music");
    await s.advance(200);
    expect([page.reason(), s.sw.hears(leg)]).toEqual(["socketLost", expect.stringMatching(/^file /)]);
    await s.signIn("1001");
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "nobodyServes" });
  });

  test("K11 an agent who comes back within the 60 s keeps the callers", async () => {
    await stage();
    const page = await s.signIn("1001");
    const { leg } = await s.customer();
    await page.close();
    await s.advance(50_000);
    const back = await s.ready("1001");
    await s.advance(60_000);
    expect([s.sw.hears(leg), back.reason()]).toEqual(["music", "noAnswer"]);
  });

  test("K11 signs out while it rings: the offer fails and nobody is left", async () => {
    await stage();
    await s.ready("1001");
    const { leg } = await s.customer();
    await ends("1001");
    await s.settle();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(1_000);
    expect(await track()).toEqual([
      "created",
      "queued",
      "offered:longestIdle",
      "offerEnded:declined",
      "queueLeft:nobodyServes",
      "ended:nobodyServes",
    ]);
  });

  test("K11 leaves the group while it rings: the phone rings on, then the caller is sent away", async () => {
    await stage({ group: { ringS: 20, announceEveryS: 0 } });
    const page = await s.ready("1001");
    const { leg } = await s.customer();
    await leaves("1001");
    await s.ports.broker.publish("groups.changed", { compId: s.compId });
    await s.advance(19_900);
    expect(page.callView()?.phase).toBe("ringing");
    await s.advance(200);
    expect([page.reason(), s.sw.hears(leg)]).toEqual(["noAnswer", expect.stringMatching(/^file /)]);
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "nobodyServes" });
  });

  test("K11 K4 the caller of a lost agent waits for nobody when it was the last", async () => {
    await stage();
    const page = await s.ready("1001");
    const { leg } = await s.customer();
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    await page.close();
    s.sw.lose(s.sw.at(page.user)[0]!);
    await s.advance(60_100);
    expect([page.reason(), s.sw.hears(leg)]).toEqual(["legLost", expect.stringMatching(/^file /)]);
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "nobodyServes" });
  });

  test("K11 signs out during the greeting: the caller does not get into the queue; one who comes takes the call", async () => {
    await stage({ greeting: "您好" });
    await s.signIn("1001");
    const { leg } = await s.customer();
    await ends("1001");
    await s.advance(2_000);
    expect(s.sw.hears(leg)).toBe("gone");
    expect(await track()).toEqual(["created", "greetingStarted", "ended:nobodyServes"]);
    // A session that ended signs nobody in again: this is a new one.
    const again = "s-1001-again";
    await s.signIn("1001", { sessionId: again });
    await s.customer();
    await ends("1001", "logout", again);
    await s.settle();
    const two = await s.ready("1002");
    await s.advance(1_000);
    expect(two.callView()?.phase).toBe("ringing");
  });

  test("K12 the groups of a dispatch queue so far are empty: the next with somebody joins at once, the place is kept", async () => {
    await stage();
    const second = await group("二线", { "1002": 1 });
    const third = await group("三线", { "1003": 1 });
    await onlyIn("1002", second);
    await onlyIn("1003", third);
    await dispatchQueue([
      [own(), 60],
      [second, 60],
      [third, 0],
    ]);
    await s.signIn("1001");
    const three = await s.ready("1003");
    await s.customer();
    expect(three.code()).toBe(1);
    await ends("1001");
    await s.settle();
    expect(three.callView()).toMatchObject({ phase: "ringing", skillGroupName: "三线" });
    expect(await track()).toEqual([
      "created",
      "queued",
      "groupAdded:byDispatchQueue",
      "groupAdded:byDispatchQueue",
      "offered:longestIdle",
    ]);
  });

  test("K11 the last of another enterprise's group of the same id changes nothing here", async () => {
    const other = await stage();
    await other.stop();
    await stage();
    await s.ports.database.system(async (trx) => {
      const { compId: _, ...row } = await trx
        .selectFrom("skill_group")
        .selectAll()
        .where("compId", "=", s.compId)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("skill_group")
        .values({ ...row, rings: "[]", name: "同号", compId: other.compId })
        .execute();
      await trx
        .insertInto("skill_group_member")
        .values({ compId: other.compId, skillGroupId: row.id, agentId: "1001", level: 1 })
        .execute();
    });
    const stranger = { compId: other.compId, agentId: "1001", sessionId: "s-other" };
    await s.engine.request({
      verb: "attach",
      connection: "other",
      gateway: "g",
      extension: "1001",
      instance: "other",
      takeMedia: true,
      hideNumbers: false,
      ...stranger,
    });
    expect(await s.engine.request({ verb: "serves", compId: other.compId, groupIds: [own()] })).toBe(true);
    await s.signIn("1001");
    const { leg } = await s.customer();
    await s.ports.broker.publish("session.ended", { ...stranger, reason: "logout" });
    await s.settle();
    expect(await s.engine.request({ verb: "serves", compId: other.compId, groupIds: [own()] })).toBe(false);
    expect(s.sw.hears(leg)).toBe("music");
  });
});

test("K11 who is first and who is last is told once, however often an agent's groups are set", () => {
  const a = new Attendance();
  expect(a.set("x", ["g", "g", "h"])).toEqual(["g", "h"]);
  expect(a.set("y", ["g"])).toEqual([]);
  expect(a.set("x", ["g"])).toEqual(["h"]);
  expect([a.has("g"), a.has("h")]).toEqual([true, false]);
  expect(a.set("x", [])).toEqual([]);
  expect(a.set("x", [])).toEqual([]);
  expect(a.set("y", [])).toEqual(["g"]);
  expect(a.has("g")).toBe(false);
});
