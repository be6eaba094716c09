/** npm run --silent softphone: the soft phone on the agent's machine, told what to do by the console's page (docs/integrators.md). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { localPhoneNews, localPhonePort, type LocalPhoneFrame } from "@liantai/api/contract/local-phone";
import { WebSocketServer, type WebSocket } from "ws";
import { argumentsOf, run, urlOf, UsageError } from "./client/terminal.ts";
import { createSoftphoneAgent } from "./softphone/agent.ts";
import { readOrder } from "./softphone/orders.ts";

const usage = "npm run --silent softphone -- --url http://HOST:PORT [--port 17010] [--tone 500]";

/** More than a page sends. */
const maxPayload = 4_096;
const replaced = 4_001;
const nonsense = 1_008;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
  version: string;
};

const whole = (text: string | undefined, otherwise: number | undefined, from: number, to: number) => {
  const value = text === undefined ? otherwise : Number(text);
  if (value !== undefined && (!Number.isInteger(value) || value < from || value > to))
    throw new UsageError(`a number from ${from} to ${to}\n${usage}`);
  return value;
};

await run("softphone", async () => {
  const given = argumentsOf(usage, ["url", "port", "tone"]);
  const console = urlOf(given.url, usage);
  const port = whole(given.port, localPhonePort, 1, 65_535);
  let page: WebSocket | undefined;
  const tell = (frame: LocalPhoneFrame): void => {
    process.stdout.write(`${JSON.stringify(frame)}\n`);
    page?.send(JSON.stringify(frame));
  };
  const agent = createSoftphoneAgent(
    `${console.replace(/^http/, "ws")}/xcc/ws`,
    whole(given.tone, undefined, 50, 3_900),
    tell,
  );
  const server = new WebSocketServer({
    host: "127.0.0.1",
    ...(port === undefined ? {} : { port }),
    maxPayload,
    // A page of another site has no business with the agent's telephone.
    verifyClient: ({ origin }: { readonly origin?: string }) => origin === console,
  });
  server.on("connection", (socket) => {
    page?.close(replaced, "another page");
    page = socket;
    socket.on("error", () => socket.terminate());
    socket.on("close", () => (page = page === socket ? undefined : page));
    tell({ type: localPhoneNews.hello, version });
    let queue: Promise<void> = Promise.resolve();
    socket.on("message", (data: Buffer, binary: boolean) => {
      const order = binary ? undefined : readOrder(data.toString("utf8"));
      if (!order) return socket.close(nonsense, "no order");
      queue = queue.then(async () => {
        const answer = await agent.order(order);
        if (answer) tell(answer);
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => process.stderr.write(`softphone: ws://127.0.0.1:${port} for ${console}\n`));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await agent.close();
  process.exit();
});
