/**
 * The one way a request leaves the browser (console.md sections 7 and 8): Authorization, the module header with the tab's
 * title, time-outs, the envelope, the error catalogue, and a refresh of the token in its last hour.
 */
import type { BaseQueryFn } from "@reduxjs/toolkit/query";
import {
  browserClient,
  describeFailure,
  ok,
  texts,
  timeouts,
  type Endpoint,
  type Envelope,
  type Failure,
  type FailureSource,
} from "@liantai/api/contract/base";
import type { Tokens } from "./session.ts";
import { ownTokens, type TokenSharing } from "./token-sharing.ts";

export interface RequestArgs {
  readonly endpoint: Endpoint;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** The page may be going: the browser sends it all the same (64 KB at most). */
  readonly keepalive?: boolean;
}

/** What a request needs of the page; the store gives it. */
export interface RequestHost {
  tokens(): Tokens | null;
  moduleTitle(): string;
  insideEnterprise(): boolean;
  /** The page is at the operators' sign-in. */
  operatorSignIn(): boolean;
  onTokens(tokens: Tokens): void;
  /** Shows a failure and does its action. Not called when the caller asked for silence. */
  onFailure(failure: Failure): void;
  now(): number;
  /** What the body becomes on its way: numbers encrypted. Absent: it goes as it is. Rejects when it cannot. */
  seal?(body: unknown): Promise<unknown>;
}

const hour = 3_600_000;

export function urlOf(
  endpoint: Endpoint,
  params?: Readonly<Record<string, unknown>>,
  query?: Readonly<Record<string, unknown>>,
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_m, key: string) => encodeURIComponent(String(params?.[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** The browser names the boundary, so the content type is left to it. */
function multipartOf(body: object): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item === undefined || item === null) continue;
      if (item instanceof Blob) form.append(key, item);
      else form.append(key, String(item));
    }
  }
  return form;
}

function bodyOf(endpoint: Endpoint, body: unknown): { body?: string | FormData; type?: string } {
  if (body === undefined) return {};
  if (endpoint.encoding === "multipart") return { body: multipartOf(body as object) };
  if (endpoint.encoding !== "form") return { body: JSON.stringify(body), type: "application/json" };
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(body as Record<string, unknown>))
    if (value !== undefined) form.set(key, String(value));
  return { body: form.toString(), type: "application/x-www-form-urlencoded" };
}

function authorization(endpoint: Endpoint, tokens: Tokens | null): string {
  if (tokens && endpoint.permission.kind !== "client") return `Bearer ${tokens.access}`;
  return `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`;
}

async function failureOf(response: Response, path: string): Promise<FailureSource> {
  const body = (await response.json().catch(() => undefined)) as Partial<Envelope> | undefined;
  return { kind: "http", status: response.status, body, path, again: response.headers.has("retry-after") };
}

export type Outcome<T> = { readonly data: T } | { readonly error: Failure };

