/** The Fastify instance with everything that is the same for every route. */
import { readFileSync } from "node:fs";
import type { ServerOptions } from "node:https";
import rateLimit from "@fastify/rate-limit";
import { AppError, minuteMs } from "@liantai/api/contract";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from "fastify";
import type { Random } from "../ports/clock.ts";
import { isForwarded, type AddressSet } from "./address.ts";
import { callerOf } from "./contract-routes.ts";
import { frameworkErrors, handleErrors } from "./errors.ts";
import { registerGate } from "./gate/address.ts";
import { redactText, type AppLogger } from "./logging.ts";
import type { Metrics } from "./metrics.ts";
import { registerMultipart } from "./multipart.ts";

export interface HttpOptions {
  readonly logger: AppLogger;
  readonly random: Random;
  readonly metrics: Metrics;
  readonly publicUrl: string | undefined;
  /** Whose X-Forwarded-* are believed. */
  readonly proxies: AddressSet;
  /** Whether this server answers to a Host. */
  readonly mayHost: (header: string | undefined) => boolean;
  /** PEM files. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

/** A year; subdomains are not ours to decide about. */
const hsts = "max-age=31536000";
const probes = new Set(["/healthz", "/readyz"]);
const megabyte = 1024 * 1024;
/** A call centre sits behind one address: 300 seats with 40 requests a minute each. */
const generalPerMinute = 12_000;
/** How long a request may take to arrive, uploads included. */
const arrivalMs = minuteMs;

function parsers(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // A POST without content still says it is JSON.
    if (body === "") done(null, undefined);
    else json(request, body as string, done);
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}

/** The tab the request came from (console.md section 7), percent-encoded in the header. */
function tabTitle(header: string | string[] | undefined): string | undefined {
  if (typeof header !== "string" || header.length > 600) return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    return undefined;
  }
}

function observe(app: FastifyInstance, metrics: Metrics): void {
  // Without a promise, as the hooks below: each costs every request as much as what is done in it.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.httpRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    const caller = callerOf(request);
    const fields = {
      method: request.method,
      // An address without parameters is the route's own.
      url: request.url === route ? route : redactText(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      module: tabTitle(request.headers["module"]),
      ...(caller ? { userId: caller.userId, compId: caller.compId } : {}),
    };
    // Bundles and probes by the thousand say nothing.
    if (reply.statusCode < 400 && !caller && request.method === "GET") request.log.debug(fields, "request");
    else request.log.info(fields, "request");
    done();
  });
}

/** Answers to its own names only, and says that it is to be asked over HTTPS where it is. */
function fence(
  app: FastifyInstance,
  { publicUrl, proxies, mayHost }: Omit<HttpOptions, "logger" | "random" | "metrics" | "tls">,
): void {
  const publicTls = publicUrl?.startsWith("https:") === true;
  let warned = false;
  app.addHook("onRequest", (request, reply, done) => {
    if (publicTls || request.protocol === "https") reply.header("strict-transport-security", hsts);
    const direct = request.socket.remoteAddress ?? "";
    if (!warned && !proxies.has(direct) && isForwarded(request.headers)) {
      warned = true;
      request.log.warn(
        { proxy: direct },
        "forwarded headers of a proxy that TRUSTED_PROXIES does not name are ignored",
      );
    }
    // Probes of load balancers know no name, and what they ask tells nothing.
    if (!probes.has(request.url) && !mayHost(request.host)) throw new AppError("wrongHost");
    done();
  });
}

export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { logger, random, metrics, publicUrl, proxies, mayHost, tls } = options;
  const loggerInstance: FastifyBaseLogger = logger;
  const settings = {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => random.id(),
    bodyLimit: megabyte,
    frameworkErrors,
    requestTimeout: arrivalMs,
    // 503 with the catalogue's text while it stops, instead of Fastify's own.
    return503OnClosing: false,
    forceCloseConnections: "idle" as const,
    trustProxy: (address: string) => proxies.has(address),
    ...(tls ? { https: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } } : {}),
  } satisfies FastifyServerOptions & { https?: ServerOptions };
  const app = Fastify(settings);
  registerGate(app);
  parsers(app);
  await registerMultipart(app);
  handleErrors(app);
  observe(app, metrics);
  fence(app, { publicUrl, proxies, mayHost });
  await app.register(rateLimit, {
    global: true,
    max: generalPerMinute,
    timeWindow: minuteMs,
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
    addHeaders: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
      "retry-after": true,
    },
    errorResponseBuilder: () => new AppError("tooMany"),
  });
  return app;
}
