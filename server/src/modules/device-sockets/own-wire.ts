/**
 * A device's socket of the process that has the switch. What comes while that is in doubt waits: it is for whoever has the switch then.
 * The socket outlives the switch of this process: another process has it over the broker from then on.
 */
import { EventEmitter } from "node:events";
import type { Clock } from "../../ports/clock.ts";
import { takenElsewhere } from "../../ports/taken-elsewhere.ts";

/** Between two looks whether the switch is this process' still. */
const LOOK_MS = 50;
/** Texts that wait; a device says a few. */
const MOST_WAITING = 50;
/** A device that does not answer the close is cut off after that. */
const CLOSE_MS = 1_000;
const CLOSED = 3;

/** As much of a OwnSocket as is used here. */
export interface OwnSocket {
  readonly OPEN: 1;
  readonly readyState: 0 | 1 | 2 | 3;
  send(text: string, done?: (error?: Error) => void): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
  ping(): void;
  on(event: "message", listener: (data: Buffer, binary: boolean) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "pong" | "close", listener: () => void): unknown;
}

export interface OwnWireDeps {
  readonly clock: Pick<Clock, "after">;
  readonly serves: () => boolean;
  /** Another process has the switch; these texts nobody has read yet. */
  readonly leave: (former: { readonly said: readonly string[]; readonly signedIn: boolean }) => void;
}

export class OwnWire extends EventEmitter {
  private readonly ws: OwnSocket;
  private readonly d: OwnWireDeps;
  private readonly waiting: [data: Buffer, binary: boolean][] = [];
  private left = false;
  /** We have closed it: nobody reads what it says before it is gone. */
  private shut = false;
  private named = false;

  constructor(ws: OwnSocket, deps: OwnWireDeps) {
    super();
    this.ws = ws;
    this.d = deps;
    ws.on("message", (data: Buffer, binary) => this.came(data, binary));
    ws.on("pong", () => this.left || this.emit("pong"));
    ws.on("error", (error) => this.left || this.emit("error", error));
    ws.on("close", () => this.left || this.emit("close"));
  }

  get OPEN(): 1 {
    return this.ws.OPEN;
  }

  get readyState(): OwnSocket["readyState"] {
    return this.left ? CLOSED : this.ws.readyState;
  }

  send(text: string, done?: (error?: Error) => void): void {
    this.ws.send(text, done);
  }

  close(code?: number, reason?: string): void {
    if (this.left) return;
    if (code !== takenElsewhere || this.ws.readyState !== this.ws.OPEN) {
      this.shut = true;
      this.waiting.length = 0;
      return this.ws.close(code, reason);
    }
    this.left = true;
    this.emit("close");
    this.d.leave({ said: this.waiting.splice(0).map(([data]) => data.toString()), signedIn: this.named });
  }

  signedIn(): void {
    this.named = true;
  }

  terminate(): void {
    if (!this.left) this.ws.terminate();
  }

  ping(): void {
    if (!this.left) this.ws.ping();
  }

  private came(data: Buffer, binary: boolean): void {
    if (this.left || this.shut) return;
    this.waiting.push([data, binary]);
    if (this.waiting.length > MOST_WAITING) {
      this.close(1013, "the switch does not read");
      return void this.d.clock.after(CLOSE_MS, () => this.ws.terminate());
    }
    if (this.waiting.length === 1) this.pass();
  }

  private pass(): void {
    while (!this.left && this.waiting.length > 0 && this.d.serves()) this.emit("message", ...this.waiting.shift()!);
    if (!this.left && this.waiting.length > 0) this.d.clock.after(LOOK_MS, () => this.pass());
  }
}
