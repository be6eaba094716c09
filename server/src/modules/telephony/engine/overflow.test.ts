import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

/** Where a call goes: targets of access numbers, overflows, dispatch queues, strategies, what is heard meanwhile. */
describe("targets and overflows", () => {
  let s: Stage;
  const voiceFile = async (_compId: string, id: string) => (id === "gone" ? undefined : `/voices/${id}.wav`);
  const stage = stagesOf((made) => (s = made), { voiceFile, group: { announceEveryS: 0 } });
  const last = async () => (await s.records()).at(-1)!;
  const track = async () => s.track((await last())["callId"] as string);
  const { own, change, leadTo, group, dispatchQueue, onlyIn } = queuesOf(() => s);

  test("K11 waited too long: on to another group, whose agent sees that group", async () => {
    await stage({ group: { maxWaitS: 10, announceEveryS: 0 } });
    const second = await group("二线", { "1003": 1 });
    await onlyIn("1003", second);
    await change({ overflowWaitKind: "skillGroup", overflowWaitId: second });
    await s.signIn("1001");
    const helper = await s.ready("1003");
    await s.customer();
    await s.advance(9_900);
    expect(helper.code()).toBe(1);
    await s.advance(200);
    expect(helper.callView()).toMatchObject({ phase: "ringing", skillGroupName: "二线" });
    expect(await track()).toEqual(["created", "queued", "overflowed:queueTimeout", "queued", "offered:longestIdle"]);
    expect(await last()).toMatchObject({ skillGroupId: second, agentId: "1003" });
  });

  test("K11 the queue is full: a voice is played, then the end; the file is the voice", async () => {
    await stage({ group: { queueLimit: 1, announceEveryS: 0 } });
    await change({ overflowFullKind: "voice", overflowFullId: "sorry" });
    await s.signIn("1001");
    await s.customer("1");
    const { leg } = await s.customer("2");
    expect(s.sw.hears(leg)).toBe("file /voices/sorry.wav");
    await s.advance(1_000);
    expect(s.sw.hears(leg)).toBe("gone");
    expect(await last()).toMatchObject({ cause: "voicePlayed" });
    expect(await track()).toEqual(["created", "overflowed:queueFull", "voicePlayed", "ended:voicePlayed"]);
  });

  test("nobody is signed in: to a seat of another group, without a word where it says so; a lost target ends it in words", async () => {
    await stage();
    const elsewhere = await group("其他", { "1003": 1 });
    await onlyIn("1003", elsewhere);
    await change({ overflowAbsentKind: "seat", overflowAbsentId: "1003" });
    const page = await s.ready("1003");
    await s.customer("1");
    expect(page.callView()).toMatchObject({ phase: "ringing", number: "1" });
    expect(await track()).toEqual(["created", "overflowed:nobodyServes", "offered:byTarget"]);
    s.sw.leave(s.sw.at(page.user)[0]!, "rejected");
    await s.advance(1_000);
    expect([page.reason(), (await last())["cause"]]).toEqual(["declined", "rejected"]);
    await change({ overflowAbsentKind: "hangup", overflowAbsentId: "" });
    await s.customer("2");
    expect(await last()).toMatchObject({ cause: "nobodyServes", endAt: expect.any(Date) });
    await change({ overflowAbsentKind: "voice", overflowAbsentId: "gone" });
    await s.customer("3");
    await s.advance(1_000);
    expect(await track()).toEqual(["created", "ended:nobodyServes"]);
  });

  test("K11 groups that send each other callers do not do it for ever", async () => {
    await stage({ group: { queueLimit: 0, announceEveryS: 0 } });
    await s.signIn("1001");
    const other = await group(
      "另一组",
      { "1001": 1 },
      { queueLimit: 0, overflowFullKind: "skillGroup", overflowFullId: own() },
    );
    await s.ports.broker.publish("groups.changed", { compId: s.compId });
    await s.advance(200);
    await change({ overflowFullKind: "skillGroup", overflowFullId: other });
    await s.customer();
    await s.advance(1_000);
    expect((await track()).filter((t) => t.startsWith("overflowed"))).toHaveLength(5);
    expect(await last()).toMatchObject({ cause: "queueFull" });
  });

  test("K10 an access number leads to a seat, an extension, a voice or nowhere", async () => {
    await stage();
    await leadTo("seat", "1001");
    await s.customer("1");
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "nobodyServes" });
    const page = await s.ready("1001");
    await s.customer("2");
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    expect(page.callView()).toMatchObject({ phase: "talking", number: "2" });
    await s.customer("3");
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "busy", result: 588 });
    await leadTo("extension", "1002");
    s.sw.register(`${s.compId}1002`);
    const { leg } = await s.customer("4");
    expect(await track()).toEqual(["created", "dialled:byTarget", "partyRinging"]);
    s.sw.pickUp(s.sw.at(`${s.compId}1002`)[0]!);
    await s.settle();
    expect(s.sw.hears(leg)).toBe(`leg ${s.sw.at(`${s.compId}1002`)[0]}`);
    s.sw.leave(leg);
    await s.settle();
    expect(await last()).toMatchObject({ cause: "completed", result: 200, agentId: null });
    await leadTo("voice", "closed", { greetingVoice: "hello" });
    const fifth = await s.customer("5");
    expect(s.sw.hears(fifth.leg)).toBe("file /voices/hello.wav");
    await s.advance(1_000);
    expect(s.sw.hears(fifth.leg)).toBe("file /voices/closed.wav");
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "voicePlayed" });
    await leadTo("hangup", "", { greetingVoice: "" });
    await s.customer("6");
    expect(await last()).toMatchObject({ cause: "byTarget" });
  });

  test("K12 a dispatch queue: groups join one after the other, the call waits in all and is offered once", async () => {
    await stage();
    const second = await group("二线", { "1002": 1 });
    const third = await group("三线", { "1003": 1 });
    await onlyIn("1002", second);
    await onlyIn("1003", third);
    await dispatchQueue([
      [own(), 10],
      [second, 5],
      [third, 0],
    ]);
    const first = await s.signIn("1001");
    const two = await s.ready("1002");
    const three = await s.ready("1003");
    await s.customer("1");
    await s.customer("2");
    expect([two.code(), three.code()]).toEqual([1, 1]);
    await s.advance(10_000);
    expect([two.callView()?.number, two.callView()?.skillGroupName, three.code()]).toEqual(["1", "二线", 1]);
    await s.advance(5_000);
    // The first is offered already: the third group's agent takes the second caller.
    expect([two.callView()?.number, three.callView()?.number]).toEqual(["1", "2"]);
    await first.command("setState", { state: "1" });
    expect(first.code()).toBe(1);
    await s.advance(1_000);
    s.sw.leave(s.sw.at(two.user)[0]!, "rejected");
    await s.settle();
    expect(first.callView()).toMatchObject({ number: "1", skillGroupName: "客服一组" });
    const calls = await s.records();
    expect(await s.track(calls[0]!["callId"] as string)).toEqual([
      "created",
      "queued",
      "groupAdded:byDispatchQueue",
      "offered:longestIdle",
      "groupAdded:byDispatchQueue",
      "offerEnded:declined",
      "offered:longestIdle",
    ]);
  });

  test("a dispatch queue begins where somebody is signed in; all full and no longer have their own ways out", async () => {
    await stage({ group: { queueLimit: 1, announceEveryS: 0 } });
    const second = await group("二线", { "1002": 1 }, { queueLimit: 1 });
    await onlyIn("1002", second);
    await dispatchQueue(
      [
        [own(), 60],
        [second, 0],
      ],
      { maxWaitS: 20, overflowFullKind: "hangup", overflowWaitKind: "voice", overflowWaitId: "later" },
    );
    const two = await s.ready("1002");
    const { leg } = await s.customer("1");
    expect(two.callView()).toMatchObject({ phase: "ringing", skillGroupName: "二线" });
    s.sw.leave(s.sw.at(two.user)[0]!, "rejected");
    await s.settle();
    await s.customer("2");
    expect(await last()).toMatchObject({ cause: "queueFull" });
    await s.advance(20_000);
    expect(s.sw.hears(leg)).toBe("file /voices/later.wav");
    await s.advance(1_000);
    expect((await s.records())[0]).toMatchObject({ cause: "voicePlayed" });
  });

  test("the music and the announcements are those of the group; a new strategy counts from the next call on", async () => {
    await stage({ group: { announceEveryS: 30 } });
    await change({ musicId: "tune", positionOn: 0, waitEveryS: 20, waitText: "请稍候", strategy: "level" });
    await s.ports.database.system((trx) =>
      trx
        .updateTable("skill_group_member")
        .set({ level: 5 })
        .where("compId", "=", s.compId)
        .where("agentId", "=", "1001")
        .execute(),
    );
    const one = await s.signIn("1001");
    const { leg } = await s.customer("1");
    expect(s.sw.hears(leg)).toBe("file /voices/tune.wav");
    await s.advance(20_000);
    expect(s.sw.hears(leg)).toMatch(/^file (?!\/voices)/);
    await s.advance(1_000);
    expect(s.sw.hears(leg)).toBe("file /voices/tune.wav");
    await change({ waitVoiceId: "patience" });
    expect(await track()).toEqual(["created", "queued", "noticeAnnounced"]);
    s.sw.leave(leg);
    await one.command("setState", { state: "1" });
    await s.advance(100);
    const two = await s.ready("1002");
    await s.customer("2");
    expect(two.callView()?.phase).toBe("ringing");
    expect((await track()).at(-1)).toBe("offered:bestLevel");
    await change({ strategy: "longest-idle" });
    await s.customer("3");
    expect(one.callView()?.number).toBe("3");
    expect((await track()).at(-1)).toBe("offered:longestIdle");
  });

  test("Q10 the menu's words may be a voice; one that is gone is replaced by the sentence", async () => {
    await stage();
    await change({ menuEveryS: 20, menuVoiceId: "menu" });
    await s.signIn("1001");
    const { leg } = await s.customer("1");
    await s.advance(20_000);
    expect(s.sw.hears(leg)).toBe("file /voices/menu.wav");
    s.sw.leave(leg);
    await change({ menuVoiceId: "gone" });
    const { leg: other } = await s.customer("2");
    await s.advance(20_000);
    expect(s.sw.hears(other)).toMatch(/^file (?!\/voices)/);
  });

  test("K13 two announcements never cut each other off: the later one waits 5 s", async () => {
    await stage({ group: { announceEveryS: 20 } });
    await change({ musicId: "tune", positionOn: 1, waitEveryS: 20, waitText: "请稍候" });
    await s.signIn("1001");
    const { leg } = await s.customer("1");
    await s.advance(1_000);
    expect(s.sw.hears(leg)).toBe("file /voices/tune.wav");
    const said = async () => (await track()).filter((step) => step.endsWith("Announced"));
    const before = await said();
    await s.advance(19_000);
    expect(s.sw.hears(leg)).not.toBe("file /voices/tune.wav");
    await s.advance(1_000);
    expect(s.sw.hears(leg)).toBe("file /voices/tune.wav");
    expect(await said()).toHaveLength(before.length + 1);
    await s.advance(4_000);
    expect(s.sw.hears(leg)).not.toBe("file /voices/tune.wav");
    expect((await said()).slice(before.length).sort()).toEqual(["noticeAnnounced", "positionAnnounced"]);
  });

  test("least calls: counted over the day, from the records after a restart", async () => {
    await stage();
    await change({ strategy: "least-calls", wrapUpS: 0 });
    await s.ports.database.system((trx) =>
      trx
        .insertInto("call_record")
        .values({
          compId: s.compId,
          callId: "earlier",
          direction: "inbound",
          caller: "1",
          callee: s.number,
          agentId: "1001",
          startAt: new Date(s.ports.clock.now()),
          answerAt: new Date(s.ports.clock.now()),
          endAt: new Date(s.ports.clock.now()),
          waitMs: 0,
          ringMs: 0,
          talkMs: 1,
          holdMs: 0,
          result: 200,
          appliedSeq: 1,
          accessNumber: null,
          skillGroupId: null,
        })
        .execute(),
    );
    await s.ready("1001");
    await s.advance(1_000);
    const two = await s.ready("1002");
    await s.advance(1_000);
    for (const phone of ["1", "2"]) {
      const { leg } = await s.customer(phone);
      expect(two.callView()?.number).toBe(phone === "1" ? "1" : undefined);
      const [ringing] = s.sw.at(two.user);
      if (ringing) s.sw.pickUp(ringing);
      await s.settle();
      s.sw.leave(leg);
      await s.settle();
    }
    expect((await track()).filter((t) => t.startsWith("offered"))).toEqual(["offered:leastCalls"]);
    expect((await last())["agentId"]).toBe("1001");
  });

  test("K10 by time rule: the target and the greeting of the rule, and its name in the log", async () => {
    await stage();
    const second = await group("夜班", { "1003": 1 });
    await s.ports.database.system(async (trx) => {
      await trx
        .insertInto("time_rule")
        .values({
          compId: s.compId,
          id: "always",
          name: "夜间",
          weekly: JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], ranges: [{ from: "00:00", to: "24:00" }] }]),
          holidays: "[]",
          specials: "[]",
        })
        .execute();
      await trx
        .insertInto("access_number_rule")
        .values({
          compId: s.compId,
          number: s.number,
          position: 1,
          timeRuleId: "always",
          targetKind: "skillGroup",
          targetId: second,
          greeting: "",
          greetingVoice: "night",
        })
        .execute();
    });
    const page = await s.ready("1003");
    const { leg } = await s.customer();
    expect(s.sw.hears(leg)).toBe("file /voices/night.wav");
    await s.advance(1_000);
    expect(page.callView()).toMatchObject({ skillGroupName: "夜班" });
    expect((await track())[0]).toBe("created:byTimeRule");
    const { data } = await s.ports.database.system((trx) =>
      trx
        .selectFrom("event")
        .select("data")
        .where("compId", "=", s.compId)
        .where("type", "=", "created")
        .executeTakeFirstOrThrow(),
    );
    expect(data["target"]).toEqual({ kind: "skillGroup", id: second, name: "夜班", rule: "夜间" });
  });
});
