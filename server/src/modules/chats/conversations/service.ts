/** What visitors and agents do with a conversation, and what the assignment does with it. */
import { minuteMs } from "@liantai/api/contract";
import { chatTextMost, chatTextsPerMinute } from "@liantai/api/contract/im";
import type { Program } from "@liantai/api/flows";
import { publish } from "../../topics.ts";
import { isServed, siteOf } from "../sites/found-repository.ts";
import { noPages, type ChatSessionRow, type Conversations, type Refused, type Saying, type Told } from "../types.ts";
import type { ConversationsDeps } from "./deps.ts";
import { advance, hangUp } from "./leading.ts";
import { isSecret, keysAt } from "./places.ts";
import { friendOf, messageOf, stageOf } from "./present.ts";
import { nameOfSeat, withNames } from "./names-repository.ts";
import { findSession, lockSession, messageByGuid, saidSince, setRead, type ChatMessageRow } from "./repository.ts";
import { findVisitor } from "./visitors-repository.ts";
import { Turn } from "./turn.ts";
import type { Turns } from "./turns.ts";
import { cleanText, givenWords, refusals, starred, takenBackWords } from "./words.ts";

const isMine = ({ visitorId, agentId }: ChatSessionRow, by: Saying["by"]): boolean =>
  "visitorId" in by ? visitorId === by.visitorId : agentId !== "" && agentId === by.agentId;

/** undefined: it may be said now. */
async function refusalOf(turn: Turn, by: Saying["by"], content: string): Promise<string | undefined> {
  const { session, trx, now } = turn;
  const fromVisitor = "visitorId" in by;
  if (session.status === "closed" || (fromVisitor && session.leftMessage === 1)) return refusals.over;
  if (!fromVisitor && session.status !== "talking") return refusals.notYours;
  if (content === "") return refusals.empty;
  if ([...content].length > chatTextMost) return refusals.long;
  if (fromVisitor && (await saidSince(trx, session, new Date(now - minuteMs), chatTextsPerMinute)))
    return refusals.often;
  return undefined;
}

/** As it is shown and stored, and as the flow gets it. */
function shownOf(turn: Turn, program: Program | undefined, content: string, key: boolean) {
  const { flow, session } = turn;
  if (!flow || !program || session.status !== "flow") return content;
  const pressed = key ? keysAt(program, flow.state).find((each) => each.key === content) : undefined;
  return isSecret(program, flow.state) ? starred : (pressed?.name ?? content);
}

async function sayIn(
  d: ConversationsDeps,
  turn: Turn,
  program: Program | undefined,
  { by, guid, content: given, key = false }: Saying,
): Promise<ChatMessageRow | Refused> {
  const { session, trx } = turn;
  if (!isMine(session, by)) return { refused: refusals.notYours };
  const sender = "visitorId" in by ? "visitor" : "agent";
  const before = guid === "" ? undefined : await messageByGuid(trx, session, sender, guid);
  if (before) {
    // Who kept it may have been killed before he told of it. Pages take a message once.
    turn.retell(before);
    return before;
  }
  const content = cleanText(given);
  const refused = await refusalOf(turn, by, content);
  if (refused !== undefined) return { refused };
  // His page may have been open when the enterprise was switched off: nothing is asked, said or paid for in its name any more.
  if (!(await isServed(trx, session.compId))) {
    turn.leaveFlow();
    turn.close("failed");
    return { refused: refusals.over };
  }
  if ("agentId" in by) {
    const senderName = await nameOfSeat(trx, session.compId, by.agentId);
    return turn.say({ sender, senderId: by.agentId, senderName, content, guid });
  }
  const senderName = (await findVisitor(trx, session.compId, by.visitorId))?.nick ?? "";
  const shown = shownOf(turn, program, content, key);
  const row = turn.say({ sender, senderId: by.visitorId, senderName, content: shown, guid });
  if (turn.flow && program) await advance(d, turn, program, { type: "typed", text: content, key });
  // What it went on from is gone.
  else if (session.status === "flow") turn.close("failed");
  return row;
}

