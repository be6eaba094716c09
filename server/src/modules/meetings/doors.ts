/** 会议室 whose pins are guessed: who is known all the same, and who hears of it. */
import type { Ports } from "../../ports/index.ts";
import type { Audit } from "../audit/index.ts";
import { publish } from "../topics.ts";
import { findRoom, isMemberNumber } from "./repository.ts";

/** Nobody's account; the log names it. */
const engine = { caller: { userId: "", userName: "", nickName: "系统" }, address: "", headers: {} };

/** What the call engine asks of rooms (MeetingDoors of the telephony module, which records read, and those meetings). */
export const createMeetingDoors = ({
  ports: { database, broker },
  audit,
}: {
  readonly ports: Pick<Ports, "database" | "broker">;
  readonly audit: Audit;
}) => ({
  isMember: (compId: string, roomId: string, number: string) =>
    database.tenant(compId, (trx) => isMemberNumber(trx, compId, roomId, number)),
  async shut(compId: string, roomId: string, wrong: number, minutes: number): Promise<void> {
    const room = await database.tenant(compId, async (trx) => {
      const found = await findRoom(trx, compId, undefined, roomId);
      if (!found) return undefined;
      const { name } = found;
      const after = { wrongPins: wrong, shutMinutes: minutes };
      await audit.write(trx, engine, { compId, object: "meetingRoom", action: "meetingShut", id: roomId, name, after });
      return found;
    });
    if (!room) return;
    const { name, code, ownerId } = room;
    await publish(broker, "message.send", {
      to: ownerId === "" ? { compId, administrators: true } : { compId, agentId: ownerId },
      message: {
        type: "msgNotify",
        id: `meeting-shut-${roomId}`,
        title: `会议室「${name}」的密码可能正在被试探`,
        text: `会议号${code}，一小时内密码错误${wrong}次，${minutes}分钟内暂停密码入会，会议成员不受影响。建议更换密码`,
        level: "warning",
        sound: true,
        target: { name: "conferenceroom" },
      },
    });
  },
});
