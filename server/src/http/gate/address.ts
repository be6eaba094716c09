/**
 * Before any route, page or file: an address or a header that cannot be read, or that holds what nothing may hold
 * (clean.ts). The whole address is read here, so that no route decodes what another part of the server could not.
 */
import { AppError } from "@liantai/api/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isCleanText } from "./clean.ts";

/** Headers that reach a log, a row or a decision; everything else is never read. */
const read = [
  "authorization",
  "module",
  "user-agent",
  "host",
  "origin",
  "range",
  "content-type",
  "if-none-match",
] as const;

/** A text as it stands percent-encoded in an address; undefined when it is not UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const isCleanEncoded = (text: string): boolean => {
  const plain = decoded(text);
  return plain !== undefined && isCleanText(plain);
};

function checkAddress(request: FastifyRequest): void {
  if (!isCleanEncoded(request.raw.url ?? "/")) throw new AppError("badRequest", "请求的地址含有无法识别的字符");
  for (const name of read) {
    const value = request.headers[name];
    for (const text of Array.isArray(value) ? value : [value ?? ""])
      if (!isCleanText(text)) throw new AppError("badRequest", `请求头${name}含有无法识别的字符`);
  }
  // The title of the tab is percent-encoded; one that cannot be read is left out, one with a NUL is refused as an attack.
  const title = request.headers["module"];
  if (typeof title === "string" && title.includes("%00"))
    throw new AppError("badRequest", "请求头module含有无法识别的字符");
}

/** First of all hooks. */
export function registerGate(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    checkAddress(request);
    done();
  });
}
