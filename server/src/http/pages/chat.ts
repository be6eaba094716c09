/**
 * The page of a web chat's visitor and the script that a site embeds (protocol J45 to J54): the same bytes for every site, asked without a
 * look at its key. Everything else the page asks itself (contract chatVisitorApi, chat.ts). No app, no third party.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chatEmbedPath, chatRoute } from "@liantai/api/contract/im";
import type { FastifyInstance } from "fastify";
import { socketSources } from "./policy.ts";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "chat", name), "utf8");

const script = "text/javascript; charset=utf-8";
const scripts = [
  "page",
  "ask",
  "composer",
  "host",
  "line",
  "memory",
  "message",
  "messages",
  "outbox",
  "talk",
  "view",
  "words",
];
const files = [
  ...scripts.map((name) => ({ name: `${name}.js`, type: script, text: read(`${name}.js`) })),
  { name: "page.css", type: "text/css; charset=utf-8", text: read("page.css") },
];
const page = read("page.html");
const embed = read("embed.js");

/** Any site may show it in a frame: it has no authority but the visitor's own secret. */
const policyFor = (host: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src data:",
    "media-src blob:",
    ["connect-src 'self'", ...socketSources(host)].join(" "),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors *",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** A site that isolates itself (COEP) may show a frame, and load a script, that says so. */
const shownElsewhere = {
  ...headers,
  "cross-origin-resource-policy": "cross-origin",
  "cross-origin-embedder-policy": "require-corp",
} as const;

export function registerChatPage(app: FastifyInstance): void {
  for (const { name, type, text } of files)
    app.get(`${chatRoute}/${name}`, async (_request, reply) => reply.headers(headers).type(type).send(text));
  app.get(chatEmbedPath, async (_request, reply) => reply.headers(shownElsewhere).type(script).send(embed));
  app.get(`${chatRoute}/:webKey`, async (request, reply) =>
    reply
      .headers(shownElsewhere)
      .header("content-security-policy", policyFor(request.headers.host))
      .header("permissions-policy", "microphone=(), camera=(), geolocation=(), payment=(), usb=()")
      .header("x-robots-tag", "noindex, nofollow")
      .type("text/html; charset=utf-8")
      .send(page),
  );
}
