/** A copy of what a leg says: its channel is listened to, and what is heard comes here over an audio socket. */
import { randomUUID } from "node:crypto";
import type { LegId } from "../../../ports/switch.ts";
import type { Ari } from "./ari.ts";
import { AudioSocket } from "./audio-socket.ts";
import { snoop } from "./snoop.ts";

export class LegCopy {
  private readonly ari: Ari;
  private readonly leg: LegId;
  private readonly channel: string | undefined;
  /** 20 ms of mu-law. */
  private readonly frame: (samples: Uint8Array) => void;
  private bridge: string | undefined;
  private copy: string | undefined;
  private socket: AudioSocket | undefined;
  private closed = false;
  readonly ready: Promise<void>;

  constructor(
    ari: Ari,
    leg: LegId,
    channel: string | undefined,
    frame: (samples: Uint8Array) => void,
    complain: (error: Error) => void,
  ) {
    this.ari = ari;
    this.leg = leg;
    this.channel = channel;
    this.frame = frame;
    this.ready = this.open().catch(complain);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.ready;
    await this.socket?.close();
    if (this.copy !== undefined) await this.ari.attempt("DELETE", `/channels/${this.copy}`);
    if (this.bridge !== undefined) await this.ari.attempt("DELETE", `/bridges/${this.bridge}`);
  }

  letGo(): void {
    this.closed = true;
    this.socket?.letGo();
  }

  private async open(): Promise<void> {
    const id = `fork-${this.ari.tag}${randomUUID()}`;
    const hooks = { frame: (samples: Uint8Array) => void (this.closed || this.frame(samples)) };
    // Of each it is known whether it is there: what was made is taken away, whatever the others come to.
    const made = await Promise.allSettled([
      AudioSocket.connect(this.ari, "fork", hooks).then((socket) => (this.socket = socket)),
      snoop(this.ari, this.leg, this.channel, { spy: "in" }).then((copy) => (this.copy = copy)),
      this.ari.ask("POST", `/bridges/${id}`, { type: "mixing,proxy_media" }).then(() => (this.bridge = id)),
    ]);
    const failed = made.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
    const { socket, copy } = this;
    if (!socket || copy === undefined) return;
    await this.ari.attempt("POST", `/bridges/${id}/addChannel`, { channel: `${socket.channel},${copy}` });
  }
}
