/** The CTI socket of a stage over a real WebSocket, for each test of a suite. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { decodeCti, encodeCti, type CtiLine } from "@liantai/api/contract";
import { WebSocket, WebSocketServer } from "ws";
import type { SocketInfo } from "../../../http/module.ts";
import type { Caller } from "../../../http/routes.ts";
import type { Database } from "../../../ports/database.ts";
import { nobodyFollows } from "../../../testing/idle.ts";
import { createTestDatabase } from "../../../testing/index.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createCtiGateway, type CtiGateway } from "../cti/gateway.ts";
import { noDialRefs } from "./no-dial-refs.ts";
import { noTasks } from "./no-tasks.ts";
import { createStage, type Stage } from "./stage.ts";

/** One page's socket. */
export interface CtiPage {
  readonly ws: WebSocket;
  readonly lines: CtiLine[];
  /** Real sockets take real milliseconds: waits for what must come. */
  until<T>(find: () => T | undefined | false): Promise<T>;
  command(name: string, fields?: Record<string, string>): Promise<CtiLine["fields"]>;
  last(name: string): CtiLine["fields"] | undefined;
  /** With which code the server closed it. */
  closed(): number | undefined;
}

export class CtiSocketStage {
  s!: Stage;
  /** "session agent" of the one supervision that is allowed, and what was done. */
  supervises = "";
  readonly supervised: unknown[] = [];
  readonly tickets = new Map<string, Caller>();
  /** Sessions that ended without a word to this process. */
  readonly unheard = new Map<string, "ended">();
  /** While a ticket is looked at. */
  meanwhile: () => Promise<void> = async () => undefined;
  readonly #sockets: WebSocket[] = [];
  #gateway!: CtiGateway;
  #server!: WebSocketServer;

  async begin(database: Database): Promise<void> {
    this.s = await createStage({ database, greeting: "", outlives: true });
    this.#gateway = createCtiGateway({
      ...this.s.ports,
      tickets: {
        redeemDigest: async () => undefined,
        redeem: async (ticket) => {
          const caller = this.tickets.get(ticket);
          this.tickets.delete(ticket);
          await this.meanwhile();
          return caller;
        },
      },
      supervision: {
        may: async (sessionId, agentId) => this.supervises === `${sessionId} ${agentId}`,
        mayWatch: async () => false,
        mayTakeRobots: async () => false,
        forward: async () => ({ code: 1 }),
        done: async (what) => void this.supervised.push(what),
      },
      tasks: noTasks,
      dialRefs: noDialRefs,
      watches: nobodyFollows,
      sessions: {
        living: async () => new Map(),
        endsOf: async (ids) => new Map([...this.unheard].filter(([id]) => ids.includes(id))),
      },
    });
    await this.#gateway.start();
    this.#server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    this.#server.on("connection", (ws, request) => this.#gateway.socket.accept(ws, { request } as SocketInfo, {}));
    await once(this.#server, "listening");
  }

  async end(): Promise<void> {
    for (const ws of this.#sockets.splice(0)) ws.terminate();
    await this.#gateway.stop();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.s.stop();
    this.supervises = "";
    this.supervised.length = 0;
  }

  async open(): Promise<CtiPage> {
    const ws = new WebSocket(`ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/cti/ws`);
    this.#sockets.push(ws);
    const lines: CtiLine[] = [];
    let closed: number | undefined;
    ws.on("message", (data) => lines.push(decodeCti(String(data))));
    ws.on("close", (code) => (closed = code));
    await once(ws, "open");
    let seq = 0;
    const until: CtiPage["until"] = async (find) => {
      for (let i = 0; i < 400; i++) {
        const found = find();
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
        await this.s.settle();
      }
      throw new Error(`waited in vain; lines: ${JSON.stringify(lines.map((l) => [l.name, { ...l.fields }]))}`);
    };
    const command: CtiPage["command"] = async (name, fields = {}) => {
      const n = String(++seq);
      ws.send(encodeCti({ type: "command", name, fields: { seq: n, ...fields } }));
      return (await until(() => lines.find((l) => l.type === "response" && l.fields["seq"] === n))).fields;
    };
    const last: CtiPage["last"] = (name) => lines.findLast((l) => l.type === "event" && l.name === name)?.fields;
    return { ws, lines, until, command, last, closed: () => closed };
  }

  async login(agentId: string, more: Record<string, string> = {}, as: Partial<Caller> = {}) {
    const page = await this.open();
    const { compId } = this.s;
    this.tickets.set(
      `t-${agentId}`,
      seatCaller({ sessionId: `s-${agentId}`, userId: agentId, compId, agentId, ...as }),
    );
    const reply = await page.command("login", {
      ticket: `t-${agentId}`,
      compId,
      agentId,
      extension: agentId,
      terminalType: "2",
      instance: `tab-${agentId}`,
      takeMedia: "1",
      ...more,
    });
    return { ...page, reply };
  }
}

/** One database for the suite, a stage a test. */
export function ctiSocketEach(): CtiSocketStage {
  const g = new CtiSocketStage();
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => g.begin(database));
  afterEach(() => g.end());
  return g;
}
