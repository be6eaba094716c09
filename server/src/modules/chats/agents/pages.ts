/** Pages of agents and visitors: those that are connected to this process, and whether one is open anywhere. */
import { chatCloses, chatCodes, type ChatServerFrame } from "@liantai/api/contract/im";
import type { WebSocket } from "ws";
import type { Caller } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Pages, Saying, Told, VisitorOf } from "../types.ts";
import { createMarks } from "./marks.ts";

/** What a client that does not read may have before it, bytes; then it is dropped, and comes back and asks what it missed. */
const backlogMost = 1_048_576;
/** Of one agent or visitor, in a process: the oldest makes room. */
const pagesMost = 5;

/** caller: as it is now. */
export type Whose = { readonly compId: string; readonly agentId: string; caller: Caller } | VisitorOf;
export const isAgents = (whose: Whose): whose is Extract<Whose, { readonly agentId: string }> => "agentId" in whose;

/** In the order in which their keys come. */
export function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const own = groups.get(key);
    if (own) own.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

export interface Page {
  /** Of this page alone, in all processes. */
  readonly id: string;
  readonly whose: Whose;
  /** When something came from it, ms. */
  heardAt: number;
  /** The place in the queue that it was told. */
  position: number | undefined;
  send(frame: ChatServerFrame): void;
  /** Tells it and closes the socket; from now on it is none of the pages. */
  close(code: number, why: string): void;
  readonly closed: boolean;
}

const keyOf = (compId: string, by: Saying["by"]): string =>
  "agentId" in by ? `${compId}:agent:${by.agentId}` : `${compId}:visitor:${by.visitorId}`;
const ownKey = (whose: Whose): string => keyOf(whose.compId, whose);

const sessionOf = (frame: ChatServerFrame): string | undefined =>
  "data" in frame && "sessionId" in frame.data ? frame.data.sessionId : undefined;

export interface LocalPages extends Pages {
  /** A page on this socket. gone: it was the last of his here. */
  add(socket: WebSocket, whose: Whose, gone: (page: Page) => void): Page;
  /** It counts as open everywhere from now on. Whether his first one is. */
  opened(page: Page): Promise<boolean>;
  all(): readonly Page[];
  deliver(compId: string, told: readonly Told[]): void;
  /** They are open still, wherever it is asked. */
  refresh(): Promise<void>;
  /** Another process has deleted the mark of these: set again, where one is open here. */
  again(key: string): Promise<void>;
}

export function createPages({ broker, clock, random }: Pick<Ports, "broker" | "clock" | "random">): LocalPages {
  const pages = new Map<string, Set<Page>>();
  const marks = createMarks({ broker, random }, (key) => pages.has(key));

  function remove(page: Page): boolean {
    const key = ownKey(page.whose);
    const own = pages.get(key);
    if (!own?.delete(page) || own.size > 0) return false;
    pages.delete(key);
    return true;
  }

  function pageOn(socket: WebSocket, whose: Whose, gone: (page: Page) => void): Page {
    let closed = false;
    const leave = (): void => {
      closed = true;
      if (!remove(page)) return;
      void marks.unset(ownKey(whose)).catch(() => undefined);
      gone(page);
    };
    const page: Page = {
      id: random.token(12),
      whose,
      heardAt: clock.now(),
      position: undefined,
      get closed() {
        return closed;
      },
      send(frame) {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > backlogMost) return socket.terminate();
        socket.send(JSON.stringify(frame));
      },
      close(code, why) {
        if (closed) return;
        page.send({ cmd: 6, code: chatCodes.closed, data: hello(whose) });
        leave();
        socket.close(code, why);
      },
    };
    socket.on("close", leave);
    // 'close' follows; without a listener a reset connection would end the process.
    socket.on("error", () => undefined);
    return page;
  }

  const hello = (whose: Whose) => ({
    userId: isAgents(whose) ? whose.agentId : whose.visitorId,
    time: clock.now(),
  });

  function toVisitor(page: Page, whose: VisitorOf, frame: ChatServerFrame): void {
    const sessionId = sessionOf(frame);
    if (sessionId !== undefined && sessionId !== whose.sessionId) return;
    page.send(frame);
    if (frame.cmd === 9 && "position" in frame.data) page.position = frame.data.position;
    if (frame.cmd === 10 && frame.data.status === "closed")
      page.close(chatCloses.conversationEnded, "the conversation ended");
  }

  const here = async (key: string): Promise<boolean> => pages.has(key) || (await marks.isSet(key));

  return {
    add(socket, whose, gone) {
      const key = ownKey(whose);
      const page = pageOn(socket, whose, gone);
      const own = pages.get(key) ?? new Set<Page>();
      pages.set(key, own.add(page));
      const [oldest] = own;
      if (own.size > pagesMost) oldest?.close(chatCloses.replaced, "too many pages");
      page.send({ cmd: 6, code: chatCodes.connected, data: hello(whose) });
      return page;
    },
    async opened({ whose }) {
      const key = ownKey(whose);
      const first = (pages.get(key)?.size ?? 0) <= 1 && !(await marks.isSet(key));
      if (pages.has(key)) await marks.set(key);
      return first;
    },
    all: () => [...pages.values()].flatMap((own) => [...own]),
    deliver(compId, told) {
      for (const one of told)
        for (const page of [...(pages.get(keyOf(compId, one)) ?? [])])
          if (page.id === one.but) continue;
          else if (isAgents(page.whose)) page.send(one.frame);
          else toVisitor(page, page.whose, one.frame);
    },
    visitorHere: (compId, visitorId) => here(keyOf(compId, { visitorId })),
    agentHere: (compId, agentId) => here(keyOf(compId, { agentId })),
    async refresh() {
      await Promise.all([...pages.keys()].map((key) => marks.set(key)));
    },
    async again(key) {
      if (pages.has(key)) await marks.set(key);
    },
  };
}
