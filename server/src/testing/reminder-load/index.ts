/** From the moment that a reservation is due until its page may show it; and the same of a plain timer and socket (bench/reminders.ts). */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { formatTime, secondMs, socketPath } from "@liantai/api/contract";
import { reminderApi, subscribesApi } from "@liantai/api/contract/workorder";
import { WebSocket, WebSocketServer } from "ws";
import { sessionOf, ticketOf, type ApiSession } from "../../tools/client/session.ts";
import type { ReminderNews } from "./server.ts";

/** ms from due to shown, one a reminder. */
export interface ReminderFigures {
  readonly ours: readonly number[];
  readonly plain: readonly number[];
}

interface Told {
  readonly type: string;
  readonly reminder?: string;
  readonly content?: { readonly customerName?: string; readonly des?: string };
}

/** What tells a page at a time, and what answers it that it may show what it was told. */
async function openPlain() {
  const server = createServer((_request, response) => response.end('{"shown":1}'));
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = new WebSocket(`ws://${url}`);
  await once(socket, "open");
  return {
    at: (due: number, n: number) =>
      setTimeout(() => sockets.clients.forEach((one) => one.send(String(n))), due - Date.now()),
    hear: (heard: (n: number) => void) => socket.on("message", (data: Buffer) => heard(Number(data.toString()))),
    shown: async () => void (await (await fetch(`http://${url}`, { method: "POST" })).text()),
    close() {
      socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function openMessages(url: string, session: ApiSession, heard: (message: Told) => void): Promise<WebSocket> {
  const token = await ticketOf(session, "message");
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${socketPath}?${new URLSearchParams({ token })}`, {
    ...{ perMessageDeflate: false, origin: url },
  });
  socket.on("message", (data: Buffer) => heard(JSON.parse(data.toString()) as Told));
  await once(socket, "open");
  return socket;
}

/** `count` reservations, `perSecond` of them due at each second: times of reservations are whole seconds. `url`: of an empty database. */
export async function measureReminders(url: string, count: number, perSecond: number): Promise<ReminderFigures> {
  const child = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [url], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const plain = await openPlain();
  let socket: WebSocket | undefined;
  try {
    const news = await new Promise<ReminderNews>((resolve, reject) => {
      child.once("message", (message) => resolve(message as ReminderNews));
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    const session = sessionOf(news.url, news.token);
    const [ours, theirs]: number[][] = [[], []];
    const dues = new Map<number, number>();
    const wait = new Set<Promise<void>>();
    const shows = async (n: number, show: () => Promise<unknown>, times: number[]): Promise<void> => {
      await show();
      times.push(Date.now() - dues.get(n)!);
    };
    socket = await openMessages(news.url, session, ({ type, reminder, content }) => {
      if (type !== "SUBSCRIBESREMIND" || !reminder) return;
      const n = Number(/\d+/.exec(content?.des ?? "")?.[0]);
      wait.add(shows(n, () => session.post(reminderApi.shown.path, { key: reminder }), ours!));
    });
    plain.hear((n) => wait.add(shows(n, plain.shown, theirs!)));
    // Adding them takes a while: none is due before all are there.
    const first = Math.ceil(Date.now() / secondMs + 5 + count / 50) * secondMs;
    for (let n = 0; n < count; n += 1) {
      const due = first + Math.floor(n / perSecond) * secondMs;
      dues.set(n, due);
      await session.post(subscribesApi.add.path, {
        ...{ customerName: "客户", phone: "057187654321", des: `回电${n}`, subTime: formatTime(due) },
      });
      plain.at(due, n);
    }
    if (Date.now() > first) throw new Error("the first was due before the last was added");
    const end = first + (count / perSecond + 10) * secondMs;
    while ((ours!.length < count || theirs!.length < count) && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all(wait);
    if (ours!.length !== count) throw new Error(`${ours!.length} of ${count} reminders were shown`);
    return { ours: ours!, plain: theirs! };
  } finally {
    socket?.terminate();
    plain.close();
    child.disconnect();
  }
}
