/** Audio between Asterisk and this process: a channel of Asterisk's that is a WebSocket, 20 ms of mu-law a frame. */
import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { FRAME } from "../../embedded/switch/media/g711.ts";
import type { Ari, AriChannel } from "./ari.ts";

interface MediaNote {
  readonly event?: string;
  readonly correlation_id?: string;
}

export interface AudioSocketHooks {
  /** 20 ms of what the bridge says to it. */
  frame?(samples: Uint8Array): void;
  /** Everything that was sent before `mark(id)` has been heard. */
  marked?(id: string): void;
  closed?(): void;
}

export class AudioSocket {
  readonly channel: string;
  private readonly ari: Ari;
  private readonly ws: WebSocket;
  private readonly hooks: AudioSocketHooks;
  private rest: Buffer = Buffer.alloc(0);
  private open = true;

  private constructor(ari: Ari, channel: string, ws: WebSocket, hooks: AudioSocketHooks) {
    this.ari = ari;
    this.channel = channel;
    this.ws = ws;
    this.hooks = hooks;
  }

  /** Resolves when the channel can be put into a bridge. */
  static async connect(ari: Ari, role: string, hooks: AudioSocketHooks): Promise<AudioSocket> {
    const channel = `${role}-${randomUUID()}`;
    const { arrived } = ari.entered(channel);
    const made = await ari.ask<AriChannel>("POST", "/channels/externalMedia", {
      channelId: channel,
      app: ari.application,
      external_host: "INCOMING",
      encapsulation: "none",
      transport: "websocket",
      connection_type: "server",
      format: "ulaw",
      data: role,
    });
    const ws = ari.socket(`/media/${made.channelvars?.["MEDIA_WEBSOCKET_CONNECTION_ID"] ?? ""}`, "media");
    const audio = new AudioSocket(ari, channel, ws, hooks);
    try {
      await Promise.all([audio.begun(), arrived]);
    } catch (error) {
      await audio.close();
      throw error;
    }
    return audio;
  }

  send(samples: Uint8Array): void {
    if (this.open) this.ws.send(samples, () => undefined);
  }

  /** `marked` is told once all that was sent so far has left. */
  mark(id: string): void {
    this.command({ command: "MARK_MEDIA", correlation_id: id });
  }

  /** What was sent and not heard yet is thrown away. */
  flush(): void {
    this.command({ command: "FLUSH_MEDIA" });
  }

  async close(): Promise<void> {
    const was = this.open;
    this.open = false;
    this.ws.terminate();
    if (was) await this.ari.attempt("DELETE", `/channels/${this.channel}`);
  }

  letGo(): void {
    this.open = false;
    this.ws.terminate();
  }

  private command(command: object): void {
    if (this.open) this.ws.send(JSON.stringify(command), () => undefined);
  }

  private begun(): Promise<void> {
    const { ws, hooks } = this;
    return new Promise((resolve, reject) => {
      ws.on("error", reject);
      ws.once("close", () => {
        reject(new Error("the audio socket closed"));
        if (!this.open) return;
        this.open = false;
        hooks.closed?.();
      });
      ws.on("message", (data: Buffer, binary: boolean) => {
        if (binary) return this.frames(data);
        const note = JSON.parse(data.toString()) as MediaNote;
        if (note.event === "MEDIA_START") resolve();
        else if (note.event === "MEDIA_MARK_PROCESSED") hooks.marked?.(note.correlation_id ?? "");
      });
    });
  }

  private frames(data: Buffer): void {
    if (!this.hooks.frame) return;
    const all = this.rest.length > 0 ? Buffer.concat([this.rest, data]) : data;
    let at = 0;
    for (; at + FRAME <= all.length; at += FRAME) this.hooks.frame(all.subarray(at, at + FRAME));
    this.rest = all.subarray(at);
  }
}
