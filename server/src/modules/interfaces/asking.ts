/** A flow asks an interface and waits for its answer (flows.md B3): the same guards as everything that goes out. */
import type { Ports } from "../../ports/index.ts";
import type { Sealer } from "../system/index.ts";
import { createOutward, OutwardFailure, oversizedText, type Outward, type OutwardReply } from "./outward.ts";
import { headersOf } from "./payload.ts";
import { findInterface, listAllowances } from "./repository.ts";
import { openSecrets } from "./secrets.ts";

/** request: fields of the body. reply: variable → path in the answer, names joined by dots, numbers for places in a list. */
export interface InterfaceQuestion {
  readonly interfaceId: string;
  readonly callId: string;
  /** The same when it is asked once more after a kill. */
  readonly key: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** What of the request an interface without 发送完整号码 is told instead. */
  readonly masked?: Readonly<Record<string, unknown>>;
  readonly reply: Readonly<Record<string, string>>;
  /** Each try. */
  readonly timeoutMs: number;
  /** All tries together; absent: as long as they take. */
  readonly totalMs?: number;
  readonly retries: number;
}

export type InterfaceAnswer =
  | { readonly outcome: "ok"; readonly status: number; readonly values: Readonly<Record<string, unknown>> }
  | { readonly outcome: "failed" | "timeout"; readonly text: string };

export interface AskInterfaceDeps {
  readonly ports: Pick<Ports, "database" | "clock">;
  readonly sealer: Sealer;
  readonly outward?: Outward;
}

/** What stands at a path; undefined: nothing does. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split(".").filter((part) => part !== "")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

/** application/json, and what is built on it (RFC 6839). */
const claimsJson = (contentType: string): boolean => /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(contentType);

type Read = { readonly values: Readonly<Record<string, unknown>> } | { readonly text: string };

/**
 * What is taken from a reply, or what is wrong with it. Without a map nothing is read: still half an answer is no answer, and one that says
 * that it is JSON has to be; an empty one has nothing in it that could be broken.
 */
function read({ status, body, oversized, contentType }: OutwardReply, reply: InterfaceQuestion["reply"]): Read {
  if (status < 200 || status >= 300) return { text: `对方返回状态码${status}` };
  if (oversized) return { text: oversizedText };
  const paths = Object.entries(reply);
  if (paths.length === 0 && (body.trim() === "" || !claimsJson(contentType))) return { values: {} };
  try {
    const json: unknown = JSON.parse(body);
    return { values: Object.fromEntries(paths.map(([name, path]) => [name, at(json, path) ?? ""])) };
  } catch {
    return { text: "接口的回答不是JSON" };
  }
}

export async function askInterface(
  { ports: { database, clock }, sealer, outward = createOutward(clock) }: AskInterfaceDeps,
  compId: string,
  { interfaceId, callId, key, request, masked, reply, timeoutMs, totalMs = Infinity, retries }: InterfaceQuestion,
): Promise<InterfaceAnswer> {
  const { row, allowances } = await database.tenant(compId, async (trx) => ({
    row: await findInterface(trx, compId, interfaceId),
    allowances: await listAllowances(trx, compId),
  }));
  if (row?.enabled !== 1) return { outcome: "failed", text: "接口不存在或已停用" };
  const { secret, headers } = openSecrets(sealer, row);
  const body = JSON.stringify({ callId, ...request, ...(row.sendFullNumbers === 1 ? {} : masked) });
  const until = clock.now() + totalMs;
  let last: InterfaceAnswer = { outcome: "timeout", text: "接口没有按时回答" };
  for (let turn = 0; turn <= retries && clock.now() < until; turn++) {
    const now = clock.now();
    try {
      const answer = await outward({
        url: row.url,
        method: row.method,
        headers: {
          ...headersOf(key, "flow", now, body, row.signed === 1 ? secret : undefined),
          "Idempotency-Key": key,
        },
        ownHeaders: Object.fromEntries(headers.map((h) => [h.name, h.value])),
        body,
        timeoutMs: Math.min(timeoutMs, until - now),
        allowances,
      });
      const { status } = answer;
      const found = read(answer, reply);
      if ("values" in found) return { outcome: "ok", status, values: found.values };
      last = { outcome: "failed", text: found.text };
      // What was refused is refused again.
      if (status < 500) return last;
    } catch (error) {
      if (!(error instanceof OutwardFailure)) throw error;
      if (error.refused) return { outcome: "failed", text: error.message };
      last = { outcome: error.late ? "timeout" : "failed", text: error.message };
    }
  }
  return last;
}
