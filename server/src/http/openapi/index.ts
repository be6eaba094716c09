/** /openapi.json, made from the contracts, and /openapi to read it. */
import { randomBytes } from "node:crypto";
import type { Endpoint } from "@liantai/api/contract";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./document.ts";
import { openApiPage } from "./page.ts";

export function registerOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
  // With its first reader: describing every schema takes 200 ms, which each start would pay.
  let made: { readonly document: ReturnType<typeof openApiDocument>; readonly text: string } | undefined;
  const read = (): NonNullable<typeof made> => {
    if (!made) {
      const document = openApiDocument(endpoints, version);
      made = { document, text: JSON.stringify(document) };
    }
    return made;
  };

  app.get("/openapi.json", { exposeHeadRoute: false }, async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(read().text),
  );

  app.get("/openapi", { exposeHeadRoute: false }, async (_request, reply) => {
    const nonce = randomBytes(18).toString("base64url");
    return reply
      .headers({
        "content-security-policy": [
          "default-src 'none'",
          `style-src 'nonce-${nonce}'`,
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
        ].join("; "),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
      })
      .type("text/html; charset=utf-8")
      .send(openApiPage(read().document, nonce));
  });
}
