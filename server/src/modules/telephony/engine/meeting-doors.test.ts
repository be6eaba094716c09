/** Pins of meeting rooms that are guessed, over calls. */
import { minuteMs, type OutgoingMessage } from "@liantai/api/contract";
import type { LiveMeeting } from "../../../ports/engine.ts";
import { createAudit } from "../../audit/index.ts";
import { createMeetingDoors } from "../../meetings/index.ts";
import { subscribe } from "../../topics.ts";
import { queuesOf } from "../testing/queues.ts";
import type { Stage } from "../testing/stage.ts";
import { takeOverEach } from "../testing/take-over.ts";

const room = "r-1";
const member = "13711110000";

async function seed(s: Stage, pins: { readonly memberPin: string; readonly hostPin: string }): Promise<void> {
  const { compId } = s;
  await s.ports.database.system(async (trx) => {
    await trx
      .insertInto("meeting_room")
      .values({
        ...{ compId, id: room, name: "例会", code: "8001", maxMembers: 30, record: 0, enterMuted: 0, tone: 0 },
        ...{ waitForHost: 0, enable: 1, ownerId: "1002", createdAt: new Date(0), ...pins },
      })
      .execute();
    await trx
      .insertInto("meeting_member")
      .values({ compId, id: "m-1", roomId: room, kind: "number", value: member, name: "", host: 0, autoInvite: 0 })
      .execute();
  });
  await queuesOf(() => s).leadTo("meetingRoom", room);
}

describe("pins of a room", () => {
  const t = takeOverEach({ doors: (ports) => createMeetingDoors({ ports, audit: createAudit(ports) }) });
  let phones = 0;
  let notices: OutgoingMessage[] = [];

  beforeEach(async () => {
    await seed(t.s, { memberPin: "1234", hostPin: "987654" });
    notices = [];
    await subscribe(t.s.ports.broker, "message.send", ({ to, message }) => {
      if (message.type === "msgNotify") notices.push(message);
      expect(to).toEqual({ compId: t.s.compId, agentId: "1002" });
    });
  });

  const press = async (leg: string, keys: string) => {
    for (const key of keys) t.s.sw.press(leg, key);
    await t.s.settle();
  };
  const call = async (phone = `139${String(phones++).padStart(8, "0")}`) => {
    const { leg } = await t.s.customer(phone);
    await t.s.advance(1_000);
    return leg;
  };
  const inside = async () =>
    ((await t.s.engine.request({ verb: "meetings", compId: t.s.compId })) as readonly LiveMeeting[])[0]?.members ?? [];
  const said = () => {
    const spoken = jest.spyOn(t.s.ports.speech, "speak");
    return () => spoken.mock.calls.map(([text]) => text);
  };
  const refused = "密码不正确，请核对后再拨，再见。";
  const closed = "该会议室暂不接受密码入会，请稍后再拨，再见。";
  /** Wrong pins, three to a call while that many are asked for. */
  async function guess(times: number): Promise<void> {
    for (let done = 0; done < times;) {
      const leg = await call();
      const most = done < 9 ? Math.min(3, times - done) : 1;
      for (let i = 0; i < most; i++, done++) await press(leg, "0000#");
      await t.s.advance(20_000);
    }
  }

  test("K93 a pin is judged at #, at its eighth key, or 5 s after the last one: its length is not told", async () => {
    const words = said();
    const wrong = await call();
    await press(wrong, "555555");
    expect(words()).not.toContain("密码错误，请重新输入会议密码，按井号键结束。");
    await press(wrong, "55");
    expect(words()).toContain("密码错误，请重新输入会议密码，按井号键结束。");
    const right = await call();
    await press(right, "1234");
    expect(await inside()).toEqual([]);
    await t.s.advance(4_900);
    expect(await inside()).toEqual([]);
    await t.s.advance(200);
    expect(await inside()).toHaveLength(1);
    // Eight keys that begin with a pin are none.
    const longer = await call();
    await press(longer, "12340000");
    expect(await inside()).toHaveLength(1);
  });

  test("K93 from the tenth wrong pin within an hour a call has one try, and waits 5 s for the answer", async () => {
    await guess(9);
    const words = said();
    const tenth = await call();
    await press(tenth, "0000#");
    expect(words()).not.toContain(refused);
    await t.s.advance(5_000);
    expect(words()).toContain(refused);
    const right = await call();
    await press(right, "1234#");
    await t.s.advance(4_900);
    expect(await inside()).toEqual([]);
    await t.s.advance(200);
    expect(await inside()).toHaveLength(1);
    await t.s.advance(60 * minuteMs);
    const later = await call();
    await press(later, "0000#");
    await press(later, "1234#");
    expect(await inside()).toHaveLength(2);
    expect(notices).toEqual([]);
  });

  test("K93 the wrong pins of the engine before count, and one that is being judged is judged by the next", async () => {
    await guess(9);
    const leg = await call();
    await press(leg, "0000#");
    await t.takeOver(2_000);
    const words = said();
    await t.s.advance(5_000);
    expect(words()).toContain(refused);
  });

  test("K93 the fiftieth shuts the door for 15 minutes to all but standing members; the owner is told, and the log", async () => {
    const agent = await t.s.ready("1001");
    await guess(50);
    expect(notices).toEqual([
      {
        type: "msgNotify",
        id: "meeting-shut-r-1",
        title: "会议室「例会」的密码可能正在被试探",
        text: "会议号8001，一小时内密码错误50次，15分钟内暂停密码入会，会议成员不受影响。建议更换密码",
        level: "warning",
        sound: true,
        target: { name: "conferenceroom" },
      },
    ]);
    const lines = await t.s.ports.database.system((trx) =>
      trx.selectFrom("operation_log").select(["nickName", "object", "action", "objectId"]).execute(),
    );
    expect(lines).toEqual([{ nickName: "系统", object: "meetingRoom", action: "meetingShut", objectId: room }]);
    const words = said();
    const stranger = await call();
    expect(words()).toContain(closed);
    await press(stranger, "1234#");
    expect(await inside()).toEqual([]);
    expect((await agent.command("makeCall", { number: "8001" })).code).toBe(1);
    await t.s.settle();
    expect(await inside()).toEqual([]);
    expect(agent.last("notice")).toMatchObject({ msg: "该会议室密码错误次数过多，暂停密码入会，请稍后再试" });
    const known = await call(member);
    await press(known, "1234#");
    await t.s.advance(5_000);
    expect(await inside()).toMatchObject([{ number: member }]);
    await t.s.advance(15 * minuteMs);
    const after = await call();
    await press(after, "1234#");
    await t.s.advance(5_000);
    expect(await inside()).toHaveLength(2);
  });
});
