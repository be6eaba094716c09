import { stageEach, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

describe("in a call", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));
  const row = async () => (await s.records()).at(-1)!;

  test("hiddenGlobalPhone and 隐藏号码 count at once: the agent's call view is sent anew, masked, in the middle of a call", async () => {
    const { page } = await talkWith(s);
    expect(page.callView()?.number).toBe("13800138000");
    await s.ports.database.system((trx) =>
      trx
        .insertInto("account")
        .values({
          id: `masked-${s.compId}`,
          compId: s.compId,
          userName: `${s.compId}21001`,
          account: "1001",
          nickName: "坐席1001",
          roleType: 2,
          roleId: "r",
          agentId: "1001",
          groupId: null,
          empower: "null",
          passwordHash: "",
          passwordChangedAt: new Date(s.ports.clock.now()),
        })
        .execute(),
    );
    const set = (hiddenGlobalPhone: 0 | 1) =>
      s.ports.database.system((trx) =>
        trx.updateTable("enterprise").set({ hiddenGlobalPhone }).where("compId", "=", s.compId).execute(),
      );
    await set(1);
    await s.ports.broker.publish("enterprise.changed", { compId: s.compId });
    await s.settle();
    expect(page.callView()).toMatchObject({ number: "138****8000", phase: "talking" });
    await set(0);
    await s.ports.broker.publish("enterprise.changed", { compId: s.compId });
    await s.settle();
    expect(page.callView()?.number).toBe("13800138000");
    await s.ports.database.system((trx) =>
      trx.updateTable("account").set({ isHiddenNum: 1 }).where("compId", "=", s.compId).execute(),
    );
    await s.ports.broker.publish("seat.changed", { compId: s.compId, agentId: "1001" });
    await s.advance(200);
    expect(page.callView()?.number).toBe("138****8000");
  });

  test("K5 K6 reload in mid-call: a sentence, the page comes back, the same recording; held stays held", async () => {
    const { page, leg, phone, callId } = await talkWith(s);
    await s.advance(2_000);
    s.sw.drop(page.user);
    await page.close();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    expect(page.callView()).toMatchObject({ phase: "talking", agentLost: true });
    await s.advance(1_000);
    s.sw.register(page.user, "urn:tab-1001");
    const again = await s.signIn("1001");
    const [fresh] = s.sw.at(page.user);
    expect(fresh).not.toBe(phone);
    expect(s.sw.request(fresh!)).toMatchObject({ autoAnswer: true, headers: { "X-Liantai-Call": callId } });
    expect(s.sw.hears(leg)).toBe(`leg ${fresh}`);
    expect(again.callView()).toMatchObject({ phase: "talking", agentLost: false, callId });
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [fresh] });

    await again.command("hold", { callId });
    s.sw.drop(page.user);
    await s.advance(30_000);
    s.sw.register(page.user);
    await s.settle();
    expect(again.callView()).toMatchObject({ held: true, agentLost: false });
    expect(s.sw.hears(leg)).toBe("music");
    expect(await again.command("unhold", { callId })).toEqual({ code: 1 });
    expect(s.sw.hears(leg)).toBe(`leg ${s.sw.at(page.user)[0]}`);
    s.sw.leave(leg);
    await s.settle();
    expect((await s.track(callId)).filter((t) => /agent(Lost|Back)/.test(t))).toEqual([
      "agentLost",
      "agentBack",
      "agentLost",
      "agentBack",
    ]);
    expect(await row()).toMatchObject({ cause: "completed", recordingKey: expect.any(String), talkMs: 33_000 });
  });

  test("K4 a lost browser for over 60 s: the agent is offline, the caller first in line for the next", async () => {
    const { page, leg, callId } = await talkWith(s);
    const next = await s.signIn("1002");
    const waiting = await s.customer("13900139000");
    await s.advance(5_000);
    s.sw.drop(page.user);
    await page.close();
    await s.advance(60_000);
    expect([page.code(), page.reason()]).toEqual([0, "legLost"]);
    expect(page.last("callEnd")).toMatchObject({ callId, cause: "agentLost" });
    expect(s.sw.at(page.user)).toEqual([]);
    await next.command("setState", { state: "1" });
    expect(next.callView()).toMatchObject({ callId, phase: "ringing" });
    s.sw.pickUp(s.sw.at(next.user)[0]!);
    await s.settle();
    expect(s.sw.hears(leg)).toBe(`leg ${s.sw.at(next.user)[0]}`);
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [s.sw.at(next.user)[0]] });
    s.sw.leave(leg);
    await s.settle();
    expect((await s.track(callId)).slice(4)).toEqual([
      "recordingStarted",
      "agentLost",
      "hungup",
      "requeued:afterLoss",
      "queued",
      "positionAnnounced",
      "offered:firstInLine",
      "answeredAgain",
      "hungup",
      "ended:completed",
      "recordingStored",
    ]);
    expect(await s.record(callId)).toMatchObject({
      agentId: "1002",
      cause: "completed",
      result: 200,
      talkMs: 65_000,
    });
    s.sw.leave(waiting.leg);
  });

  test("audio lost and found on the same leg", async () => {
    const { page, leg, phone } = await talkWith(s);
    s.sw.lose(phone);
    await s.settle();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    expect(page.last("quality")).toMatchObject({ level: "-1" });
    s.sw.found(phone);
    await s.settle();
    expect(s.sw.hears(leg)).toBe(`leg ${phone}`);
    expect(page.callView()?.agentLost).toBe(false);
  });

  test("the customer lost: 15 s of grace, back in time the first time", async () => {
    const { page, leg, phone, customer } = await talkWith(s);
    s.sw.drop(customer);
    await s.advance(10_000);
    expect(page.callView()?.phase).toBe("talking");
    s.sw.register(customer);
    await s.settle();
    const back = s.sw.at(customer).at(-1)!;
    expect(s.sw.hears(back)).toBe(`leg ${phone}`);
    expect(s.sw.hears(leg)).toBe("gone");
    s.sw.drop(customer);
    await s.advance(15_000);
    expect(page.last("callEnd")).toMatchObject({ cause: "callerLost" });
    expect(page.code()).toBe(4);
    expect(await row()).toMatchObject({ cause: "callerLost", result: 200 });
    expect(s.sw.legs).toBe(0);
  });

  test("the customer lost in the queue", async () => {
    await s.signIn("1001");
    const { user } = await s.customer();
    s.sw.drop(user);
    await s.advance(15_000);
    expect(await row()).toMatchObject({ cause: "callerLost", answerAt: null });
  });

  test("another tab takes the call over: no second ring, the old leg goes", async () => {
    const { page, leg, phone, callId } = await talkWith(s);
    const other = await s.signIn("1001", { instance: "tab-b", takeMedia: false, device: false });
    expect(other.callView()?.callId).toBe(callId);
    expect(other.last("mediaOwner")).toEqual({ instance: "tab-1001" });
    await other.command("takeMedia");
    expect(page.last("mediaOwner")).toEqual({ instance: "tab-b" });
    expect(s.sw.hears(leg)).toBe(`leg ${phone}`);
    s.sw.register(page.user, "urn:tab-b");
    await s.settle();
    const [now, ...more] = s.sw.at(page.user);
    expect(more).toEqual([]);
    expect(now).not.toBe(phone);
    expect(s.sw.hears(leg)).toBe(`leg ${now}`);
    expect((await s.track(callId)).at(-1)).toBe("mediaMoved");
    expect(other.callView()).toMatchObject({ phase: "talking", agentLost: false });
  });

  test("the owner's tab closes for good: the other one inherits", async () => {
    const page = await s.signIn("1001");
    const other = await s.signIn("1001", { instance: "tab-b", takeMedia: false, device: false });
    await page.close();
    await s.advance(4_000);
    expect(other.last("mediaOwner")).toEqual({ instance: "tab-1001" });
    await s.advance(1_000);
    expect(other.last("mediaOwner")).toEqual({ instance: "tab-b" });
  });

  test("recover ends the call and leaves the agent busy without wrap-up", async () => {
    const { page, leg } = await talkWith(s);
    expect(await page.command("recover")).toEqual({ code: 1 });
    expect([page.code(), page.reason()]).toEqual([2, "recovered"]);
    expect(s.sw.hears(leg)).toBe("gone");
    expect(await page.command("recover")).toEqual({ code: 1 });
  });

  test("busy asked for in a call comes after wrap-up; wrap-up may end early", async () => {
    await s.ports.database.system((trx) =>
      trx.insertInto("custom_status").values({ compId: s.compId, id: "9", name: "培训" }).execute(),
    );
    const { page, callId } = await talkWith(s);
    await page.command("setState", { state: "2", customStatus: "9" });
    expect(page.code()).toBe(8);
    await page.command("hangup", { callId });
    expect(page.code()).toBe(4);
    await page.command("finishWrapUp");
    expect([page.code(), page.reason(), page.last("agentState")?.["customStatusId"]]).toEqual([2, "wrapUpDone", "9"]);
    expect((await page.command("finishWrapUp")).code).toBe(-403);
  });

  test("K5 a second press on hold or on resume is no error and changes nothing", async () => {
    const { page, leg, callId } = await talkWith(s);
    for (const [verb, hears] of [
      ["hold", "music"],
      ["unhold", "leg"],
    ] as const)
      for (let press = 0; press < 2; press += 1) {
        expect(await page.command(verb, { callId })).toEqual({ code: 1 });
        expect(s.sw.hears(leg)).toContain(hears);
      }
    expect((await s.track(callId)).filter((t) => t === "held" || t === "resumed")).toEqual(["held", "resumed"]);
  });

  test("the device holds by itself; digits from the customer are logged", async () => {
    const { page, leg, phone, callId } = await talkWith(s);
    s.sw.deviceHold(phone, true);
    await s.settle();
    expect(s.sw.hears(leg)).toBe("music");
    expect(page.callView()?.held).toBe(true);
    s.sw.deviceHold(phone, false);
    s.sw.press(leg, "5");
    await s.settle();
    expect(page.callView()?.held).toBe(false);
    expect((await s.track(callId)).slice(-3)).toEqual(["held", "resumed", "digits"]);
    s.sw.quality(phone, 0.02, 12);
    await s.settle();
    expect(page.last("quality")).toEqual({ level: "2", loss: "0.02", jitterMs: "12" });
  });

  test("P9 keys on the agent's device reach the customer, the customer's reach nobody", async () => {
    const { leg, phone, callId } = await talkWith(s);
    s.sw.press(phone, "1");
    s.sw.press(phone, "#");
    s.sw.press(leg, "5");
    await s.settle();
    expect(s.sw.sent).toEqual([
      { leg, digits: "1" },
      { leg, digits: "#" },
    ]);
    expect((await s.track(callId)).filter((type) => type === "digits")).toHaveLength(3);
  });

  test("signed in elsewhere in mid-call: the call survives and the new page takes it", async () => {
    const { page, leg, callId } = await talkWith(s);
    await s.ports.broker.publish("session.ended", {
      sessionId: "s-1001",
      accountId: "a",
      compId: s.compId,
      agentId: "1001",
      reason: "elsewhere",
    });
    await s.settle();
    s.sw.drop(page.user);
    await s.settle();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    const again = await s.signIn("1001", { sessionId: "s-new", instance: "tab-new" });
    expect(again.callView()).toMatchObject({ callId, phase: "talking", agentLost: false });
    expect(s.sw.hears(leg)).toBe(`leg ${s.sw.at(page.user)[0]}`);
  });

  test("signing out ends the call and the agent is offline", async () => {
    const { page, leg } = await talkWith(s);
    expect((await page.command("logout")).code).toBe(-403);
    await s.ports.broker.publish("session.ended", {
      sessionId: "s-1001",
      accountId: "a",
      compId: s.compId,
      agentId: "1001",
      reason: "logout",
    });
    await s.settle();
    expect(page.reason()).toBe("signOut");
    expect(page.code()).toBe(0);
    expect(s.sw.hears(leg)).toBe("gone");
    expect(s.sw.released).toEqual(["s-1001"]);
  });

  test("C7 no browser for 60 s: offline, but not in a call; a dead gateway takes its sockets with it", async () => {
    const { page, callId } = await talkWith(s);
    await page.close();
    await s.advance(120_000);
    expect(page.code()).toBe(8);
    s.sw.leave(s.sw.at(page.user)[0]!);
    await s.advance(10);
    expect([page.code(), page.reason()]).toEqual([0, "socketLost"]);
    expect((await s.record(callId))?.["cause"]).toBe("completed");
    const again = await s.ready("1002");
    await s.advance(110_000);
    expect(again.code()).toBe(1);
    s.gatewayDies();
    await s.advance(110_000);
    expect([again.code(), again.reason()]).toEqual([0, "socketLost"]);
  });
});