/** Sends one request. Never throws: a failure is a value. */
export async function send<T = unknown>(
  host: RequestHost,
  args: RequestArgs,
  signal?: AbortSignal,
): Promise<Outcome<T>> {
  const { endpoint } = args;
  const refuse = (source: FailureSource): Outcome<T> => ({
    error: describeFailure(source, {
      insideEnterprise: host.insideEnterprise(),
      operatorToken: endpoint.name === "token" && host.operatorSignIn(),
    }),
  });
  let sealed: unknown;
  try {
    sealed = host.seal ? await host.seal(args.body) : args.body;
  } catch {
    return refuse({ kind: "setup" });
  }
  const { body, type } = bodyOf(endpoint, sealed);
  const timeout = AbortSignal.timeout(endpoint.timeoutMs ?? timeouts.normal);
  let request: Request;
  try {
    request = new Request(new URL(urlOf(endpoint, args.params, args.query), globalThis.location?.href), {
      method: endpoint.method,
      headers: {
        authorization: authorization(endpoint, host.tokens()),
        module: encodeURIComponent(host.moduleTitle()),
        ...(type ? { "content-type": type } : {}),
      },
      ...(body === undefined ? {} : { body }),
      ...(args.keepalive && { keepalive: true }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch {
    return refuse({ kind: "setup" });
  }
  try {
    const response = await fetch(request);
    if (!response.ok) return refuse(await failureOf(response, endpoint.path));
    if (endpoint.produces === "binary") {
      if (!(response.headers.get("content-type") ?? "").includes("json")) return { data: (await response.blob()) as T };
      const envelope = (await response.json()) as Envelope;
      return { error: { text: envelope.msg || texts.download, level: "warning", action: "none", code: envelope.code } };
    }
    const envelope = (await response.json()) as Envelope<T>;
    return envelope.code === ok ? { data: envelope.data } : refuse({ kind: "body", body: envelope });
  } catch {
    return refuse({ kind: timeout.aborted ? "timeout" : "network" });
  }
}

export function tokensFrom(
  reply: { access_token: string; refresh_token: string; expires_in: number },
  now: number,
): Tokens {
  return { access: reply.access_token, refresh: reply.refresh_token, expiresAt: now + reply.expires_in * 1000 };
}

export const readsOnly = (endpoint: Endpoint): boolean => endpoint.method === "GET" || endpoint.reads === true;

/** Before what a busy server could not answer is asked again; the clock spreads the pages that were all refused at once. */
const pauseMs = 1_000;
const spreadMs = 1_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Once more, a moment later, where the server was busy: what only reads does no harm by being asked twice (protocol K80). */
async function sendPatiently(host: RequestHost, args: RequestArgs, signal: AbortSignal): Promise<Outcome<unknown>> {
  const first = await send(host, args, signal);
  if (!("error" in first) || !first.error.again || !readsOnly(args.endpoint)) return first;
  await pause(pauseMs + (host.now() % spreadMs), signal);
  return signal.aborted ? first : send(host, args, signal);
}

/** The base query of RTK Query. One refresh at a time, in the last hour of a token, over all tabs of the session. */
export function makeBaseQuery(
  host: RequestHost,
  refresh: Endpoint,
  sharing: TokenSharing = ownTokens,
): BaseQueryFn<RequestArgs, unknown, Failure, { silent?: boolean }> {
  let refreshing: Promise<void> | undefined;
  const due = (tokens: Tokens | null): tokens is Tokens =>
    tokens !== null && !tokens.final && tokens.expiresAt - host.now() < hour;
  const renew = async () => {
    // Another tab may have renewed them while this one waited for its turn.
    const tokens = host.tokens();
    if (!due(tokens)) return;
    const outcome = await send<{ access_token: string; refresh_token: string; expires_in: number }>(host, {
      endpoint: refresh,
      body: { hour: 24, token: tokens.refresh },
    });
    // Signed out, or in anew, in the meantime: the tokens belong to no session.
    if (!("data" in outcome) || host.tokens()?.refresh !== tokens.refresh) return;
    const got = tokensFrom(outcome.data, host.now());
    const next: Tokens = got.expiresAt - host.now() < hour ? { ...got, final: true } : got;
    host.onTokens(next);
    sharing.renewed(tokens.refresh, next);
  };
  return async (args, { signal }, extra) => {
    if (args.endpoint.permission.kind !== "client" && due(host.tokens())) {
      refreshing ??= sharing.alone(renew).finally(() => (refreshing = undefined));
      await refreshing;
    }
    const asked = host.tokens();
    const outcome = await sendPatiently(host, args, signal);
    // The session was replaced while the request was under way: what became of the old one concerns nobody any more.
    const stale =
      asked?.access !== host.tokens()?.access &&
      "error" in outcome &&
      (outcome.error.action === "relogin" || outcome.error.action === "leaveEnterprise");
    if ("error" in outcome && !signal.aborted && !stale && (!extra?.silent || outcome.error.action !== "none"))
      host.onFailure(outcome.error);
    return outcome;
  };
}
