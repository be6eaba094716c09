/** A device's socket that another process holds, as the switch sees it. */
import { EventEmitter } from "node:events";
import { Outbox } from "./outbox.ts";

export interface FarEnd {
  text(text: string): void;
  close(code: number, reason: string): void;
  signedIn(): void;
}

export class RemoteWire extends EventEmitter {
  readonly OPEN = 1;
  readyState: 1 | 3 = 1;
  /** Of the next text that comes. */
  next = 0;
  /** What it says. */
  readonly out = new Outbox();
  private readonly far: FarEnd;

  constructor(far: FarEnd) {
    super();
    this.far = far;
  }

  send(text: string, done?: (error?: Error) => void): void {
    this.far.text(text);
    done?.();
  }

  /** The other process has not heard that it has joined, and begins anew. */
  again(): void {
    this.next = 0;
    this.out.again();
  }

  close(code = 1000, reason = ""): void {
    if (this.readyState === this.OPEN) this.far.close(code, reason);
    this.gone();
  }

  terminate(): void {
    this.close(1001);
  }

  signedIn(): void {
    this.far.signedIn();
  }

  /** The process that holds it looks whether its device is there. */
  ping(): void {
    this.emit("pong");
  }

  came(text: string): void {
    this.emit("message", Buffer.from(text), false);
  }

  gone(): void {
    if (this.readyState !== this.OPEN) return;
    this.readyState = 3;
    this.emit("close");
  }
}