export function createService(d: ConversationsDeps, turns: Turns): Conversations {
  const { database, broker } = d.ports;
  const pages = d.pages ?? (() => noPages);

  const heardBy = (session: ChatSessionRow, by: Saying["by"]): Promise<boolean> => {
    const { compId, visitorId, agentId, status } = session;
    if ("agentId" in by) return pages().visitorHere(compId, visitorId);
    return status === "talking" && agentId !== "" ? pages().agentHere(compId, agentId) : Promise.resolve(false);
  };

  return {
    async said(compId, sessionId, saying) {
      if (saying.guid.length > 64) return { refused: refusals.guid };
      const done = await turns.turn(compId, sessionId, async (turn, program) => {
        const said = await sayIn(d, turn, program, saying);
        return { said, session: turn.session };
      });
      if (!done) return { refused: refusals.over };
      if ("refused" in done.said) return done.said;
      return { message: messageOf(done.said, done.session), heard: await heardBy(done.session, saying.by) };
    },

    async read(compId, sessionId, by, seq) {
      const fromVisitor = "visitorId" in by;
      const session = await database.tenant(compId, async (trx) => {
        const found = await findSession(trx, compId, sessionId);
        if (!found || !isMine(found, by)) return undefined;
        return (await setRead(trx, found, fromVisitor ? "visitorRead" : "agentRead", seq)) ? found : undefined;
      });
      if (!session) return;
      const frame = { cmd: 21, data: { sessionId, seq } } as const;
      const { agentId, visitorId } = session;
      const told: Told[] = fromVisitor ? (agentId === "" ? [] : [{ agentId, frame }]) : [{ visitorId, frame }];
      if (told.length > 0) await publish(broker, "chat.told", { compId, told });
    },

    async close(compId, sessionId, by) {
      const closed = await turns.turn(compId, sessionId, async (turn, program) => {
        const { status, leftMessage } = turn.session;
        const isOver = status === "closed" || ("visitorId" in by && leftMessage === 1);
        if (isOver || !isMine(turn.session, by)) return false;
        hangUp(d, turn, program, "visitorId" in by ? "visitor" : "agent");
        return true;
      });
      return closed ?? false;
    },

    async end(sessionId, context) {
      const { compId } = context.caller;
      const ended = await turns.turn(compId, sessionId, async (turn, program) => {
        const { status, visitorId } = turn.session;
        if (status === "closed") return false;
        hangUp(d, turn, program, "agent");
        const name = (await findVisitor(turn.trx, compId, visitorId))?.nick ?? "";
        await d.audit.write(turn.trx, context, {
          compId,
          action: "endChat",
          object: "chatSession",
          id: sessionId,
          name,
        });
        return true;
      });
      return ended ?? false;
    },

    async give(trx, { compId, id }, agent, here = false) {
      const session = await lockSession(trx, compId, id);
      if (session?.status !== "waiting") return [];
      const turn = new Turn(d, trx, session, await siteOf(trx, compId, session.siteId));
      const { agentId } = agent;
      turn.leaveFlow();
      turn.set({ status: "talking", agentId, answeredAt: session.answeredAt ?? new Date(turn.now), waitUntil: null });
      if (session.leftMessage === 0) {
        turn.tellVisitor();
        turn.system(givenWords(agent.name));
      }
      const told = await turn.save();
      const friends = (await withNames(trx, compId, [id])).map((row) => friendOf(row, here));
      // First the conversation, then what is said in it.
      return [...friends.map((data) => ({ agentId, frame: { cmd: 9, data } }) as const), ...told];
    },

    async takeBack(trx, { compId, id }) {
      const session = await lockSession(trx, compId, id);
      if (session?.status !== "talking") return [];
      const turn = new Turn(d, trx, session, await siteOf(trx, compId, session.siteId));
      turn.set({ status: "waiting", agentId: "", queuedAt: session.queuedAt ?? new Date(turn.now) });
      if (session.leftMessage === 0) {
        turn.tellVisitor();
        turn.system(takenBackWords);
      }
      turn.tellLeft(session.agentId);
      return turn.save();
    },

    stageOf,
  };
}
