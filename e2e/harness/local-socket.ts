/** The page's end of the local soft phone's socket. */
import { once } from "node:events";
import type { LocalPhoneFrame, LocalPhoneOrder } from "@liantai/api/contract/local-phone";
import { WebSocket } from "ws";

export interface LocalSocket {
  order(order: LocalPhoneOrder): void;
  raw(text: string): void;
  /** The next frame of this type that nobody has taken. */
  next(type: LocalPhoneFrame["type"], ms?: number): Promise<LocalPhoneFrame>;
  readonly closed: Promise<number>;
  close(): void;
}

/** Rejects with the answer of whoever refuses the upgrade. */
export async function openLocal(url: string, origin: string | undefined): Promise<LocalSocket> {
  const socket = new WebSocket(url, origin === undefined ? {} : { origin });
  const frames: LocalPhoneFrame[] = [];
  const hearers = new Set<() => void>();
  socket.on("message", (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as LocalPhoneFrame);
    for (const hear of hearers) hear();
  });
  const closed = once(socket, "close").then(([code]) => Number(code));
  closed.catch(() => undefined);
  await once(socket, "open");
  return {
    order: (order) => socket.send(JSON.stringify(order)),
    raw: (text) => socket.send(text),
    next: (type, ms = 20_000) =>
      new Promise((resolve, reject) => {
        const finish = (done: () => void) => {
          hearers.delete(look);
          clearTimeout(timer);
          done();
        };
        const look = () => {
          const at = frames.findIndex((frame) => frame.type === type);
          const [found] = at < 0 ? [] : frames.splice(at, 1);
          if (found) finish(() => resolve(found));
        };
        const timer = setTimeout(
          () => finish(() => reject(new Error(`no ${type} within ${ms} ms: ${JSON.stringify(frames)}`))),
          ms,
        );
        hearers.add(look);
        look();
      }),
    closed,
    close: () => socket.terminate(),
  };
}
