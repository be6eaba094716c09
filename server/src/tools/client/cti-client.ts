/** A CTI socket as a program opens it: lines out, lines in (docs/protocol.md, section CTI). */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { ctiPath, decodeCti, encodeCti, type CtiLine } from "@liantai/api/contract";
import { WebSocket } from "ws";
import { ticketOf, type ApiSession } from "./session.ts";

type Fields = Readonly<Record<string, string>>;

export interface CtiClient {
  /** A line as it is. */
  raw(line: string): void;
  /** Sends a command with the next seq; resolves with its response. */
  command(name: string, fields?: Fields): Promise<Fields>;
  onLine(hear: (line: string) => void): void;
  onEvent(hear: (name: string, fields: Fields) => void): void;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
}

export async function openCti(url: string): Promise<CtiClient> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${ctiPath}`, { origin: url });
  const hearers: ((line: string) => void)[] = [];
  socket.on("message", (data: Buffer) => {
    for (const hear of hearers) hear(data.toString("utf8"));
  });
  const closed = once(socket, "close").then(([code, reason]) => ({ code: Number(code), reason: String(reason) }));
  await once(socket, "open");
  // A socket that is cut off closes, too.
  socket.on("error", () => undefined);
  const waiting = new Map<string, (fields: Fields) => void>();
  const decoded = (take: (line: CtiLine) => void) => hearers.push((line) => take(decodeCti(line)));
  let seq = 0;
  decoded(({ type, fields }) => {
    const key = fields["seq"] ?? "";
    if (type !== "response") return;
    waiting.get(key)?.(fields);
    waiting.delete(key);
  });
  return {
    raw: (line) => socket.send(line),
    command(name, fields = {}) {
      const mine = String((seq += 1));
      const answered = new Promise<Fields>((resolve) => waiting.set(mine, resolve));
      socket.send(encodeCti({ type: "command", name, fields: { seq: mine, ...fields } }));
      return answered;
    },
    onLine: (hear) => void hearers.push(hear),
    onEvent: (hear) => void decoded(({ type, name, fields }) => type === "event" && hear(name, fields)),
    closed,
    close: () => socket.terminate(),
  };
}

/** Puts fresh tickets into a line that a person typed: MD5(TICKET) is the hash that stands for a password. */
export async function withTickets(line: string, session: ApiSession): Promise<string> {
  if (!line.includes("TICKET")) return line;
  const ticket = await ticketOf(session, "cti");
  const md5 = createHash("md5").update(ticket).digest("hex");
  return line.replaceAll("MD5(TICKET)", md5).replaceAll("TICKET", encodeURIComponent(ticket));
}
