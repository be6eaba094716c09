/** The one upgrade dispatcher: path, origin, authorisation, keep-alive and the drain on a stop (docs/protocol.md, Sockets). */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { STATUS_CODES } from "node:http";
import { WebSocketServer, type WebSocket } from "ws";
import type { Clock, Timer } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { redactText } from "./logging.ts";
import type { SocketInfo, SocketRoute } from "./module.ts";

export interface SocketsOptions {
  readonly routes: readonly SocketRoute[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Its host is allowed besides the one the request names. */
  readonly publicUrl?: string | undefined;
  /** Whether this server answers to the Host that was asked; default: to all. */
  readonly mayHost?: (request: IncomingMessage) => boolean;
  /** The peer's address, or what a trusted proxy says it is. */
  addressOf(request: IncomingMessage): string;
}

export interface Sockets {
  attach(server: Server): void;
  /** No new ones; closes the open with 1001, ends after `graceMs` what did not close. */
  drain(graceMs: number): Promise<void>;
  /** Open sockets by path. */
  counts(): ReadonlyMap<string, number>;
}

/** The largest frame of any path; a path may allow less itself. */
const maxPayload = 64 * 1024;
const keepAliveMs = 30_000;
const goingAway = 1001;

function refuse(stream: Duplex, status: number): void {
  stream.once("error", () => undefined);
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Rule S2: a page of another site must not open a socket with the user's browser. */
export function originAllowed(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
  allowNone: boolean,
): boolean {
  if (origin === undefined) return allowNone;
  const from = URL.parse(origin);
  if (!from || !/^https?:$/.test(from.protocol)) return false;
  const own = host === undefined ? null : URL.parse(`${from.protocol}//${host}`);
  return from.host === own?.host || (publicUrl !== undefined && from.host === URL.parse(publicUrl)?.host);
}

const offers = (request: IncomingMessage, protocol: string): boolean =>
  (request.headers["sec-websocket-protocol"] ?? "").split(",").some((offered) => offered.trim() === protocol);

export function createSockets(options: SocketsOptions): Sockets {
  const { clock, logger, publicUrl, mayHost = () => true } = options;
  const routes = new Map(options.routes.map((route) => [route.path, route]));
  if (routes.size !== options.routes.length) throw new Error("two sockets on one path");
  const open = new Map<WebSocket, string>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload,
    perMessageDeflate: false,
    handleProtocols: (offered, request) => {
      const wanted = routes.get(pathOf(request))?.protocol;
      return wanted !== undefined && offered.has(wanted) ? wanted : false;
    },
  });
  let keepAlive: Timer | undefined;
  let draining = false;

  /** A peer that has not answered since the last ping is gone, whatever TCP thinks. */
  const silent = new WeakSet<WebSocket>();
  const beat = (): void => {
    for (const socket of open.keys()) {
      if (silent.has(socket)) socket.terminate();
      else {
        silent.add(socket);
        socket.ping();
      }
    }
  };

  const accept = (route: SocketRoute, info: SocketInfo, authorised: unknown, socket: WebSocket): void => {
    open.set(socket, route.path);
    socket.on("pong", () => silent.delete(socket));
    socket.on("message", () => silent.delete(socket));
    socket.on("close", () => open.delete(socket));
    socket.on("error", (error) => logger.debug({ error, path: route.path }, "socket failed"));
    route.accept(socket, info, authorised);
  };

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    // A peer that resets while it is being authorised must not end the process.
    const ignore = (): void => undefined;
    stream.on("error", ignore);
    const url = URL.parse(request.url ?? "/", "http://socket");
    const route = url ? routes.get(url.pathname) : undefined;
    if (!url || !route) return refuse(stream, 404);
    if (draining) return refuse(stream, 503);
    if (!mayHost(request)) return refuse(stream, 421);
    if (!originAllowed(request.headers.origin, request.headers.host, publicUrl, route.allowNoOrigin === true)) {
      logger.warn(
        { path: route.path, origin: request.headers.origin, host: request.headers.host },
        "socket from another origin refused",
      );
      return refuse(stream, 403);
    }
    if (route.protocol !== undefined && !offers(request, route.protocol)) return refuse(stream, 400);
    const info: SocketInfo = {
      url,
      address: options.addressOf(request),
      device: (request.headers["user-agent"] ?? "").slice(0, 256),
      request,
    };
    const authorised = await route.authorise(info);
    if (authorised === false) return refuse(stream, 401);
    if (draining || stream.destroyed) return refuse(stream, 503);
    stream.off("error", ignore);
    server.handleUpgrade(request, stream, head, (socket) => accept(route, info, authorised, socket));
  };

  return {
    attach(http) {
      http.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
        upgrade(request, stream, head).catch((error: unknown) => {
          logger.error({ error, url: redactText(request.url ?? "") }, "upgrade failed");
          refuse(stream, 500);
        });
      });
      keepAlive = clock.every(keepAliveMs, beat);
    },
    async drain(graceMs) {
      draining = true;
      keepAlive?.cancel();
      const closed = [...open.keys()].map(
        (socket) => new Promise<void>((resolve) => void socket.once("close", () => resolve())),
      );
      for (const socket of open.keys()) socket.close(goingAway, "server stops");
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([Promise.all(closed), late]);
      clearTimeout(timer);
      for (const socket of open.keys()) socket.terminate();
    },
    counts() {
      const counts = new Map<string, number>([...routes.keys()].map((path) => [path, 0]));
      for (const path of open.values()) counts.set(path, (counts.get(path) ?? 0) + 1);
      return counts;
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return URL.parse(request.url ?? "/", "http://socket")?.pathname ?? "/";
}
