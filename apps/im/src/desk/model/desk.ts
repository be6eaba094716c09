/** The desk of an agent: his conversations and what was said in them, by what the server tells and he does. Pure. */
import type { ChatFriend, ChatMessage, ChatServerFrame, ChatStage } from "@liantai/api/contract/im";
import {
  messageOf,
  readUpTo,
  withMessages,
  withMissed,
  wordsOf,
  type Talk,
  type TrackStep,
  type Unsent,
} from "./talk.ts";

export interface Friend extends ChatFriend {
  /** It is over for this agent; it stays while he reads it, or has not yet. */
  readonly over?: ChatStage;
  /** The newest message that was told. */
  readonly seq?: number;
}

export interface Desk {
  /** undefined: not known yet. */
  readonly friends: readonly Friend[] | undefined;
  readonly talks: ReadonlyMap<string, Talk>;
  /** Typed and not with the server, by conversation. */
  readonly unsent: ReadonlyMap<string, readonly Unsent[]>;
  readonly chosen: string | undefined;
  /** It was chosen before the page was loaded anew: it holds if it still goes on. */
  readonly restored?: boolean;
}

type Page = { readonly messages: readonly Parameters<typeof messageOf>[0][]; readonly track: readonly TrackStep[] };

export type DeskEvent =
  /** reading: the conversation that is read just now. */
  | { readonly type: "told"; readonly frame: ChatServerFrame; readonly reading: string | undefined; readonly me: Me }
  | { readonly type: "chosen"; readonly sessionId: string | undefined }
  | {
      readonly type: "page";
      readonly sessionId: string;
      readonly page: Page;
      readonly more: boolean;
      readonly first: boolean;
    }
  | { readonly type: "sending"; readonly sessionId: string; readonly guid: string; readonly content: string }
  | { readonly type: "unsent"; readonly sessionId: string; readonly guid: string; readonly why: string }
  /** No answer came in time, where it did not come. */
  | { readonly type: "late"; readonly sessionId: string; readonly guid: string; readonly why: string }
  | { readonly type: "cut" }
  | { readonly type: "dropped"; readonly sessionId: string; readonly guid: string }
  | { readonly type: "read"; readonly sessionId: string }
  | { readonly type: "named"; readonly userId: string; readonly nick: string };

export interface Me {
  readonly agentId: string;
  readonly name: string;
}

export const lost = "连接已断开，消息未发送";
export const unanswered = "服务器没有回应，消息可能未发送";

export const emptyDesk = (unsent: Desk["unsent"] = new Map(), chosen?: string): Desk => ({
  ...{ friends: undefined, talks: new Map(), chosen, unsent },
  restored: chosen !== undefined,
});

const withEntry = <T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> =>
  new Map(map).set(key, value);

const changed = (desk: Desk, sessionId: string, change: (friend: Friend) => Friend): Desk => ({
  ...desk,
  friends: desk.friends?.map((friend) => (friend.sessionId === sessionId ? change(friend) : friend)),
});

/** Those that are over stay while they are read, or until they were. */
const kept = (desk: Desk): Desk =>
  desk.friends?.some(({ over, number, sessionId }) => over && number === 0 && sessionId !== desk.chosen)
    ? { ...desk, friends: desk.friends.filter((f) => !f.over || f.number > 0 || f.sessionId === desk.chosen) }
    : desk;

const changedUnsent = (desk: Desk, sessionId: string, change: (list: readonly Unsent[]) => readonly Unsent[]): Desk => {
  const list = change(desk.unsent.get(sessionId) ?? []);
  const unsent = new Map(desk.unsent);
  if (list.length > 0) unsent.set(sessionId, list);
  else unsent.delete(sessionId);
  return { ...desk, unsent };
};

/** Messages that came: what this page sent is with the server then. */
function heard(desk: Desk, sessionId: string, messages: readonly ChatMessage[]): Desk {
  const guids = new Set(messages.map(({ extras }) => extras.guid));
  return desk.unsent.get(sessionId)?.some(({ guid }) => guids.has(guid))
    ? changedUnsent(desk, sessionId, (list) => list.filter(({ guid }) => !guids.has(guid)))
    : desk;
}

function said(desk: Desk, message: ChatMessage, reading: string | undefined): Desk {
  const { sessionId, seq, extras, createTime } = message;
  const talk = desk.talks.get(sessionId);
  const talks = talk
    ? withEntry(desk.talks, sessionId, { ...talk, messages: withMessages(talk.messages, [message]) })
    : desk.talks;
  const ofVisitor = extras.sender === "visitor";
  return changed(heard({ ...desk, talks }, sessionId, [message]), sessionId, (friend) => {
    if (seq <= (friend.seq ?? 0)) return friend;
    return {
      ...friend,
      ...{ seq, recentTime: createTime, temporaryTidings: wordsOf(message) },
      ...(ofVisitor && { status: 1 as const, number: sessionId === reading ? 0 : friend.number + 1 }),
    };
  });
}

type Sent = Extract<ChatServerFrame, { readonly cmd: 12 }>;

function answered(desk: Desk, { code, data: { guid, id, seq, createTime }, msg }: Sent, me: Me): Desk {
  const found = [...desk.unsent].find(([, list]) => list.some((one) => one.guid === guid));
  if (!found) return desk;
  const [sessionId, list] = found;
  const { content } = list.find((one) => one.guid === guid)!;
  if (code === 0) return failed(desk, sessionId, guid, msg || "消息未能发送");
  const message: ChatMessage = {
    ...{ id, sessionId, seq, content, createTime, from: me.agentId, to: "", msgType: 0, flag: 0 },
    extras: { guid, direction: "out", accessMode: "web", sender: "agent", senderName: me.name },
  };
  return said(desk, message, undefined);
}

