/** Meetings of rooms on a scripted switch: who hears whom, who leads, what is kept. */
import { ctiMaxLine, encodeCti, type ConferenceMember } from "@liantai/api/contract";
import type { CommandReply, LiveMeeting, MeetingOrder, RoomInfo } from "../../../ports/engine.ts";
import { rebuild } from "../../event-log/index.ts";
import { morningRoom as room } from "../testing/bare.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

describe("K36 meetings", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  const order = async (asked: MeetingOrder, roomId = room.roomId): Promise<CommandReply> => {
    const reply = (await s.engine.request({ verb: "meeting", compId: s.compId, roomId, order: asked })) as CommandReply;
    await s.settle();
    return reply;
  };
  const live = async () => (await s.engine.request({ verb: "meetings", compId: s.compId })) as readonly LiveMeeting[];
  const answers = async (user: string) => {
    const leg = s.sw.at(user).at(-1)!;
    s.sw.pickUp(leg);
    await s.settle();
    return leg;
  };
  const held = async () => {
    const rows = await s.ports.database.system((trx) =>
      trx.selectFrom("meeting").selectAll().where("compId", "=", s.compId).execute(),
    );
    return rows[0]!;
  };
  /** 1001, who hosts, 1002, and a number outside. */
  async function meeting(over: Partial<RoomInfo> = {}) {
    const guest = await s.called("13900139000");
    const one = await s.ready("1001");
    const two = await s.ready("1002");
    const members = [{ agentId: "1002" }, { number: "13900139000", name: "王总" }];
    const by = "1001";
    const reply = await order({ do: "init", by, room: { ...room, ...over }, own: "1001", members });
    expect(reply).toMatchObject({ code: 1, fields: { missed: "[]" } });
    return { one, two, guest, by, callId: reply.fields!["meetingId"]! };
  }
  const ids = async () => Object.fromEntries((await live())[0]!.members.map(({ number, id }) => [number, id]));
  /** Under the tone that says who comes or goes. */
  const hears = (...legs: string[]) => legs.map((leg) => s.sw.planned(leg));

  test("K58 thirty with the longest names and 2 KB of call data: every line of the link fits and all are told", async () => {
    const name = "汉".repeat(30);
    await s.ports.database.system((trx) =>
      trx.updateTable("seat").set({ name }).where("compId", "=", s.compId).execute(),
    );
    const one = await s.ready("1001");
    const numbers = Array.from({ length: 29 }, (_, i) => `139001390${10 + i}`);
    for (const number of numbers) await s.called(number);
    const members = numbers.map((number) => ({ number, name }));
    const by = "1001";
    const reply = await order({ do: "init", by, room: { ...room, name, max: 30 }, own: "1001", members });
    expect(reply).toMatchObject({ code: 1, fields: { missed: "[]" } });
    await answers(one.user);
    const callId = reply.fields!["meetingId"]!;
    const callData = JSON.stringify({ k: "汉".repeat(680) });
    expect(await one.command("setCallData", { callId, callData })).toMatchObject({ code: 1 });
    const lines = one.heard.map(({ name, fields }) => encodeCti({ type: "event", name, fields }));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(ctiMaxLine);
    expect(one.callView()).toMatchObject({ memberCount: 30, callData: { k: "汉".repeat(680) } });
    const told = one.heard.filter((e) => e.name === "callMembers").slice(-3);
    const others = told.flatMap(({ fields }) => JSON.parse(fields["json"]!) as ConferenceMember[]);
    const numbersTold = [...one.callView()!.members!, ...others].map(({ number }) => number);
    expect(numbersTold).toEqual(["1001", ...numbers]);
  });

  test("everybody is rung with the meeting's name; each hears the others; agents are in 3 and are offered no calls", async () => {
    const { one, two, guest, callId } = await meeting();
    expect(two.callView()).toMatchObject({
      phase: "ringing",
      number: "8001",
      meetingName: "晨会",
      direction: "internal",
    });
    expect(two.code()).toBe(5);
    const [a, b, c] = [await answers(one.user), await answers(two.user), await answers(guest)];
    // Everybody hears that somebody comes.
    expect([a, b, c].map((leg) => s.sw.hears(leg))).toEqual(["tone", "tone", "tone"]);
    expect(hears(a, b, c)).toEqual([`leg ${b} ${c}`, `leg ${a} ${c}`, `leg ${a} ${b}`]);
    expect([one.code(), two.code(), two.reason()]).toEqual([3, 3, "joined"]);
    expect(one.callView()).toMatchObject({ phase: "conference" });
    expect(one.callView()?.members?.map(({ number, owner }) => [number, owner])).toEqual([
      ["1001", true],
      ["1002", false],
      ["13900139000", false],
    ]);
    await s.customer();
    expect([one.code(), two.code()]).toEqual([3, 3]);
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ right: [a, b, c] });
  });

  test("mute, mute all but hosts, remove, and the end; the history says who was in it, how long and why he left", async () => {
    const { one, two, guest, by, callId } = await meeting();
    const [a, b, c] = [await answers(one.user), await answers(two.user), await answers(guest)];
    const { 1002: second, 13900139000: third } = await ids();
    expect(await order({ do: "mute", by, member: second!, muted: true })).toEqual({ code: 1 });
    expect(hears(a, c)).toEqual([`leg ${c}`, `leg ${a}`]);
    await s.advance(10_000);
    await order({ do: "mute", by, member: second!, muted: false });
    expect(await order({ do: "muteAll", by, muted: true })).toEqual({ code: 1 });
    expect(hears(a, b, c)).toEqual(["silence", `leg ${a}`, `leg ${a}`]);
    await order({ do: "muteAll", by, muted: false });
    expect(await order({ do: "remove", by, member: third! })).toEqual({ code: 1 });
    expect(hears(a, b)).toEqual([`leg ${b}`, `leg ${a}`]);
    expect(await order({ do: "remove", by, member: third! })).toMatchObject({ code: -403 });
    expect(await order({ do: "end", by })).toEqual({ code: 1 });
    expect([one.code(), two.code(), await live()]).toEqual([1, 1, []]);
    const row = await held();
    expect(row).toMatchObject({ meetingId: callId, roomId: "r1", name: "晨会", openedBy: "1001" });
    expect(row.members.map((stay) => [stay.number, stay.agentId, stay.host, stay.mutedMs, stay.why])).toEqual([
      ["1001", "1001", true, 0, "ended"],
      ["1002", "1002", false, 10_000, "ended"],
      ["13900139000", null, false, 0, "removed"],
    ]);
    expect(row.members.every(({ from, to }) => from !== null && to !== null && to >= from)).toBe(true);
    expect(await s.record(callId)).toMatchObject({ direction: "internal", conference: 1, result: 200 });
    await rebuild(s.ports.database);
    expect(await held()).toEqual(row);
  });

  test("the host leaves and the others go on; with the last it is over", async () => {
    const { one, two, guest, callId } = await meeting();
    const [, b, c] = [await answers(one.user), await answers(two.user), await answers(guest)];
    await one.command("hangup", { callId });
    expect(hears(b, c)).toEqual([`leg ${c}`, `leg ${b}`]);
    expect(one.code()).toBe(1);
    // Nobody is in the host's place: an agent who does not host may not lead.
    expect(await two.command("meetingEnd", { callId })).toEqual({ code: -403, msg: "只有会议主持人可以操作" });
    s.sw.leave(b);
    await s.settle();
    expect(await live()).toHaveLength(1);
    s.sw.leave(c);
    await s.settle();
    expect(await live()).toEqual([]);
    expect((await held()).members.map(({ why }) => why)).toEqual(["left", "left", "left"]);
  });

  test("members are heard only when a host lets them, and wait with music for one, where the room says so", async () => {
    const guest = await s.called("13900139000");
    const [one, two] = [await s.ready("1001"), await s.ready("1002")];
    const members = [{ agentId: "1001", host: true }, { agentId: "1002" }, { number: "13900139000" }];
    await order({ do: "init", by: "a", room: { ...room, enterMuted: true, waitForHost: true, tone: false }, members });
    const [b, c] = [await answers(two.user), await answers(guest)];
    expect(hears(b, c)).toEqual(["music", "music"]);
    const a = await answers(one.user);
    expect(hears(a, b, c)).toEqual(["silence", `leg ${a}`, `leg ${a}`]);
    // The host's own bar leads: its panel is the one of conferences.
    const member = one.callView()!.members!.find(({ number }) => number === "1002")!;
    const { callId } = one.callView()!;
    expect(await one.command("meetingMute", { callId, member: member.id, muted: "0" })).toEqual({ code: 1 });
    expect(hears(a)).toEqual([`leg ${b}`]);
  });

  test("one room, one meeting; its most; whom it cannot ring; nobody comes", async () => {
    await s.ready("1001");
    const by = "1001";
    const init = {
      do: "init",
      by,
      room: { ...room, max: 2 },
      members: [{ agentId: "1001" }, { agentId: "1003", name: "丙" }],
    } as const;
    expect(await order(init)).toMatchObject({ code: 1, fields: { missed: '["丙：对方坐席未签入"]' } });
    expect(await order(init)).toMatchObject({ code: -403, msg: "该会议室正在开会" });
    expect(await order({ do: "invite", by, to: { agentId: "1001" } })).toMatchObject({ msg: "对方已在会议中" });
    await s.called("13900139000");
    expect(await order({ do: "invite", by, to: { number: "13900139000" } })).toEqual({ code: 1 });
    expect(await order({ do: "invite", by, to: { number: "13900139001" } })).toMatchObject({ msg: "会议室最多2人" });
    expect(await order({ do: "end", by }, "other")).toMatchObject({ code: -404 });
    await s.advance(5 * 60_000);
    expect(await live()).toEqual([]);
    expect((await held()).members.map(({ why }) => why)).toEqual(["noAnswer", "noAnswer"]);
  });

  test("the code is dialled: who is unknown presses the pin, three tries; the host's pin leads; a standing member is let in", async () => {
    const hosted = { hostPin: "7777", memberPin: "1234" };
    const now = new Date(s.ports.clock.now());
    await s.ports.database.system(async (trx) => {
      await trx
        .insertInto("meeting_room")
        .values({ compId: s.compId, id: "r9", name: "周会", code: "80099", createdAt: now, tone: 0, ...hosted })
        .execute();
      await trx
        .insertInto("meeting_member")
        .values({ compId: s.compId, id: "m9", roomId: "r9", kind: "seat", value: "1003" })
        .execute();
    });
    const press = async (leg: string, keys: string) => {
      for (const key of keys) s.sw.press(leg, key);
      await s.settle();
    };
    const [one, two, three] = [await s.ready("1001"), await s.ready("1002"), await s.ready("1003")];
    const a = s.sw.invite(one.user, "80099");
    await s.settle();
    expect([one.code(), hears(a)]).toEqual([3, [expect.any(String)]]);
    await press(a, "7777#");
    // From the bar the own telephone is called first and answers by itself.
    expect(await two.command("makeCall", { number: "80099" })).toMatchObject({ code: 1 });
    const b = s.sw.at(two.user).at(-1)!;
    expect(hears(a)).toEqual([expect.not.stringContaining(b)]);
    await two.command("dtmf", { callId: two.callView()!.callId, digits: "1234#" });
    await s.settle();
    expect(hears(a, b)).toEqual([`leg ${b}`, `leg ${a}`]);
    expect(one.callView()?.members?.map(({ number, owner }) => [number, owner])).toEqual([
      ["1001", true],
      ["1002", false],
    ]);
    const c = s.sw.invite(three.user, "80099");
    await s.settle();
    expect(hears(c)).toEqual([`leg ${a} ${b}`]);
    s.sw.leave(b);
    await s.settle();
    expect(two.code()).toBe(1);
    const again = s.sw.invite(two.user, "80099");
    await s.settle();
    for (const keys of ["1111#", "22#", "9999#"]) await press(again, keys);
    expect([two.code(), hears(a)]).toEqual([1, [`leg ${c}`]]);
  });

  test.each([
    ["nobody can be a host: they hear each other", {}, "talk"],
    ["somebody may type the host's pin", { hostPin: "9999", memberPin: "1234" }, "music"],
    ["it has an owner", { ownerId: "1001" }, "music"],
  ])("K91 two seats dial into a room that waits for a host; %s", async (_what, hosted, hear) => {
    await s.ports.database.system(async (trx) => {
      const now = new Date(s.ports.clock.now());
      const room = { compId: s.compId, id: "r8", name: "例会", code: "80088", createdAt: now, waitForHost: 1, tone: 0 };
      await trx
        .insertInto("meeting_room")
        .values({ ...room, ...hosted })
        .execute();
      for (const value of ["1002", "1003"])
        await trx
          .insertInto("meeting_member")
          .values({ compId: s.compId, id: `m${value}`, roomId: "r8", kind: "seat", value })
          .execute();
    });
    const legs: string[] = [];
    for (const agentId of ["1002", "1003"]) {
      const page = await s.ready(agentId);
      legs.push(s.sw.invite(page.user, "80088"));
      await s.settle();
    }
    const [one, two] = legs as [string, string];
    expect(hears(one, two)).toEqual(hear === "talk" ? [`leg ${two}`, `leg ${one}`] : ["music", "music"]);
  });

  test("K92 a press on a customer, and a callback, dial his number, whatever room has such a code; typed, it is the room", async () => {
    await s.ports.database.system((trx) =>
      trx
        .insertInto("meeting_room")
        .values({ compId: s.compId, id: "r7", name: "周会", code: "80077", createdAt: new Date(0) })
        .execute(),
    );
    const page = await s.ready("1001");
    await page.command("makeCall", { number: "80077", referred: "1" });
    const of = { callId: "c", skillGroupId: `g-${s.compId}` };
    await s.engine.request({ verb: "callBack", compId: s.compId, own: "1001", number: "80077", of });
    await s.settle();
    const records = await s.records();
    expect(records.map(({ callee, direction }) => [callee, direction])).toEqual([
      ["80077", "outbound"],
      ["80077", "outbound"],
    ]);
    await page.command("makeCall", { number: "80077" });
    expect(page.callView()).toMatchObject({ phase: "conference" });
  });

  test("K87 from outside it is recorded, silent, sounds again and stops; what the room itself wants is not stopped", async () => {
    const { one, two, callId } = await meeting({ record: false });
    const [a, b] = [await answers(one.user), await answers(two.user)];
    const record = (action: "start" | "stop" | "pause" | "resume") => order({ do: "record", by: "王", action });
    const state = async () => (await live())[0]!.recording;
    expect([await state(), s.sw.recordings.get(callId)]).toEqual([{ state: "off", auto: false }, undefined]);
    expect(await record("stop")).toEqual({ code: -403, msg: "当前没有录音" });
    expect(await record("start")).toEqual({ code: 1 });
    expect(s.sw.recordings.get(callId)).toMatchObject({ legs: { right: [a, b] } });
    expect(await record("start")).toEqual({ code: -403, msg: "会议正在录音" });
    expect(await record("pause")).toEqual({ code: 1 });
    expect([await state(), s.sw.recordings.get(callId)?.paused]).toEqual([{ state: "paused", auto: false }, true]);
    expect(await record("pause")).toEqual({ code: -403, msg: "录音已暂停" });
    expect(await record("resume")).toEqual({ code: 1 });
    expect(await record("stop")).toEqual({ code: 1 });
    expect(await state()).toEqual({ state: "off", auto: false });
    await order({ do: "end", by: "王" });
    expect((await s.track(callId)).filter((type) => type.startsWith("recordControl"))).toHaveLength(4);
    expect(await record("start")).toMatchObject({ code: -404 });
    await one.command("setState", { state: "1" });
    await order({ do: "init", by: "王", room: { ...room, record: true }, members: [{ agentId: "1001" }] });
    await answers(one.user);
    expect(await record("stop")).toEqual({ code: -403, msg: "会议室设置为录音，不能停止" });
  });

  test("the recording is the hosts'; a monitor hears a seat in it and, ending its call, ends its part alone", async () => {
    const { one, two, guest, callId } = await meeting();
    const [a, b, c] = [await answers(one.user), await answers(two.user), await answers(guest)];
    const refused = { code: -403, msg: "会议的录音由会议主持人控制" };
    for (const action of ["pause", "mark"])
      expect(await two.command("recordControl", { callId, action })).toEqual(refused);
    expect(await one.command("recordControl", { callId, action: "pause" })).toEqual({ code: 1 });
    expect(await two.command("recordControl", { callId, action: "resume" })).toEqual(refused);
    expect(await one.command("recordControl", { callId, action: "resume" })).toEqual({ code: 1 });
    const monitor = await s.ready("1003");
    expect(await monitor.command("assistRecord", { agentId: "1002", action: "mark" })).toEqual(refused);
    expect(await monitor.command("monitor", { agentId: "1002" })).toMatchObject({ code: 1 });
    const ear = s.sw.at(monitor.user)[0]!;
    expect(hears(a, b, c, ear)).toEqual([`leg ${b} ${c}`, `leg ${a} ${c}`, `leg ${a} ${b}`, `leg ${a} ${b} ${c}`]);
    expect(await monitor.command("switch", { agentId: "1002" })).toMatchObject({ code: -403 });
    expect(await monitor.command("forceHangup", { agentId: "1002" })).toMatchObject({ code: 1 });
    expect([one.code(), two.code(), monitor.code()]).toEqual([3, 1, 1]);
    expect(hears(a, c)).toEqual([`leg ${c}`, `leg ${a}`]);
    expect(await live()).toHaveLength(1);
    await order({ do: "end", by: "1001" });
    expect((await held()).members.map(({ number, why }) => [number, why])).toEqual([
      ["1001", "ended"],
      ["1002", "removed"],
      ["13900139000", "ended"],
    ]);
  });
});
