/**
 * The built page: /import-map.json, /assets/*, and the page itself on every other GET that wants text/html. Paths of the
 * interfaces and everything that does not want a page stay the rest of the server's 404.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "@liantai/api/contract";
import { localPhoneScripts } from "@liantai/api/contract/local-phone";
import type { Authority } from "../authority.ts";
import { contentSecurityPolicy, localPhonePolicy, pageHeaders } from "./policy.ts";
import { renderPage, type Mode } from "./render.ts";
import { createServed, withPublished, type Imports, type Served } from "./served.ts";

export { builtInImports } from "./served.ts";
export { watchImportMap } from "./watch.ts";

/** What of the import map differs from the build, for one enterprise or for everybody. */
export interface PublishedMap {
  readonly imports: Imports;
  /** By address: bare specifiers that a bundle imports. */
  readonly deps: Readonly<Record<string, readonly string[]>>;
  /** Apps of which some enterprises have another version than everybody else. */
  readonly trials: readonly string[];
}

export interface PublishedFile {
  readonly data: Buffer;
  /** '' | 'br' | 'gzip' */
  readonly encoding: string;
  readonly type: string;
}

/** Versions that other machines published (modules/versions). */
export interface PublishedBundles {
  /** compId undefined: nobody is signed in. */
  mapFor(builtIn: Imports, compId: string | undefined): Promise<PublishedMap>;
  file(
    address: { readonly app: string; readonly version: string; readonly name: string },
    encodings: readonly string[],
  ): Promise<PublishedFile | undefined>;
}

export interface PagesOptions {
  /** Absolute path of dist/. It may be built again while the server runs. */
  readonly distDir: string;
  /** 'development' loads import-map-overrides and serves source maps. */
  readonly mode: Mode;
  /** Origins that bundles may come from in development, e.g. 'http://localhost:9001'. Ignored in production. */
  readonly devOrigins?: readonly string[];
  readonly published?: PublishedBundles;
  /** Whose map it is, where the request says. */
  readonly sessions?: Authority["sessions"];
  /** Port of the soft phone that a page of this ticket may speak to. */
  readonly localPhonePort?: (ticket: string) => Promise<number | undefined>;
}

/** First segments of the interfaces' paths (spec/endpoints.txt) and of the server's own. */
const interfaces = new Set([
  ...["ai", "api", "assets", "assist", "audition", "auth", "callin", "callout", "cdr", "crm", "da", "dca", "dualcall"],
  ...["file", "healthz", "im", "ivr", "kbs", "mcdr", "meeting", "metrics", "msg", "openapi.json", "pbx", "readyz"],
  ...["ret", "sg", "sms", "taskapi", "ws", "xcc"],
]);

const year = 31_536_000_000;

function wantsPage(request: FastifyRequest, pathname: string): boolean {
  return (request.headers.accept ?? "").includes("text/html") && !interfaces.has(pathname.split("/")[1] ?? "");
}

/** Headers of every file of a bundle: its address names its content. */
const immutable = {
  "cache-control": "public, max-age=31536000, immutable",
  vary: "accept-encoding",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

const localPhoneScript = readFileSync(join(import.meta.dirname, "local-phone.js"), "utf8");
const localPhoneHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

const address = /^\/assets\/([a-z-]{1,40})\/([0-9a-f]{16})\/([A-Za-z0-9_-][A-Za-z0-9._-]{0,119})(?:\?|$)/;

/** A file of a published version, before the folder of the build is looked at; the build's own are left to it. */
async function sendPublished(
  request: FastifyRequest,
  reply: FastifyReply,
  published: PublishedBundles,
  builtIn: Imports,
): Promise<boolean> {
  const [, app = "", version = "", name = ""] = address.exec(request.url) ?? [];
  if (app === "" || builtIn[`@liantai/${app}`]?.startsWith(`/assets/${app}/${version}/`) !== false) return false;
  const encodings = (request.headers["accept-encoding"] ?? "").split(",").map((each) => each.split(";", 1)[0]!.trim());
  const file = await published.file({ app, version, name }, encodings);
  if (!file) return false;
  reply.headers(immutable).type(file.type);
  if (file.encoding !== "") reply.header("content-encoding", file.encoding);
  await reply.send(file.data);
  return true;
}

/** The enterprise whose map is asked for; undefined: nobody says who asks. A token that does not hold is refused, not nobody's. */
async function compIdOf(
  request: FastifyRequest,
  sessions: Authority["sessions"] | undefined,
): Promise<string | undefined> {
  const given = request.headers.authorization;
  if (given === undefined || !sessions) return undefined;
  const found = await sessions.resolve(given.replace(/^Bearer /i, ""));
  if ("refused" in found) throw new AppError(found.refused);
  return found.compId;
}

export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const development = options.mode === "development";
  const { published, sessions } = options;
  const built = createServed(options.distDir);
  const served = async (compId?: string): Promise<Served> => {
    const base = built();
    return published ? withPublished(base, await published.mapFor(base.imports, compId)) : base;
  };

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
        for (const [name, value] of Object.entries(immutable)) if (name !== "cache-control") reply.header(name, value);
      },
    });

    if (published)
      scope.addHook("onRequest", async (request, reply) => {
        const servedMap = development || !/\.map(?:\?|$)/.test(request.url);
        if (request.method !== "GET" || !request.url.startsWith("/assets/") || !servedMap) return;
        if (await sendPublished(request, reply, published, built().imports)) return reply;
      });

    scope.get("/import-map.json", async (request, reply) => {
      const { mapText, etag } = await served(await compIdOf(request, sessions));
      reply
        .header("vary", "authorization")
        .header("cache-control", "no-cache")
        .header("etag", etag)
        .header("x-content-type-options", "nosniff");
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(mapText);
    });

    const { localPhonePort } = options;
    if (localPhonePort)
      scope.get<{ Params: { name: string } }>(`${localPhoneScripts}:name`, async ({ params: { name } }, reply) => {
        const port = name.endsWith(".js") ? await localPhonePort(name.slice(0, -".js".length)) : undefined;
        if (port === undefined) return reply.callNotFound();
        return reply
          .headers(localPhoneHeaders)
          .header("content-security-policy", localPhonePolicy(port))
          .type("text/javascript; charset=utf-8")
          .send(localPhoneScript.replace("{{port}}", String(port)));
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
        .send(renderPage(await served(), { nonce, mode: options.mode, pathname }));
    });
  });
}
