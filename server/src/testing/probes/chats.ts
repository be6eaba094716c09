import { createHash } from "node:crypto";
import { dayMs } from "@liantai/api/contract";
import { mark, type AreaProbes, type ProbeIds } from "./types.ts";

const yearMs = 366 * dayMs;

const site = (ids: ProbeIds) => ({
  ...{ webName: "外来", title: "外来", targetKind: "skillGroup", targetId: ids["skillGroup"] },
});

export const chatsProbes: AreaProbes = {
  probes: {
    chatSiteList: (_, own) => ({ body: { compId: own, companyId: own, pageSize: 200 } }),
    chatSiteChoices: (_, own) => ({ body: { compId: own } }),
    chatSiteAdd: (ids, own) => ({ body: { compId: own, ...site(ids) } }),
    chatSiteUpdate: (ids) => ({ body: { id: ids["chatSite"], ...site(ids) } }),
    chatSiteDelete: (ids) => ({ body: { ids: [ids["chatSite"]] } }),
    chatSessionList: (ids, own) => ({ body: { compId: own, webId: ids["chatSite"], pageSize: 200 } }),
    chatSessionMessages: (ids, own) => ({ body: { compId: own, sessionId: ids["chatSession"] } }),
    chatSessionClose: (ids) => ({ body: { sessionId: ids["chatSession"] } }),
    chatAgentState: "none",
    chatSetState: (_, own) => ({ body: { companyId: own, agentId: "1001", status: "busy" } }),
    chatTicket: "none",
    chatUserInfo: (ids) => ({ query: { userId: ids["chatVisitor"]! } }),
    chatUserSaveNickName: (ids) => ({ body: { userId: ids["chatVisitor"], nickName: "外来" } }),
  },
  async fixtures(trx, own, { clock, random }) {
    const [chatSite, chatVisitor, chatSession] = [random.id(), random.id(), random.id()];
    const at = new Date(clock.now());
    await trx
      .insertInto("chat_site")
      .values({
        ...{ compId: own, id: chatSite, webName: mark, webKey: random.token(16), title: mark, color: "#1f6feb" },
        ...{ targetKind: "skillGroup", targetId: "of-another", createdAt: at },
      })
      .execute();
    const secretHash = createHash("sha256").update(random.token(32)).digest("hex");
    await trx
      .insertInto("chat_visitor")
      .values({ compId: own, id: chatVisitor, secretHash, nick: mark, firstAt: at, lastAt: at })
      .execute();
    // Its agent stays at chats, so that nothing falls due while the probes are asked.
    const seenAt = new Date(at.getTime() + yearMs);
    await trx
      .insertInto("chat_agent")
      .values({ compId: own, agentId: "1001", status: "online", changedAt: at, seenAt })
      .execute();
    await trx
      .insertInto("chat_session")
      .values({
        ...{ compId: own, id: chatSession, siteId: chatSite, visitorId: chatVisitor, status: "talking" },
        ...{ agentId: "1001", startedAt: at, answeredAt: at, heardAt: at, lastAt: at, lastSeq: 1, lastText: mark },
      })
      .execute();
    await trx
      .insertInto("chat_message")
      .values({
        ...{ compId: own, sessionId: chatSession, seq: 1, id: random.id(), sender: "visitor", msgType: 0 },
        ...{ content: mark, createdAt: at },
      })
      .execute();
    await trx
      .insertInto("chat_track")
      .values({ compId: own, sessionId: chatSession, n: 1, seq: 1, action: mark, createdAt: at })
      .execute();
    return { chatSite, chatVisitor, chatSession };
  },
};
