/** The server without its adapters: ports in, a thing that listens and stops out. */
import type { EventEmitter } from "node:events";
import type { Endpoint } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { addressSet, hostOf, peerOf } from "./http/address.ts";
import { Buckets, type Allowance } from "./http/buckets.ts";
import { registerContractRoutes } from "./http/contract-routes.ts";
import type { Authority } from "./http/authority.ts";
import { hostsOf } from "./http/hosts.ts";
import { toAppLogger } from "./http/logging.ts";
import { createMetrics, type GaugeSource } from "./http/metrics.ts";
import type { Module } from "./http/module.ts";
import { registerOpenApi } from "./http/openapi/index.ts";
import { registerChatPage } from "./http/pages/chat.ts";
import { registerCustomerPage } from "./http/pages/customer.ts";
import { createHttp } from "./http/server.ts";
import { createSockets } from "./http/sockets.ts";
import { registerWatch } from "./http/watch.ts";
import type { Ports } from "./ports/index.ts";

export interface AppParts extends Authority {
  /** In the order they start; they stop the other way round. */
  readonly modules: readonly Module[];
  readonly version?: string;
  readonly gauges?: readonly GaugeSource[];
  /** False while room on the disk is scarce. Default: there is enough. */
  readonly enoughRoom?: () => boolean;
  /** False while the store of recordings and files does not answer. Default: it does. */
  readonly blobsUp?: () => boolean;
  /** True while the call engine runs in this process. Default: it does not. */
  readonly leads?: () => boolean;
  /** The built page; tests of the interfaces go without. */
  readonly pages?: (app: FastifyInstance) => Promise<void>;
  /** Default: every contract there is. */
  readonly endpoints?: readonly Endpoint[];
  /** Tests: a reply that does not fit its contract fails. */
  readonly checkReplies?: boolean;
  /** Tests of virtual time: how many times the limits of their contracts requests may take. Default: 1. */
  readonly patience?: number;
  /** Requests of one session; tests and benches of thousands have others. Default: perSession. */
  readonly perSession?: Allowance;
  /** Opens numbers that pages encrypted (modules/auth). */
  readonly openNumber?: (text: string) => Promise<string>;
}

export interface App {
  readonly fastify: FastifyInstance;
  /** Modules in order. */
  start(): Promise<void>;
  /** The address it listens on, e.g. http://127.0.0.1:8080. */
  listen(): Promise<string>;
  /** Under 10 s: finishes requests, stops modules, closes sockets with 1001. */
  stop(): Promise<void>;
}

/**
 * 1,200 a minute, and 600 at once, of one session in this process (protocol K96). The busiest page, a monitor with every tab open, asks
 * some five times a second; a sign-in asks forty things at once.
 */
export const perSession: Allowance = { size: 600, perSecond: 20 };
export const unlimited: Allowance = { size: Infinity, perSecond: 0 };

const requestsMs = 3_000;
const moduleMs = 2_500;
const socketsMs = 1_500;

/** Resolves when `work` does or the time is up; a failure is logged, for a stop goes on. */
async function within(ms: number, work: Promise<unknown>, onLate: (error?: unknown) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve();
    }, ms);
  });
  await Promise.race([work.catch(onLate), late]);
  clearTimeout(timer);
}

function requestsUnderWay(server: EventEmitter) {
  let underWay = 0;
  server.on("request", (_request: unknown, response: EventEmitter) => {
    underWay += 1;
    response.once("close", () => (underWay -= 1));
  });
  return {
    count: () => underWay,
    async done(): Promise<void> {
      while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

function askedBy(clock: Pick<Ports["clock"], "monotonic">, allowance: Allowance): (sessionId: string) => boolean {
  const buckets = new Buckets(allowance);
  return (sessionId) => {
    const now = clock.monotonic();
    return buckets.of(sessionId, now).take(now);
  };
}

/** What of the configuration the app itself reads; the proxy's side has defaults. */
export type AppConfig = Pick<Config, "host" | "port" | "publicUrl" | "tls"> &
  Partial<Pick<Config, "trustedProxies" | "allowedHosts" | "metricsToken">>;

export async function buildApp(ports: Ports, config: AppConfig, parts: AppParts): Promise<App> {
  const { modules } = parts;
  const logger = toAppLogger(ports.logger);
  const metrics = createMetrics();
  const { host, port, publicUrl, tls, trustedProxies = [], allowedHosts = [], metricsToken } = config;
  const proxies = addressSet(trustedProxies);
  const mayHost = hostsOf({ host, publicUrl, allowedHosts });
  const fastify = await createHttp({
    logger,
    random: ports.random,
    metrics,
    publicUrl,
    proxies,
    mayHost,
    tls,
  });
  const endpoints = parts.endpoints ?? allEndpoints;
  let ready = false;

  registerWatch(fastify, {
    ...ports,
    metrics,
    proxies,
    metricsToken,
    ready: () => ready,
    enoughRoom: parts.enoughRoom ?? (() => true),
    blobsUp: parts.blobsUp ?? (() => true),
    leads: parts.leads ?? (() => false),
  });
  registerOpenApi(fastify, endpoints, parts.version ?? "0");
  registerContractRoutes(fastify, {
    routes: modules.flatMap(({ routes }) => routes),
    endpoints,
    authority: parts,
    broker: ports.broker,
    publicUrl,
    ...{ checkReplies: parts.checkReplies ?? false, patience: parts.patience ?? 1 },
    ...{ mayAsk: askedBy(ports.clock, parts.perSession ?? perSession), openNumber: parts.openNumber },
  });
  for (const register of [registerCustomerPage, registerChatPage]) register(fastify);
  await parts.pages?.(fastify);

  const sockets = createSockets({
    routes: modules.flatMap((module) => module.sockets ?? []),
    clock: ports.clock,
    logger,
    publicUrl,
    mayHost: (request) => mayHost(hostOf(request, proxies)),
    addressOf: (request) => peerOf(request, proxies),
  });
  for (const path of sockets.counts().keys()) {
    metrics.gauge({
      name: `sockets_open${path.replace(/[^a-z0-9]+/gi, "_")}`,
      help: `Open sockets on ${path}`,
      value: () => sockets.counts().get(path) ?? 0,
    });
  }
  for (const gauge of parts.gauges ?? []) metrics.gauge(gauge);
  sockets.attach(fastify.server);
  await fastify.ready();

  const requests = requestsUnderWay(fastify.server);

  const started: Module[] = [];
  return {
    fastify,
    async start() {
      for (const module of modules) {
        const began = performance.now();
        await module.start?.();
        started.push(module);
        logger.debug({ module: module.name, ms: Math.round(performance.now() - began) }, "started");
      }
    },
    async listen() {
      const address = await fastify.listen({ host, port });
      ready = true;
      return address;
    },
    async stop() {
      ready = false;
      // New connections are refused from here on; what is under way goes on.
      const closed = new Promise<void>((resolve) => void fastify.server.close(() => resolve()));
      fastify.server.closeIdleConnections();
      await within(requestsMs, requests.done(), () =>
        logger.warn({ underWay: requests.count() }, "requests cut off by the stop"),
      );
      for (const module of started.reverse()) {
        await within(moduleMs, module.stop?.() ?? Promise.resolve(), (error) =>
          logger.warn({ module: module.name, error }, "a module did not stop in time"),
        );
      }
      await sockets.drain(socketsMs);
      fastify.server.closeAllConnections();
      if (fastify.server.listening) await closed;
      await fastify.close();
      metrics.close();
    },
  };
}
