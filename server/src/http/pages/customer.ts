/**
 * The page behind a customer's link (protocol W56): the same few bytes for every token, without a look at it, so that the page itself
 * tells nobody which tokens there are. It asks for everything else with the token (contract customerPage). No app, no third party.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "customer", name), "utf8");

const files = [
  { url: "/c/page.js", type: "text/javascript; charset=utf-8", text: read("page.js") },
  { url: "/c/page.css", type: "text/css; charset=utf-8", text: read("page.css") },
] as const;
const page = read("page.html");

export const customerPath = (token: string): string => `/c/${token}`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "microphone=(), camera=(), geolocation=(), payment=(), usb=()",
  "x-robots-tag": "noindex, nofollow",
} as const;

export function registerCustomerPage(app: FastifyInstance): void {
  for (const { url, type, text } of files)
    app.get(url, async (_request, reply) =>
      reply.headers(headers).header("cache-control", "no-cache").type(type).send(text),
    );
  app.get("/c/:token", async (_request, reply) =>
    reply
      .headers(headers)
      .header("content-security-policy", policy)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page),
  );
}
