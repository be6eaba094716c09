/** Sockets of devices that stay when the switch behind them changes, as those that another process holds do. */
import { EventEmitter } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import type { EmbeddedSwitchFace } from "../../../embedded/switch/index.ts";

const remoteAddress = "127.0.0.1";

/** What one switch sees of a socket: nothing any more once another one has it. */
class Way extends EventEmitter {
  readonly OPEN = 1;
  private readonly ws: WebSocket;
  private readonly mine: () => boolean;

  constructor(ws: WebSocket, mine: () => boolean) {
    super();
    this.ws = ws;
    this.mine = mine;
    ws.on("message", (data: RawData) => mine() && this.emit("message", data, false));
    ws.on("close", () => mine() && this.emit("close"));
  }

  get readyState(): WebSocket["readyState"] {
    return this.mine() ? this.ws.readyState : 3;
  }

  close(): void {
    if (this.mine()) this.ws.close();
  }

  terminate(): void {
    if (this.mine()) this.ws.terminate();
  }

  ping(): void {
    this.emit("pong");
  }

  send(text: string, done?: (error?: Error) => void): void {
    if (this.mine()) this.ws.send(text, done);
  }
}

export class Door {
  private readonly sockets: WebSocket[] = [];
  private behind: EmbeddedSwitchFace | undefined;
  private readonly server = new WebSocketServer({ port: 0, host: remoteAddress, handleProtocols: () => "sip" });

  constructor(first: EmbeddedSwitchFace) {
    this.behind = first;
    this.server.on("connection", (ws) => {
      const id = `socket-${this.sockets.push(ws) - 1}`;
      if (this.behind) this.behind.acceptSocket(this.way(ws), { remoteAddress, id });
      else ws.close();
    });
  }

  async open(): Promise<string> {
    if (!this.server.address()) await new Promise((resolve) => this.server.once("listening", resolve));
    return `ws://${remoteAddress}:${(this.server.address() as AddressInfo).port}/xcc/ws`;
  }

  /** For new sockets; those that are open have nobody behind them. */
  lead(next: EmbeddedSwitchFace | undefined): void {
    this.behind = next;
  }

  /** How many of the open sockets the next switch knows; the others close. */
  join(next: EmbeddedSwitchFace): number {
    this.lead(next);
    let known = 0;
    for (const [n, ws] of this.sockets.entries()) {
      if (ws.readyState !== ws.OPEN) continue;
      if (next.joinSocket(this.way(ws), { remoteAddress, id: `socket-${n}` })) known++;
      else ws.close();
    }
    return known;
  }

  close(): Promise<void> {
    for (const ws of this.sockets) ws.terminate();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private way(ws: WebSocket): Way {
    const { behind } = this;
    return new Way(ws, () => behind === this.behind);
  }
}
