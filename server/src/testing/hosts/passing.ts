/**
 * Stands in the way of a bench's processes, in a thread of its own, and notes when which message of a call passes: SIP over WebSocket,
 * requests to Asterisk and its events. Everything goes on unchanged.
 */
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { WebSocket, WebSocketServer } from "ws";

export interface Passage {
  /** Of this machine's clock, ms with fractions. */
  readonly at: number;
  /** The way it came by. */
  readonly way: string;
  /** True: from the side that opened the way. */
  readonly there: boolean;
  readonly what: string;
  /** Somebody owes an answer from now on, and owes it no more. */
  readonly opens: readonly string[];
  readonly closes: readonly string[];
}

export interface Way {
  readonly name: string;
  /** http://ADDRESS:PORT */
  readonly to: string;
}

type Order = { readonly open: Way } | { readonly take: true };
type News = { readonly port: number } | { readonly passages: readonly Passage[] };

const header = (text: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, "im").exec(text)?.[1]?.trim() ?? "";

/** Undefined: nobody waits for it (acknowledgements, what only says that somebody is at work, the keeping of registrations). */
export function sipPassage(text: string): Pick<Passage, "what" | "opens" | "closes"> | undefined {
  const method = /^\d+ ([A-Z]+)/.exec(header(text, "CSeq"))?.[1] ?? "";
  const status = Number(/^SIP\/2\.0 (\d+)/.exec(text)?.[1]);
  if (!["INVITE", "BYE", "CANCEL", "INFO"].includes(method) || status < 200) return undefined;
  const key = `${header(text, "Call-ID")} ${header(text, "CSeq")}`;
  if (status) return { what: `${status} ${method}`, opens: [], closes: [key] };
  const leg = header(text, "X-Liantai-Leg");
  return { what: method, opens: [key], closes: leg ? [`offer ${leg}`] : [] };
}

/** A channel that Asterisk is to call with: its answer comes at once, the call itself later. */
const offered = (url: string): readonly string[] => {
  const leg = /[?&]appArgs=out(?:%2C|,)([^&]*)/.exec(url)?.[1];
  return leg ? [`offer ${decodeURIComponent(leg)}`] : [];
};

/** On a socket of Asterisk's events: an event, or a request of ARI and its answer. */
export function ariPassage(socket: string, text: string): Pick<Passage, "what" | "opens" | "closes"> {
  const message = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { type = "event", request_id: id, status_code: status, uri } = message;
  const what = `ari /${String(uri).replace(/\?.*/, "")}`;
  const key = `${socket} ${String(id)}`;
  const called = offered(`?${String(uri).split("?")[1] ?? ""}`);
  if (type === "RESTRequest") return { what, opens: [key, ...called], closes: [] };
  if (type === "RESTResponse") return { what, opens: [], closes: [key, ...(Number(status) >= 400 ? called : [])] };
  return { what: String(type), opens: [], closes: [] };
}

const now = (): number => performance.timeOrigin + performance.now();

async function open({ name, to }: Way, note: (passage: Passage) => void): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let asked = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = "GET", url = "/", headers } = incoming;
    const key = `${name} ${(asked += 1)}`;
    const what = `${method} ${url.replace(/\?.*/, "")}`;
    note({ at: now(), way: name, there: true, what, opens: [key, ...offered(url)], closes: [] });
    const onward = request(new URL(url, to), { method, headers, agent });
    onward.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on("end", () => {
        const failed = (response.statusCode ?? 502) >= 400 ? offered(url) : [];
        note({ at: now(), way: name, there: false, what, opens: [], closes: [key, ...failed] });
      });
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (all) => [...all][0] ?? false });
  server.on("upgrade", (incoming, socket, head) => {
    const { url = "/", headers } = incoming;
    const socketName = `${name} socket ${(asked += 1)}`;
    const protocols = headers["sec-websocket-protocol"]?.split(/, */) ?? [];
    // What the handshake itself needs is of each side; the host stays, to which an origin is held.
    const own = Object.entries(headers).filter(([name]) => !/^(connection|upgrade|sec-websocket-.*)$/.test(name));
    const far = new WebSocket(new URL(url, to.replace("http", "ws")), protocols, {
      perMessageDeflate: false,
      headers: Object.fromEntries(own) as Record<string, string>,
    });
    far.on("error", () => socket.destroy());
    far.once("open", () =>
      sockets.handleUpgrade(incoming, socket, head, (near) => {
        const relay = (from: WebSocket, onto: WebSocket, there: boolean): void => {
          from.on("message", (data: Buffer, binary) => {
            onto.send(data, { binary });
            const passage =
              protocols[0] === "sip"
                ? sipPassage(String(data))
                : url.includes("/events")
                  ? ariPassage(socketName, String(data))
                  : undefined;
            if (passage) note({ at: now(), way: name, there, ...passage });
          });
          from.once("close", () => onto.close());
          from.on("error", () => onto.terminate());
        };
        relay(near, far, true);
        relay(far, near, false);
      }),
    );
  });
  return (server.address() as AddressInfo).port;
}

/** The ways of one bench, and what has passed on them. */
export class Passing {
  private readonly worker = new Worker(new URL(import.meta.url));

  private async order<N extends News>(order: Order): Promise<N> {
    this.worker.postMessage(order);
    const [news] = (await once(this.worker, "message")) as [N];
    return news;
  }

  /** One after the other. Resolves with the address to use instead. */
  async open(way: Way): Promise<string> {
    const { port } = await this.order<Extract<News, { readonly port: number }>>({ open: way });
    return `http://127.0.0.1:${port}`;
  }

  /** Since it was asked last. */
  async take(): Promise<readonly Passage[]> {
    return (await this.order<Extract<News, { readonly passages: unknown }>>({ take: true })).passages;
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const passed: Passage[] = [];
  port.on("message", (order: Order) => {
    if ("take" in order) port.postMessage({ passages: passed.splice(0) } satisfies News);
    else
      void open(order.open, (passage) => passed.push(passage)).then((at) =>
        port.postMessage({ port: at } satisfies News),
      );
  });
}
