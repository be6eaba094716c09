/** Access numbers that lead to a meeting room. */
import type { LiveMeeting } from "../../../ports/engine.ts";
import type { Insertable } from "kysely";
import type { MeetingRoomTable } from "../../../ports/schema/meetings.ts";
import { reconcile } from "../../event-log/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";
import { takeOverEach } from "../testing/take-over.ts";

const seedRoom = (s: Stage, more: Partial<Insertable<MeetingRoomTable>> = {}) =>
  s.ports.database.system((trx) =>
    trx
      .insertInto("meeting_room")
      .values({
        compId: s.compId,
        id: `r-${s.compId}`,
        name: "例会",
        code: "8001",
        maxMembers: 3,
        record: 0,
        enterMuted: 0,
        tone: 0,
        waitForHost: 0,
        enable: 1,
        ownerId: "",
        createdAt: new Date(0),
        memberPin: "1234",
        hostPin: "98765",
        ...more,
      })
      .execute(),
  );
const meetingOf = async (s: Stage) =>
  ((await s.engine.request({ verb: "meetings", compId: s.compId })) as readonly LiveMeeting[])[0];
const keys = async (s: Stage, leg: string, digits: string) => {
  for (const part of digits.split(/(?<=#)/)) {
    for (const key of part) s.sw.press(leg, key);
    await s.settle();
  }
};
const held = (s: Stage) =>
  s.ports.database.system((trx) =>
    trx.selectFrom("meeting").selectAll().where("compId", "=", s.compId).executeTakeFirst(),
  );

describe("K41 on a stage of its own", () => {
  let s: Stage;
  const stage = stagesOf((made) => (s = made), { greeting: "" });
  const q = queuesOf(() => s);
  async function open(more: Partial<Insertable<MeetingRoomTable>> = {}) {
    await stage();
    await seedRoom(s, more);
    await q.leadTo("meetingRoom", `r-${s.compId}`);
  }
  const callIn = async (phone: string, pin = "1234#") => {
    const { leg } = await s.customer(phone);
    await s.advance(1_000);
    if (pin) await keys(s, leg, pin);
    return leg;
  };
  const last = async () => (await s.records()).at(-1)!;

  test("K41 the pin lets callers in, who hear each other; the number's record names the meeting", async () => {
    await open();
    const one = await callIn("13900000001", "");
    expect(s.sw.hears(one)).not.toContain("leg");
    expect(await meetingOf(s)).toBeUndefined();
    await keys(s, one, "12");
    expect(await meetingOf(s)).toBeUndefined();
    await keys(s, one, "34#");
    const meeting = (await meetingOf(s))!;
    expect(meeting.members).toMatchObject([{ number: "13900000001", state: "in", host: false }]);
    expect(s.sw.informed.at(-1)).toEqual({ leg: one, text: "stage=meeting&agent=8001" });
    const two = await callIn("13900000002", "98765#");
    expect((await meetingOf(s))!.members).toMatchObject([{ host: false }, { number: "13900000002", host: true }]);
    expect([s.sw.hears(one), s.sw.hears(two)]).toEqual([`leg ${two}`, `leg ${one}`]);
    const records = await s.records();
    const entered = records.filter(({ cause }) => cause === "meetingEntered");
    expect(entered).toHaveLength(2);
    expect(entered[0]).toMatchObject({
      direction: "inbound",
      accessNumber: s.number,
      linkedCallId: meeting.meetingId,
      result: 200,
    });
    s.sw.leave(one);
    await s.settle();
    expect((await meetingOf(s))!.members).toHaveLength(1);
    s.sw.leave(two);
    await s.settle();
    expect(await meetingOf(s)).toBeUndefined();
    expect(await held(s)).toMatchObject({
      openedBy: "caller",
      members: [
        { number: "13900000001", why: "left", host: false },
        { number: "13900000002", why: "left", host: true },
      ],
    });
    expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
  });

  test("K41 without a pin he is in at once, with music until a host is there", async () => {
    await open({ memberPin: "", hostPin: "", waitForHost: 1, ownerId: "1001" });
    const one = await callIn("13900000001", "");
    expect((await meetingOf(s))!.members).toMatchObject([{ state: "in" }]);
    expect(s.sw.hears(one)).toBe("music");
    expect(s.sw.hears(await callIn("13900000002", ""))).toBe("music");
  });

  test("K91 of a room that nobody can be a host of, callers hear each other", async () => {
    await open({ memberPin: "", hostPin: "", waitForHost: 1 });
    const one = await callIn("13900000001", "");
    const two = await callIn("13900000002", "");
    expect([s.sw.hears(one), s.sw.hears(two)]).toEqual([`leg ${two}`, `leg ${one}`]);
  });

  test("K41 three wrong pins, nothing typed, a full room and one out of service are answered with a sentence", async () => {
    await open();
    const spoken = jest.spyOn(s.ports.speech, "speak");
    const said = () => spoken.mock.calls.map(([text]) => text);
    const wrong = await callIn("13900000001", "1111#2222#3333#");
    expect(await last()).toMatchObject({ endAt: null });
    expect(said()).toContain("密码不正确，请核对后再拨，再见。");
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "meetingRefused", answerAt: null });
    expect(s.sw.at(wrong)).toEqual([]);
    await callIn("13900000002", "");
    await s.advance(60_000);
    expect(await last()).toMatchObject({ cause: "meetingRefused" });
    for (const phone of ["13900000003", "13900000004", "13900000005"]) await callIn(phone);
    expect((await meetingOf(s))!.members).toHaveLength(3);
    await callIn("13900000006");
    expect(said()).toContain("会议室人数已满，请稍后再拨。");
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "meetingRefused" });
    expect((await meetingOf(s))!.members).toHaveLength(3);
    await s.ports.database.system((trx) => trx.updateTable("meeting_room").set({ enable: 0 }).execute());
    await callIn("13900000007", "");
    expect(said()).toContain("您拨打的会议室暂未启用，再见。");
  });

  test("K41 a hang-up at the door, and a number's limit: those in the meeting count", async () => {
    await open();
    await q.leadTo("meetingRoom", `r-${s.compId}`, { concurrency: 1 });
    const one = await callIn("13900000001", "");
    s.sw.leave(one);
    await s.settle();
    expect(await last()).toMatchObject({ cause: "abandonedInGreeting" });
    await callIn("13900000002");
    expect((await meetingOf(s))!.members).toHaveLength(1);
    await callIn("13900000003");
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "overConcurrency" });
    expect((await meetingOf(s))!.members).toHaveLength(1);
  });

  test("K41 a seat that dials the number comes into the same meeting; an emergency leads away from the door", async () => {
    await open();
    const page = await s.ready("1001");
    await callIn("13900000001");
    const leg = s.sw.invite(page.user, s.number);
    await s.settle();
    await keys(s, leg, "1234#");
    expect((await meetingOf(s))!.members).toMatchObject([{ number: "13900000001" }, { agentId: "1001", state: "in" }]);
    expect(page.code()).toBe(3);
    const door = await callIn("13900000002", "");
    await s.ports.database.system((trx) =>
      trx
        .insertInto("emergency_switch")
        .values({
          compId: s.compId,
          subject: "number",
          subjectId: s.number,
          action: "announce",
          text: "今日停会",
          onAt: new Date(0),
          onBy: "管理员",
        })
        .execute(),
    );
    const about = { compId: s.compId, subject: "number", id: s.number, by: "admin", name: "管理员" } as const;
    await s.engine.request({ verb: "emergency", ...about });
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "emergencyClosed" });
    await keys(s, door, "1234#");
    expect((await meetingOf(s))!.members).toHaveLength(2);
  });
});

describe("K41 over a takeover", () => {
  const t = takeOverEach();

  test("K35 K41 whoever stands at the door is let in by the next engine; whoever is in stays", async () => {
    await seedRoom(t.s);
    await queuesOf(() => t.s).leadTo("meetingRoom", `r-${t.s.compId}`);
    const { leg: one } = await t.s.customer("13900000001");
    await t.s.advance(1_000);
    await keys(t.s, one, "1234#");
    const { leg: two } = await t.s.customer("13900000002");
    await t.s.advance(1_000);
    await t.takeOver();
    expect((await meetingOf(t.s))!.members).toMatchObject([{ number: "13900000001", state: "in" }]);
    await keys(t.s, two, "1234#");
    expect((await meetingOf(t.s))!.members).toHaveLength(2);
    expect([t.s.sw.hears(one), t.s.sw.hears(two)]).toEqual([`leg ${two}`, `leg ${one}`]);
  });
});
