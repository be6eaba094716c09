/**
 * One HTTP request to where an enterprise wants it, and nowhere else: every hop's name is resolved once, all its addresses are
 * checked (guard.ts), and the connection goes to the checked address itself, so that a second answer of the name server
 * changes nothing. No cookies, no proxy, no connection that outlives the request.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Clock } from "../../ports/clock.ts";
import { pinnedTo, resolveBySystem, type Resolve, type ResolvedAddress } from "../../outward/resolving.ts";
import { refusalOf, type Allowance } from "./guard.ts";

export interface OutwardRequest {
  readonly url: string;
  readonly method: string;
  /** Sent to every hop. */
  readonly headers: Readonly<Record<string, string>>;
  /** May hold credentials: only sent where the first hop went. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly body: string;
  /** All hops together, ms. */
  readonly timeoutMs: number;
  readonly allowances: readonly Allowance[];
}

export interface OutwardReply {
  readonly status: number;
  /** At most 64 KB of it. */
  readonly body: string;
  /** There was more than that. */
  readonly oversized: boolean;
  /** '': the reply does not say. */
  readonly contentType: string;
  readonly redirects: readonly string[];
}

/** No reply; the message is for people. */
export class OutwardFailure extends Error {
  readonly redirects: readonly string[];
  /** It was never sent, and a retry would not be either. */
  readonly refused: boolean;
  /** The time was over first. */
  readonly late: boolean;
  constructor(message: string, redirects: readonly string[], refused: boolean, late = false) {
    super(message);
    this.name = "OutwardFailure";
    this.redirects = redirects;
    this.refused = refused;
    this.late = late;
  }
}

export type Outward = (request: OutwardRequest) => Promise<OutwardReply>;

const mostKb = 64;
const mostBytes = mostKb * 1_024;
/** For whoever needs the whole of it. */
export const oversizedText = `对方的回答超过${mostKb}KB`;
const mostHops = 3;
/** These keep method and body here; 303 asks for a GET, which would carry nothing. */
const redirecting: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "对方拒绝连接",
  ECONNRESET: "连接被对方断开",
  EHOSTUNREACH: "无法到达对方主机",
  ENETUNREACH: "无法到达对方网络",
  ETIMEDOUT: "连接超时",
  EPIPE: "连接被对方断开",
  HPE_HEADER_OVERFLOW: "响应头过大",
  CERT_HAS_EXPIRED: "对方证书已过期",
  DEPTH_ZERO_SELF_SIGNED_CERT: "对方证书不受信任",
  SELF_SIGNED_CERT_IN_CHAIN: "对方证书不受信任",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "对方证书不受信任",
  ERR_TLS_CERT_ALTNAME_INVALID: "对方证书与域名不符",
};

const textOf = (error: unknown): string => {
  const code = (error as { code?: string }).code ?? "";
  return causes[code] ?? (code ? `连接失败（${code}）` : "连接失败");
};

/** Why a hop is not made at all; the message is for people. */
class Refused extends Error {}

/** Where a hop may connect. Throws Refused. */
async function destination(url: URL, allowances: readonly Allowance[], resolve: Resolve): Promise<ResolvedAddress> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Refused("只支持http和https地址");
  if (url.username !== "" || url.password !== "") throw new Refused("地址中不能包含账号和密码");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const family = isIP(host);
  const found = family
    ? [{ address: host, family }]
    : await resolve(host).catch(() => {
        throw new Refused(`域名${host}解析失败`);
      });
  if (found.length === 0) throw new Refused(`域名${host}解析失败`);
  // One that may not be reached spoils the name: else the name server would choose.
  for (const { address } of found) {
    const refusal = refusalOf(host, address, port, allowances);
    if (refusal) throw new Refused(refusal);
  }
  return found[0]!;
}

function read(response: IncomingMessage): Promise<Pick<OutwardReply, "body" | "oversized">> {
  return new Promise((done, failed) => {
    const parts: Buffer[] = [];
    let size = 0;
    const text = () =>
      done({ body: Buffer.concat(parts).subarray(0, mostBytes).toString("utf8"), oversized: size > mostBytes });
    response.on("data", (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > mostBytes) {
        text();
        response.destroy();
      }
    });
    response.once("end", text);
    response.once("error", failed);
  });
}

function connect(url: URL, to: ResolvedAddress, options: RequestOptions, body: string): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const make = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request: ClientRequest = make(
      url,
      { ...options, agent: false, lookup: pinnedTo(to), family: to.family, maxHeaderSize: 16_384 },
      done,
    );
    request.once("error", failed);
    request.once("socket", (socket) =>
      socket.once("connect", () => {
        if (socket.remoteAddress !== to.address) request.destroy(new Error("connected elsewhere"));
      }),
    );
    request.end(body);
  });
}

export function createOutward(clock: Clock, resolve: Resolve = resolveBySystem): Outward {
  return async ({ url, method, headers, ownHeaders, body, timeoutMs, allowances }) => {
    const redirects: string[] = [];
    const stop = new AbortController();
    const timer = clock.after(timeoutMs, () => stop.abort());
    const aborted = new Promise<never>((_, failed) =>
      stop.signal.addEventListener("abort", () => failed(new Error("too late"))),
    );
    aborted.catch(() => undefined);
    const within = <T>(work: Promise<T>): Promise<T> => Promise.race([work, aborted]);
    const fail = (error: unknown): OutwardFailure =>
      error instanceof Refused
        ? new OutwardFailure(error.message, redirects, true)
        : new OutwardFailure(
            stop.signal.aborted ? `${Math.round(timeoutMs / 1_000)}秒内没有完成` : textOf(error),
            redirects,
            false,
            stop.signal.aborted,
          );
    try {
      let at = new URL(url);
      const { origin } = at;
      for (;;) {
        const to = await within(destination(at, allowances, resolve));
        const options = {
          method,
          headers: {
            ...(at.origin === origin ? ownHeaders : {}),
            ...headers,
            "content-length": String(Buffer.byteLength(body)),
          },
          signal: stop.signal,
        };
        const response = await within(connect(at, to, options, body));
        const status = response.statusCode ?? 0;
        const location = response.headers.location;
        if (!redirecting.has(status) || location === undefined) {
          const contentType = response.headers["content-type"] ?? "";
          return { status, ...(await within(read(response))), contentType, redirects };
        }
        response.destroy();
        if (redirects.length >= mostHops) throw new Refused(`跳转超过${mostHops}次`);
        const next = URL.canParse(location, at) ? new URL(location, at) : undefined;
        if (!next) throw new Refused("跳转地址有误");
        if (at.protocol === "https:" && next.protocol !== "https:") throw new Refused("不能从https跳转到http");
        next.hash = "";
        redirects.push(next.href);
        at = next;
      }
    } catch (error) {
      throw fail(error);
    } finally {
      timer.cancel();
      // Whatever is still open goes.
      stop.abort();
    }
  };
}
