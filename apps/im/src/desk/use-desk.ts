/** The desk as its screen has it: told on the bus, asked over HTTP, what was typed kept over a reload. */
import { selectUser, useSelector } from "@liantai/api/client";
import { chatCommands, type ChatClientFrame } from "@liantai/api/contract/im";
import { bus, type LinkState } from "@liantai/bus";
import { useBus } from "@liantai/bus/react";
import { useTab, useTabParams } from "@liantai/ui";
import { useEffect, useReducer, useRef, useState } from "react";
import { deskAfter, emptyDesk, lost, unanswered, type Desk, type DeskEvent } from "./model/desk.ts";
import { gapAfter } from "./model/talk.ts";
import { readTyped, writeTyped } from "./model/typed.ts";
import { sessions } from "./queries.ts";
import { useFocus } from "./use-focus.ts";

/** ms after which what was sent counts as not sent. */
const answerWithin = 10_000;

const send = (frame: ChatClientFrame): void => bus.publish("chat.send", frame);

/** crypto.randomUUID is missing on pages that are not secure. */
const newGuid = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

/** What was typed, by conversation, and the desk that begins with what was not sent. */
function useTyped(userId: string) {
  const [kept] = useState(() => readTyped(sessionStorage, userId));
  const [drafts, setDrafts] = useState(kept.drafts);
  const [desk, tell] = useReducer(deskAfter, undefined, () =>
    deskAfter(emptyDesk(new Map(Object.entries(kept.unsent)), kept.chosen), { type: "cut" }),
  );
  const { unsent, chosen } = desk;
  useEffect(
    () => writeTyped(sessionStorage, userId, { drafts, unsent: Object.fromEntries(unsent), chosen }),
    [userId, drafts, unsent, chosen],
  );
  const draft = (sessionId: string, text: string) =>
    setDrafts(({ [sessionId]: _, ...others }) => (text === "" ? others : { ...others, [sessionId]: text }));
  return { desk, tell, drafts, draft };
}

/** A conversation that a notification leads to, and then each that is chosen here. */
function useAsked(choose: (sessionId: string) => void): void {
  const { revision = 0 } = useTab();
  const { sessionId } = useTabParams<{ sessionId: unknown }>();
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    if (typeof sessionId === "string" && sessionId !== "") latest.current(sessionId);
  }, [revision, sessionId]);
}

/** Pages of what was said in the chosen conversation. */
function useHistory({ chosen, talks }: Desk, tell: (event: DeskEvent) => void) {
  const [ask, answer] = sessions.messages.useLazyQuery();
  const talk = chosen === undefined ? undefined : talks.get(chosen);
  const load = async (sessionId: string, before?: number): Promise<void> => {
    const { data } = await ask({ body: { sessionId, ...(before !== undefined && { before }) } });
    if (data) tell({ ...{ type: "page", sessionId, page: data, more: data.more === 1, first: before === undefined } });
  };
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (chosen !== undefined) void latest.current(chosen);
  }, [chosen]);
  const own = chosen !== undefined && answer.originalArgs?.body.sessionId === chosen;
  const first = talk?.messages[0]?.seq;
  return {
    talk,
    loading: own && answer.isFetching,
    error: own && answer.isError ? answer.error : undefined,
    again: () => void (chosen !== undefined && load(chosen, talk ? first : undefined)),
    older: () => void (chosen !== undefined && first !== undefined && !answer.isFetching && load(chosen, first)),
  };
}

/** Tells the workstation which conversation is read, and its visitor that it is. */
function useReading(desk: Desk, link: LinkState, tell: (event: DeskEvent) => void) {
  const looks = useFocus();
  const { chosen } = desk;
  const reading = looks ? chosen : undefined;
  useEffect(() => bus.publish("chat.watch", { open: true, sessionId: reading ?? null }), [reading]);
  useEffect(() => () => bus.publish("chat.watch", { open: false, sessionId: null }), []);
  const friend = desk.friends?.find(({ sessionId }) => sessionId === reading);
  const last = (reading === undefined ? undefined : desk.talks.get(reading))?.messages.findLast(
    ({ extras }) => extras.sender === "visitor",
  )?.seq;
  const unread = friend?.number ?? 0;
  const said = useRef(new Map<string, number>());
  useEffect(() => {
    if (reading === undefined || last === undefined || link !== "up" || !friend) return;
    if (unread === 0 && (said.current.get(reading) ?? 0) >= last) return;
    said.current.set(reading, last);
    send({ cmd: chatCommands.read, data: { sessionId: reading, seq: last } });
    tell({ type: "read", sessionId: reading });
    // Whether it is there, not what else is said of it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [reading, last, unread, link, friend === undefined, tell]);
  return reading;
}

/** Asks for what is missing between messages, once; after a break for what came meanwhile. */
function useMissing({ talks, friends }: Desk, link: LinkState): void {
  const asked = useRef(new Set<string>());
  const latest = useRef({ talks, friends });
  useEffect(() => {
    latest.current = { talks, friends };
  });
  useEffect(() => {
    if (link !== "up") return;
    asked.current.clear();
    for (const [sessionId, { messages }] of latest.current.talks) {
      const after = messages.at(-1)?.seq;
      const open = latest.current.friends?.some((friend) => friend.sessionId === sessionId && !friend.over);
      if (open && after !== undefined) send({ cmd: chatCommands.pullMessages, data: { sessionId, after } });
    }
  }, [link]);
  useEffect(() => {
    if (link !== "up") return;
    for (const [sessionId, { messages }] of talks) {
      const after = gapAfter(messages);
      const key = `${sessionId} ${after}`;
      if (after === undefined || asked.current.has(key)) continue;
      asked.current.add(key);
      send({ cmd: chatCommands.pullMessages, data: { sessionId, after } });
    }
  }, [talks, link]);
}

export function useDesk() {
  const user = useSelector(selectUser);
  const me = { agentId: user?.agentId ?? "", name: user?.nickName ?? "" };
  const { desk, tell, drafts, draft } = useTyped(user?.userId ?? "");
  const [link, setLink] = useState<LinkState>("connecting");
  const choose = (sessionId: string | undefined) => tell({ type: "chosen", sessionId });
  // Before chat.watch, which is answered at once.
  useBus("chat.link", ({ state }) => {
    setLink(state);
    if (state === "down" || state === "off") tell({ type: "cut" });
  });
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    known.current = new Set(desk.friends?.map(({ sessionId }) => sessionId));
  });
  const reading = useReading(desk, link, tell);
  useBus("chat.told", (frame) => {
    tell({ type: "told", frame, reading, me });
    // Of a conversation that the page does not know yet.
    if (frame.cmd === 11 && !known.current.has(frame.data.sessionId)) send({ cmd: chatCommands.pullFriends });
  });
  useBus("chat.unsent", (frame) => {
    if (frame.cmd === 11) tell({ ...frame.data, type: "unsent", why: lost });
  });
  useMissing(desk, link);
  useAsked(choose);
  const history = useHistory(desk, tell);

  const say = (sessionId: string, content: string, guid = newGuid()) => {
    tell({ type: "sending", sessionId, guid, content });
    send({ cmd: chatCommands.message, data: { sessionId, guid, content } });
    setTimeout(() => tell({ type: "late", sessionId, guid, why: unanswered }), answerWithin);
  };
  return { desk, tell, link, me, choose, history, drafts, draft, say };
}

export type DeskModel = ReturnType<typeof useDesk>;
