/** The way back: envelope, file, and (in tests) whether the reply keeps its contract. */
import { ok, type Endpoint, type Envelope } from "@liantai/api/contract";
import type { FastifyReply } from "fastify";
import type { BinaryReply } from "./routes.ts";

export const isBinary = (value: unknown): value is BinaryReply =>
  typeof value === "object" && value !== null && "binary" in value && "contentType" in value;

export function sendBinary(reply: FastifyReply, file: BinaryReply): FastifyReply {
  return reply
    .code(file.status ?? 200)
    .headers({ "cache-control": "no-store", ...file.headers })
    .type(file.contentType)
    .send(file.binary);
}

export const envelope = (data: unknown): Envelope => ({ code: ok, msg: "", data: data ?? null });

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === "object"
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, item]) => item !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)]),
        )
      : value;

/** Throws when what the client would get is not what the contract says: a missing field, a wrong type, or one too many. */
export async function checkReply(endpoint: Endpoint, data: unknown): Promise<void> {
  const sent: unknown = JSON.parse(JSON.stringify(data ?? null));
  if (!endpoint.reply) {
    if (sent !== null) throw new Error(`${endpoint.name} replies with data its contract does not have`);
    return;
  }
  await endpoint.reply.validate(sent, { strict: true, abortEarly: false }).catch((error: Error) => {
    throw new Error(`${endpoint.name} breaks its contract: ${error.message}`, { cause: error });
  });
  const known = endpoint.reply.cast(sent, { stripUnknown: true, assert: false });
  if (JSON.stringify(sorted(known)) !== JSON.stringify(sorted(sent)))
    throw new Error(`${endpoint.name} replies with fields its contract does not have`);
}
