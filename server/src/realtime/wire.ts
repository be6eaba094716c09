/**
 * One client's socket as the hub sees it. Messages are framed here (RFC 6455 section 5.2: final text frame, unmasked) and a
 * flush writes all frames of a socket at once: encoding per message instead of per client and one system call per flush is
 * what bench/fanout.ts measures against plain ws. ws keeps reading, pings and the closing handshake; it writes whole
 * frames too, so the two never mix inside one.
 */
import type { ControlMessage } from "@liantai/api/contract";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Line } from "./log.ts";

export interface Wire {
  /** Queued; goes out with the next flush. */
  line(line: Line): void;
  /** Control message, in order with the lines. */
  control(message: ControlMessage): void;
  flush(): void;
  /** Bytes that the client has not taken yet. */
  readonly backlog: number;
  /** Flushes, then closes with the handshake. */
  close(code: number, reason: string): void;
  /** Drops the connection at once. */
  terminate(): void;
}

const textFrame = 0x81;
const maxHeader = 10;

export function createWire(socket: WebSocket, raw: Duplex): Wire {
  let queue: (Line | string)[] = [];

  function writeHeader(into: Buffer, at: number, length: number): number {
    into[at] = textFrame;
    if (length < 126) {
      into[at + 1] = length;
      return at + 2;
    }
    if (length < 65_536) {
      into[at + 1] = 126;
      return into.writeUInt16BE(length, at + 2);
    }
    into[at + 1] = 127;
    return into.writeUInt32BE(length, into.writeUInt32BE(0, at + 2));
  }

  function flush(): void {
    if (queue.length === 0) return;
    const parts = queue;
    queue = [];
    if (socket.readyState !== socket.OPEN || raw.destroyed) return;
    const heads = parts.map((part) => (typeof part === "string" ? part : `{"seq":${part.seq},`));
    let size = 0;
    parts.forEach(
      (part, i) =>
        (size +=
          maxHeader + (typeof part === "string" ? Buffer.byteLength(part) : heads[i]!.length + part.body.length)),
    );
    const out = Buffer.allocUnsafe(size);
    let at = 0;
    parts.forEach((part, i) => {
      const head = heads[i]!;
      if (typeof part === "string") {
        at = writeHeader(out, at, Buffer.byteLength(part));
        at += out.write(part, at);
      } else {
        at = writeHeader(out, at, head.length + part.body.length);
        at += out.write(head, at, "latin1");
        at += part.body.copy(out, at);
      }
    });
    raw.write(out.subarray(0, at));
  }

  return {
    line: (line) => void queue.push(line),
    control: (message) => void queue.push(JSON.stringify(message)),
    flush,
    get backlog() {
      return raw.writableLength;
    },
    close(code, reason) {
      flush();
      socket.close(code, reason);
    },
    terminate: () => socket.terminate(),
  };
}
