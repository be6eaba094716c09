/** Conversations over the real tables without flows: what types.ts promises, and no more. Real ones are held to the same contract. */
import { chatMsgTypes, type ChatMessage } from "@liantai/api/contract/im";
import type { Trx } from "../../../../ports/database.ts";
import type { Ports } from "../../../../ports/index.ts";
import { publish } from "../../../topics.ts";
import { friendOf, messageOf, withNames } from "../../conversations/index.ts";
import type { ChatSessionRow, Conversations, Saying, Told } from "../../types.ts";
import { findSession, type ChatMessageRow } from "../talk-repository.ts";

export const tellBy =
  ({ broker }: Pick<Ports, "broker">) =>
  (compId: string, told: readonly Told[]): Promise<void> =>
    publish(broker, "chat.told", { compId, told });

type Where = Pick<ChatSessionRow, "compId" | "id">;
const update = (trx: Trx, { compId, id }: Where, set: object) =>
  trx.updateTable("chat_session").set(set).where("compId", "=", compId).where("id", "=", id).execute();

const isHis = (session: ChatSessionRow, by: Saying["by"]): boolean =>
  session.status !== "closed" &&
  ("agentId" in by
    ? session.status === "talking" && session.agentId === by.agentId
    : session.visitorId === by.visitorId);

const stageOf: Conversations["stageOf"] = ({ id, status, endReason }, position, agent) => ({
  sessionId: id,
  status,
  ...(position === undefined ? {} : { position }),
  ...(agent === "" ? {} : { agent }),
  ...(endReason === "" ? {} : { reason: endReason }),
});

export function fakeConversations(ports: Pick<Ports, "database" | "broker" | "clock" | "random">): Conversations {
  const { database, clock, random } = ports;
  const tell = tellBy(ports);
  const changed = (compId: string) => publish(ports.broker, "chat.changed", { compId });

  async function insert(trx: Trx, session: ChatSessionRow, { by, guid, content }: Saying): Promise<ChatMessage> {
    const { compId, id: sessionId } = session;
    const [sender, senderId] =
      "agentId" in by ? (["agent", by.agentId] as const) : (["visitor", by.visitorId] as const);
    const had = await trx
      .selectFrom("chat_message")
      .selectAll()
      .where("sessionId", "=", sessionId)
      .where("sender", "=", sender)
      .where("guid", "=", guid)
      .executeTakeFirst();
    if (had) return messageOf(had, session);
    const at = new Date(clock.now());
    const row: ChatMessageRow = {
      ...{
        compId,
        sessionId,
        seq: session.lastSeq + 1,
        id: random.id(),
        sender,
        senderId,
        senderName: "",
        guid,
        content,
      },
      ...{ msgType: chatMsgTypes.text, createdAt: at, keys: null },
    };
    await trx
      .insertInto("chat_message")
      .values({ ...row, keys: null })
      .execute();
    await update(trx, session, { lastSeq: row.seq, lastText: content, lastAt: at });
    return messageOf(row, session);
  }

  return {
    stageOf,
    async said(compId, sessionId, saying) {
      const done = await database.tenant(compId, async (trx) => {
        const session = await findSession(trx, compId, sessionId);
        if (!session || !isHis(session, saying.by)) return undefined;
        return { session, message: await insert(trx, session, saying) };
      });
      if (!done) return { refused: "会话已结束" };
      const { session, message } = done;
      const frame = { cmd: 11, data: message } as const;
      const other = "agentId" in saying.by ? { visitorId: session.visitorId } : { agentId: session.agentId };
      await tell(compId, [{ ...other, frame }]);
      return { message, heard: true };
    },
    async read(compId, sessionId, by, seq) {
      const session = await database.tenant(compId, async (trx) => {
        const found = await findSession(trx, compId, sessionId);
        if (!found || !isHis(found, by) || seq > found.lastSeq) return undefined;
        const [column, read] =
          "agentId" in by ? (["agentRead", found.agentRead] as const) : (["visitorRead", found.visitorRead] as const);
        if (read >= seq) return undefined;
        await update(trx, found, { [column]: seq });
        return found;
      });
      if (!session) return;
      const other = "agentId" in by ? { visitorId: session.visitorId } : { agentId: session.agentId };
      await tell(compId, [{ ...other, frame: { cmd: 21, data: { sessionId, seq } } }]);
    },
    async close(compId, sessionId, by) {
      const session = await database.tenant(compId, async (trx) => {
        const found = await findSession(trx, compId, sessionId);
        if (!found || !isHis(found, by)) return undefined;
        const endReason = "agentId" in by ? ("agent" as const) : ("visitor" as const);
        await update(trx, found, { status: "closed", endReason, endedAt: new Date(clock.now()) });
        return { ...found, status: "closed" as const, endReason };
      });
      if (!session) return false;
      const frame = { cmd: 10, data: stageOf(session, undefined, "") } as const;
      const { visitorId, agentId } = session;
      await tell(compId, [{ visitorId, frame }, ...(agentId === "" ? [] : [{ agentId, frame }])]);
      await changed(compId);
      return true;
    },
    end: () => Promise.reject(new Error("administrators end real ones alone")),
    async give(trx, session, { agentId, name }, here = false) {
      await update(trx, session, { status: "talking", agentId, answeredAt: new Date(clock.now()) });
      const [friend] = await withNames(trx, session.compId, [session.id]);
      const stage = stageOf({ ...session, status: "talking" }, undefined, name);
      return [
        { agentId, frame: { cmd: 9, data: friendOf(friend!, here) } },
        { visitorId: session.visitorId, frame: { cmd: 9, data: stage } },
      ];
    },
    async takeBack(trx, session) {
      await update(trx, session, { status: "waiting", agentId: "" });
      const stage = stageOf({ ...session, status: "waiting" }, undefined, "");
      return [
        { agentId: session.agentId, frame: { cmd: 10, data: stage } },
        { visitorId: session.visitorId, frame: { cmd: 9, data: stage } },
      ];
    },
  };
}
