/** Agents at chats over the demonstration, with their sockets on a port of their own. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chatAgentApi, chatSocketPath, type ChatServerFrame } from "@liantai/api/contract/im";
import type { ArgOf, Endpoint, ReplyOf } from "@liantai/api/contract";
import { WebSocket, WebSocketServer } from "ws";
import type { SocketInfo } from "../../../../http/module.ts";
import type { RequestContext } from "../../../../http/routes.ts";
import { openDemo, type Demo } from "../../../../testing/demo.ts";
import type { Conversations } from "../../types.ts";
import { createAgents, type Agents } from "../index.ts";
import { fakeConversations, tellBy } from "./fake-conversations.ts";
import { compId, peopleOf, type People } from "./people.ts";

export interface ChatPage {
  readonly socket: WebSocket;
  readonly frames: ChatServerFrame[];
  send(frame: object | string): void;
  /** Those of this command, when there are so many. */
  until<C extends ChatServerFrame["cmd"]>(cmd: C, count?: number): Promise<Extract<ChatServerFrame, { cmd: C }>[]>;
  /** Close code. */
  readonly closed: Promise<number>;
}

export interface ChatStageOfTests {
  readonly demo: Demo;
  readonly agents: Agents;
  readonly conversations: Conversations;
  readonly people: People;
  call<E extends Endpoint>(endpoint: E, token: string, input?: Partial<ArgOf<E>>): Promise<ReplyOf<E>>;
  ticket(token: string): Promise<string>;
  /** at: in which of two processes. */
  connect(token: string, extra?: string, at?: 0 | 1): Promise<ChatPage>;
  /** A page of the visitor of this conversation (people.session). */
  visitor(sessionId: string, at?: 0 | 1): Promise<ChatPage>;
  /** Closes what is open, and clears the tables. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

async function pageOf(url: string): Promise<ChatPage> {
  const socket = new WebSocket(url);
  const frames: ChatServerFrame[] = [];
  let woken = () => {};
  socket.on("message", (data) => {
    frames.push(JSON.parse((data as Buffer).toString()) as ChatServerFrame);
    woken();
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await once(socket, "open");
  return {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
    async until(cmd, count = 1) {
      for (;;) {
        const found = frames.filter((frame) => frame.cmd === cmd);
        if (found.length >= count) return found as never;
        await new Promise<void>((resolve) => (woken = resolve));
      }
    },
  };
}

/** A process's part of it, over the same database and broker. */
async function openProcess({ ports, auth }: Demo, conversations: Conversations) {
  const agents = createAgents({
    ports,
    tickets: auth.tickets,
    sessions: auth.sessions,
    maySee: auth.maySee,
    conversations: () => conversations,
    tell: tellBy(ports),
  });
  await agents.start();
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer().on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const info: SocketInfo = { url, address: "127.0.0.1", device: "jest", request };
    void agents.socket.authorise(info).then((authorised) => {
      if (authorised === false) return socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
      upgrades.handleUpgrade(request, socket, head, (ws) => agents.socket.accept(ws, info, authorised));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    agents,
    url: `ws://127.0.0.1:${port}${chatSocketPath}`,
    clients: upgrades.clients,
    async close() {
      await agents.stop();
      server.close();
    },
  };
}

export async function openChatStage(): Promise<ChatStageOfTests> {
  const demo = await openDemo();
  const { ports } = demo;
  const conversations = fakeConversations(ports);
  const processes = [await openProcess(demo, conversations), await openProcess(demo, conversations)] as const;
  const [{ agents }] = processes;
  const people = peopleOf(ports);
  const open: ChatPage[] = [];

  const stage: ChatStageOfTests = {
    demo,
    agents,
    conversations,
    people,
    async call(endpoint, token, input = {}) {
      const found = agents.routes.find((each) => each.endpoint.name === endpoint.name)!;
      const caller = await demo.caller(token);
      return (await found.handler(
        { params: {}, query: {}, body: {}, ...input } as never,
        {
          caller,
        } as RequestContext,
      )) as never;
    },
    ticket: async (token) => (await stage.call(chatAgentApi.ticket, token)).ticket,
    async connect(token, extra, at = 0) {
      const search = new URLSearchParams({ token, ...(extra === undefined ? {} : { extra }) });
      const page = await pageOf(`${processes[at].url}?${search}`);
      open.push(page);
      return page;
    },
    visitor: async (sessionId, at = 0) =>
      stage.connect(await agents.visitors.issue(compId, `v-${sessionId}`, sessionId), undefined, at),
    async reset() {
      for (const { socket } of open.splice(0)) socket.terminate();
      await demo.eventually(() => processes.every(({ clients }) => clients.size === 0));
      // What was to happen when they were gone has happened.
      await demo.clock.advance(15_000);
      await people.clear();
      await demo.ports.database.system((trx) => trx.deleteFrom("session").execute());
    },
    async close() {
      for (const one of processes) await one.close();
      await demo.close();
    },
  };
  return stage;
}
