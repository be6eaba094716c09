/** What a page asks and says, and what it is answered. */
import { chatCodes, chatPageSize, type ChatClientFrame, type ChatFriend } from "@liantai/api/contract/im";
import type { Ports } from "../../../ports/index.ts";
import { friendOf, messageOf, withNames } from "../conversations/index.ts";
import type { Conversations, Saying, Told } from "../types.ts";
import { isAgents, type LocalPages, type Page, type Whose } from "./pages.ts";
import { messagesOf, ownSession, talkingWith } from "./talk-repository.ts";

type Frame<C extends ChatClientFrame["cmd"]> = Extract<ChatClientFrame, { readonly cmd: C }>;

/** What came while a page was away is sent so far back; the rest is read as history. */
const missedMost = 200;

const pagesBy = (whose: Whose): Saying["by"] =>
  isAgents(whose) ? { agentId: whose.agentId } : { visitorId: whose.visitorId };
/** A visitor's page reads and writes in one conversation alone. */
const mayReach = (whose: Whose, sessionId: string): boolean => isAgents(whose) || whose.sessionId === sessionId;

export interface Talk {
  /** Rejects where the database does. */
  answer(page: Page, frame: Exclude<ChatClientFrame, Frame<13>>): Promise<void>;
  friends(compId: string, agentId: string): Promise<readonly ChatFriend[]>;
  /** undefined: it has not this conversation. */
  friend(compId: string, agentId: string, sessionId: string): Promise<ChatFriend | undefined>;
}

export function createTalk({
  ports: { database, logger },
  conversations,
  pages,
  tell,
}: {
  readonly ports: Pick<Ports, "database" | "logger">;
  readonly conversations: () => Pick<Conversations, "said" | "read">;
  readonly pages: Pick<LocalPages, "visitorHere">;
  /** His other pages have what he says as well. */
  readonly tell: (compId: string, told: readonly Told[]) => Promise<void> | void;
}): Talk {
  /** The newest word first. */
  async function friendsOf(compId: string, agentId: string, sessionId?: string): Promise<readonly ChatFriend[]> {
    const rows = await database.tenant(compId, async (trx) =>
      withNames(trx, compId, await talkingWith(trx, compId, agentId, sessionId)),
    );
    rows.sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
    return Promise.all(rows.map(async (row) => friendOf(row, await pages.visitorHere(compId, row.visitorId))));
  }

  async function say(page: Page, { data }: Frame<11>): Promise<void> {
    const { sessionId, guid, content, key } = data;
    const { whose } = page;
    const refuse = (msg: string): void =>
      page.send({ cmd: 12, code: 0, data: { guid, id: "", seq: 0, createTime: "" }, msg });
    if (!mayReach(whose, sessionId)) return refuse("会话已结束");
    const by = pagesBy(whose);
    const saying: Saying = { by, guid, content, ...(key && "visitorId" in by ? { key } : {}) };
    const said = await conversations()
      .said(whose.compId, sessionId, saying)
      .catch((error: unknown) => {
        logger.warn({ error, sessionId }, "what was said in a conversation was not kept");
        return { refused: "发送失败，请稍后再试" };
      });
    if ("refused" in said) return refuse(said.refused);
    const { id, seq, createTime, content: shown } = said.message;
    const code = said.heard ? chatCodes.sent : chatCodes.sentOff;
    page.send({ cmd: 12, code, data: { guid, id, seq, createTime, ...(shown !== content && { content: shown }) } });
    await tell(whose.compId, [{ ...by, frame: { cmd: 11, data: said.message }, but: page.id }]);
  }

  async function pull(page: Page, { data: { sessionId, after, before } }: Frame<19>): Promise<void> {
    const { whose } = page;
    const code = after === undefined ? chatCodes.history : chatCodes.missed;
    const found = mayReach(whose, sessionId)
      ? await database.tenant(whose.compId, async (trx) => {
          const session = await ownSession(trx, whose.compId, sessionId, pagesBy(whose));
          const most = after === undefined ? chatPageSize : missedMost;
          return session && { session, ...(await messagesOf(trx, session, { after, before }, most)) };
        })
      : undefined;
    const messages = found ? found.rows.map((row) => messageOf(row, found.session)) : [];
    // A page's worth in each frame; `more` is of the first, before which something is left out.
    for (let at = 0; at === 0 || at < messages.length; at += chatPageSize)
      page.send({
        cmd: 20,
        code,
        data: {
          sessionId,
          messages: messages.slice(at, at + chatPageSize),
          more: at === 0 && found !== undefined && found.more,
        },
      });
  }

  return {
    friends: (compId, agentId) => friendsOf(compId, agentId),
    friend: async (compId, agentId, sessionId) => (await friendsOf(compId, agentId, sessionId))[0],
    async answer(page, frame) {
      const { whose } = page;
      if (frame.cmd === 11) return say(page, frame);
      if (frame.cmd === 19) return pull(page, frame);
      if (frame.cmd === 21) {
        const { sessionId, seq } = frame.data;
        if (mayReach(whose, sessionId)) await conversations().read(whose.compId, sessionId, pagesBy(whose), seq);
      } else if (isAgents(whose)) page.send({ cmd: 18, data: await friendsOf(whose.compId, whose.agentId) });
    },
  };
}
