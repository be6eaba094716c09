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
const seqName = Buffer.from('{"seq":');
const zero = 0x30;
const comma = 0x2c;

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

function digitsOf(n: number): number {
  let digits = 1;
  for (let left = n; left >= 10; left = Math.floor(left / 10)) digits += 1;
  return digits;
}

/** `{"seq":12,` and the body, byte by byte: a call into Node for so few costs more than writing them. */
function writeLine(into: Buffer, at: number, { seq, body }: Line): number {
  for (let i = 0; i < seqName.length; i += 1) into[at + i] = seqName[i]!;
  const end = at + seqName.length + digitsOf(seq);
  for (let i = end - 1, left = seq; i >= at + seqName.length; i -= 1, left = Math.floor(left / 10))
    into[i] = zero + (left % 10);
  into[end] = comma;
  into.set(body, end + 1);
  return end + 1 + body.length;
}

export function createWire(socket: WebSocket, raw: Duplex): Wire {
  let queue: (Line | string)[] = [];

  function flush(): void {
    if (queue.length === 0) return;
    const parts = queue;
    queue = [];
    if (socket.readyState !== socket.OPEN || raw.destroyed) return;
    const lengths = parts.map((part) =>
      typeof part === "string" ? Buffer.byteLength(part) : seqName.length + digitsOf(part.seq) + 1 + part.body.length,
    );
    const out = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + maxHeader + length, 0));
    let at = 0;
    parts.forEach((part, i) => {
      at = writeHeader(out, at, lengths[i]!);
      if (typeof part === "string") at += out.write(part, at);
      else at = writeLine(out, at, part);
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
