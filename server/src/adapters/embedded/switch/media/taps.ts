/** A leg heard in another media thread: its frames cross through a MessagePort, one a tick, at the cost of a frame of delay. */
import type { MessagePort } from "node:worker_threads";
import type { LegId } from "../../../../ports/switch.ts";

/** Frames that may wait: two clocks in two threads meet anywhere within a frame. */
const MAX_WAITING = 3;

export interface Tap {
  readonly leg: LegId;
  send(said: Uint8Array | undefined): void;
  end(): void;
}

export function tapTo(leg: LegId, port: MessagePort, closed: () => void): Tap {
  port.on("close", closed);
  port.unref();
  return {
    leg,
    // A copy: the leg's frame is overwritten in the next tick.
    send: (said) => port.postMessage(said ? said.slice() : null),
    end: () => port.close(),
  };
}

export class RemoteLeg {
  said: Uint8Array | undefined;
  private readonly port: MessagePort;
  private readonly waiting: (Uint8Array | undefined)[] = [];
  private primed = false;

  constructor(port: MessagePort, closed: () => void) {
    this.port = port;
    port.on("message", (frame: Uint8Array | null) => {
      this.waiting.push(frame ?? undefined);
      if (this.waiting.length > MAX_WAITING) this.waiting.shift();
    });
    port.on("close", closed);
    port.unref();
  }

  listen(): void {
    // Begin with one frame in hand, or every second tick would find nothing.
    if (!this.primed && this.waiting.length < 2) return;
    this.primed = true;
    this.said = this.waiting.shift();
    if (this.waiting.length === 0 && this.said === undefined) this.primed = false;
  }

  end(): void {
    this.port.close();
  }
}
