/** A flow asks an interface and waits for its answer (flows.md B3): the same guards as everything that goes out. */
import type { Ports } from "../../ports/index.ts";
import type { Sealer } from "../system/index.ts";
import { createOutward, OutwardFailure, type Outward } from "./outward.ts";
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
  readonly reply: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
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

function read(body: string, reply: InterfaceQuestion["reply"]): Readonly<Record<string, unknown>> | undefined {
  if (Object.keys(reply).length === 0) return {};
  try {
    const json: unknown = JSON.parse(body);
    return Object.fromEntries(Object.entries(reply).map(([name, path]) => [name, at(json, path) ?? ""]));
  } catch {
    return undefined;
  }
}

export async function askInterface(
  { ports: { database, clock }, sealer, outward = createOutward(clock) }: AskInterfaceDeps,
  compId: string,
  { interfaceId, callId, key, request, reply, timeoutMs, retries }: InterfaceQuestion,
): Promise<InterfaceAnswer> {
  const { row, allowances } = await database.tenant(compId, async (trx) => ({
    row: await findInterface(trx, compId, interfaceId),
    allowances: await listAllowances(trx, compId),
  }));
  if (row?.enabled !== 1) return { outcome: "failed", text: "接口不存在或已停用" };
  const { secret, headers } = openSecrets(sealer, row);
  const body = JSON.stringify({ callId, ...request });
  const until = clock.now() + timeoutMs;
  let last: InterfaceAnswer = { outcome: "timeout", text: "接口没有按时回答" };
  for (let turn = 0; turn <= retries && clock.now() < until; turn++) {
    const now = clock.now();
    try {
      const { status, body: text } = await outward({
        url: row.url,
        method: row.method,
        headers: {
          ...headersOf(key, "flow", now, body, row.signed === 1 ? secret : undefined),
          "Idempotency-Key": key,
        },
        ownHeaders: Object.fromEntries(headers.map((h) => [h.name, h.value])),
        body,
        timeoutMs: until - now,
        allowances,
      });
      const values = status >= 200 && status < 300 ? read(text, reply) : undefined;
      if (values) return { outcome: "ok", status, values };
      last = {
        outcome: "failed",
        text: status >= 200 && status < 300 ? "接口的回答不是JSON" : `对方返回状态码${status}`,
      };
      // What was refused is refused again.
      if (status < 500) return last;
    } catch (error) {
      if (!(error instanceof OutwardFailure)) throw error;
      if (error.refused) return { outcome: "failed", text: error.message };
      last = { outcome: clock.now() >= until ? "timeout" : "failed", text: error.message };
    }
  }
  return last;
}
