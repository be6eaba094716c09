/**
 * The built page: /import-map.json, /assets/*, and the page itself on every other GET that wants text/html. Paths of the
 * interfaces and everything that does not want a page stay the rest of the server's 404.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentSecurityPolicy, pageHeaders } from "./policy.ts";
import { renderPage, type Mode } from "./render.ts";
import { createServed } from "./served.ts";

export { watchImportMap } from "./watch.ts";

export interface PagesOptions {
  /** Absolute path of dist/. It may be built again while the server runs. */
  readonly distDir: string;
  /** 'development' loads import-map-overrides and serves source maps. */
  readonly mode: Mode;
  /** Origins that bundles may come from in development, e.g. 'http://localhost:9001'. Ignored in production. */
  readonly devOrigins?: readonly string[];
}

/** First segments of the interfaces' paths (spec/endpoints.txt) and of the server's own. */
const interfaces =
  /^\/(?:ai|api|assets|assist|audition|auth|callin|callout|cdr|crm|da|dca|dualcall|file|healthz|im|ivr|kbs|mcdr|meeting|metrics|msg|openapi\.json|pbx|readyz|ret|sg|sms|taskapi|ws|xcc)(?:\/|$)/;

const year = 31_536_000_000;

function wantsPage(request: FastifyRequest, pathname: string): boolean {
  return (request.headers.accept ?? "").includes("text/html") && !interfaces.test(pathname);
}

export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const development = options.mode === "development";
  const served = createServed(options.distDir);

  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: join(options.distDir, "assets"),
      prefix: "/assets/",
      decorateReply: false,
      index: false,
      dotfiles: "ignore",
      preCompressed: true,
      immutable: true,
      maxAge: year,
      allowedPath: (path) => development || !path.endsWith(".map"),
      setHeaders(reply) {
        reply.header("vary", "accept-encoding");
        reply.header("x-content-type-options", "nosniff");
        reply.header("cross-origin-resource-policy", "same-origin");
      },
    });

    scope.get("/import-map.json", async (request, reply) => {
      const { mapText, etag } = served();
      reply.header("cache-control", "no-cache").header("etag", etag).header("x-content-type-options", "nosniff");
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(mapText);
    });

    scope.get("/*", async (request: FastifyRequest, reply: FastifyReply) => {
      const pathname = request.url.split("?", 1)[0] ?? "/";
      if (!wantsPage(request, pathname)) return reply.callNotFound();
      const nonce = randomBytes(18).toString("base64url");
      const devOrigins = development ? (options.devOrigins ?? []) : [];
      return reply
        .headers(pageHeaders)
        .header("content-security-policy", contentSecurityPolicy({ nonce, host: request.headers.host, devOrigins }))
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(renderPage(served(), { nonce, mode: options.mode, pathname }));
    });
  });
}
