/** A thread of its own that floods /xcc/ws: the measuring thread must not wait for its own attack. Says how many answers came. */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { WebSocket } from "ws";
import { optionsMessage } from "./options-message.ts";

const { url, sockets, messages, ms } = workerData as {
  readonly url: string;
  readonly sockets: number;
  readonly messages: number;
  readonly ms: number;
};

async function flood(): Promise<number> {
  const socket = new WebSocket(url, "sip");
  await once(socket, "open");
  let answers = 0;
  socket.on("message", () => (answers += 1));
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  for (let i = 0; i < messages; i += 1) socket.send(optionsMessage(i), () => undefined);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, ms))]);
  socket.terminate();
  return answers;
}

const answers = await Promise.all(Array.from({ length: sockets }, flood));
parentPort?.postMessage(answers.reduce((sum, n) => sum + n, 0));