const failed = (desk: Desk, sessionId: string, guid: string, why: string): Desk =>
  changedUnsent(desk, sessionId, (list) => list.map((one) => (one.guid === guid ? { ...one, why } : one)));

function listed(desk: Desk, friends: readonly ChatFriend[], reading: string | undefined): Desk {
  const before = new Map(desk.friends?.map((friend) => [friend.sessionId, friend]));
  const now = friends.map((friend) => ({
    ...friend,
    number: friend.sessionId === reading ? 0 : friend.number,
    ...(before.get(friend.sessionId)?.seq !== undefined && { seq: before.get(friend.sessionId)!.seq }),
  }));
  const ids = new Set(now.map(({ sessionId }) => sessionId));
  const over = [...before.values()]
    .filter(({ sessionId }) => !ids.has(sessionId))
    .map((friend): Friend => ({ over: { sessionId: friend.sessionId, status: "closed" }, ...friend }));
  const chosen = desk.restored && !ids.has(desk.chosen ?? "") ? undefined : desk.chosen;
  return kept({ ...desk, chosen, restored: false, friends: [...now, ...over] });
}

function told(desk: Desk, frame: ChatServerFrame, reading: string | undefined, me: Me): Desk {
  switch (frame.cmd) {
    case 9: {
      const { data } = frame;
      if (!("userId" in data)) return desk;
      const known = desk.friends?.find(({ sessionId }) => sessionId === data.sessionId);
      // His page was opened: of the rest the page may know more than he who tells it.
      if (frame.code !== undefined)
        return known ? changed(desk, data.sessionId, (friend) => ({ ...friend, status: 1 })) : desk;
      const others = desk.friends?.filter(({ sessionId }) => sessionId !== data.sessionId) ?? [];
      const number = data.sessionId === reading ? 0 : data.number;
      return { ...desk, friends: [...others, { ...data, number }] };
    }
    case 10:
      return kept(changed(desk, frame.data.sessionId, (friend) => ({ ...friend, over: frame.data })));
    case 11:
      return said(desk, frame.data, reading);
    case 12:
      return answered(desk, frame, me);
    case 18:
      return listed(desk, frame.data, reading);
    case 20: {
      const { sessionId, messages, more } = frame.data;
      const talk = desk.talks.get(sessionId);
      if (!talk) return desk;
      const talks = withEntry(desk.talks, sessionId, withMissed(talk, messages, more));
      return heard({ ...desk, talks }, sessionId, messages);
    }
    case 21: {
      const talk = desk.talks.get(frame.data.sessionId);
      if (!talk) return desk;
      const messages = readUpTo(talk.messages, frame.data.seq);
      return { ...desk, talks: withEntry(desk.talks, frame.data.sessionId, { ...talk, messages }) };
    }
    default:
      return desk;
  }
}

function paged(desk: Desk, { sessionId, page, more, first }: Extract<DeskEvent, { readonly type: "page" }>): Desk {
  const known = desk.talks.get(sessionId);
  const rows = page.messages.map(messageOf);
  const messages = withMessages(known?.messages ?? [], rows);
  // A first page that comes again says nothing of what is older than what is here.
  const older = first && known ? known.more : more;
  const talk = { messages, more: older, track: page.track };
  return heard({ ...desk, talks: withEntry(desk.talks, sessionId, talk) }, sessionId, rows);
}

/** What is on its way when the link breaks may have been lost; whether it was, its guid tells. */
function cut(desk: Desk): Desk {
  const unsent = [...desk.unsent].map(
    ([sessionId, list]) => [sessionId, list.map((one) => ({ ...one, why: one.why ?? lost }))] as const,
  );
  return { ...desk, unsent: new Map(unsent) };
}

export function deskAfter(desk: Desk, event: DeskEvent): Desk {
  switch (event.type) {
    case "told":
      return told(desk, event.frame, event.reading, event.me);
    case "chosen":
      return kept({ ...desk, chosen: event.sessionId, restored: false });
    case "page":
      return paged(desk, event);
    case "sending":
      return changedUnsent(desk, event.sessionId, (list) => [
        ...list.filter(({ guid }) => guid !== event.guid),
        { guid: event.guid, content: event.content },
      ]);
    case "unsent":
      return failed(desk, event.sessionId, event.guid, event.why);
    case "late":
      return desk.unsent.get(event.sessionId)?.some(({ guid, why }) => guid === event.guid && why === undefined)
        ? failed(desk, event.sessionId, event.guid, event.why)
        : desk;
    case "cut":
      return cut(desk);
    case "dropped":
      return changedUnsent(desk, event.sessionId, (list) => list.filter(({ guid }) => guid !== event.guid));
    case "read":
      return changed(desk, event.sessionId, (friend) => (friend.number === 0 ? friend : { ...friend, number: 0 }));
    case "named":
      return {
        ...desk,
        friends: desk.friends?.map((f) => (f.userId === event.userId ? { ...f, nick: event.nick } : f)),
      };
  }
}

/** The newest first. */
export const inOrder = (friends: readonly Friend[]): readonly Friend[] =>
  [...friends].sort((a, b) => (a.recentTime < b.recentTime ? 1 : a.recentTime > b.recentTime ? -1 : 0));
