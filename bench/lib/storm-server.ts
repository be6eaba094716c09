/**
 * The server of bench/monitors.ts in a process of its own, so that its CPU time is its own, with a thousand agents in it; beside it a
 * plain ws server that sends each change as the engine tells it, to a page that draws all seats anew (naive-monitor-client.ts).
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { LiveAgent } from "@liantai/api/contract/admin";
import { openStorm, type Storm, type StormCost, type StormRound } from "@liantai/server/testing/storm";
import { freePort } from "@liantai/e2e/harness/server.ts";
import { WebSocketServer } from "ws";
import { buildPlainPage } from "./plain-page.ts";

export type StormOrder =
  | { readonly do: "open"; readonly seats: number }
  | { readonly do: "blow"; readonly perSecond: number; readonly ms: number }
  /** Waits until the log has written what the storm made. */
  | { readonly do: "written" }
  | { readonly do: "states" }
  | { readonly do: "news" };

export interface StormNews {
  readonly url: string;
  readonly naiveUrl: string;
  readonly inGroup: readonly string[];
  /** Of the naive server so far. */
  readonly naiveSent: number;
  readonly round?: Omit<StormRound, "written">;
  readonly cost?: StormCost;
  readonly states?: readonly LiveAgent[];
}

let storm: Storm | undefined;
let last: StormRound | undefined;
let naiveUrl = "";
let naiveSent = 0;

async function openNaive(from: Storm): Promise<void> {
  const { script } = await buildPlainPage("naive-monitor-client.ts");
  const html = `<!doctype html><meta charset="utf-8"><body><div id="root"></div><script src="/plain.js"></script></body>`;
  const server = createServer(({ url }, response) => {
    if (url === "/plain.js")
      response.writeHead(200, { "content-type": "text/javascript", "content-encoding": "br" }).end(script);
    else response.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  let end: (() => void) | undefined;
  sockets.on("connection", async (socket) => {
    socket.send(JSON.stringify(await from.states()));
    end ??= await from.each((agent) => {
      for (const client of sockets.clients) {
        client.send(JSON.stringify([agent]));
        naiveSent += 1;
      }
    });
    socket.on("close", () => {
      if (sockets.clients.size > 0) return;
      end?.();
      end = undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  naiveUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function obey(order: StormOrder): Promise<StormNews> {
  if (order.do === "open") {
    storm = await openStorm(
      process.env["LIANTAI_DIST"] ?? join(import.meta.dirname, "../../dist"),
      await freePort(),
      order.seats,
    );
    await openNaive(storm);
  }
  if (!storm) throw new Error("not open");
  const news = () => ({ url: storm!.url, naiveUrl, inGroup: storm!.inGroup, naiveSent });
  if (order.do === "blow") {
    last = await storm.blow(order.perSecond, order.ms);
    const { changes, refused, ms } = last;
    return { ...news(), round: { changes, refused, ms } };
  }
  if (order.do === "written" && last) return { ...news(), cost: await last.written() };
  return order.do === "states" ? { ...news(), states: await storm.states() } : news();
}

process.on("message", (order: StormOrder) => void obey(order).then((news) => process.send!(news)));
process.on("disconnect", () => void storm?.close().finally(() => process.exit(0)));
