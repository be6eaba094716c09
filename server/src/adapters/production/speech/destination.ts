/**
 * Where an engine may be: a public address, or, where its row allows it, one of an inside network or this machine; never a link-local
 * one, where clouds keep their metadata. Resolved once, and the connection goes to the checked address (docs/protocol.md, Y8).
 */
import { isIP } from "node:net";
import { isPrivateAddress, isPublicAddress } from "../../../outward/addresses.ts";
import type { Resolve, ResolvedAddress } from "../../../outward/resolving.ts";
import { SpeechFailed, type SpeechEngine } from "../../../ports/speech.ts";

const refused = (reason: string): SpeechFailed => new SpeechFailed(undefined, reason);

export interface Destination {
  readonly url: URL;
  readonly to: ResolvedAddress;
}

/** `schemes`: without colon. Rejects with SpeechFailed. */
export async function destinationOf(
  { address, allowsPrivate }: Pick<SpeechEngine, "address" | "allowsPrivate">,
  schemes: readonly string[],
  resolve: Resolve,
): Promise<Destination> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !schemes.includes(url.protocol.slice(0, -1))) throw refused(`引擎地址应以${schemes.join("或")}://开头`);
  if (url.username !== "" || url.password !== "") throw refused("引擎地址中不能包含账号和密码");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await resolve(host).catch(() => []);
  if (found.length === 0) throw refused(`域名${host}解析失败`);
  // One that may not be reached spoils the name: else the name server would choose.
  for (const each of found)
    if (!isPublicAddress(each.address) && !(allowsPrivate && isPrivateAddress(each.address)))
      throw refused(
        isPrivateAddress(each.address)
          ? "引擎地址指向内网或本机，请在引擎中勾选“允许内网地址”"
          : "引擎地址指向保留网段，不允许访问",
      );
  return { url, to: found[0]! };
}

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "引擎拒绝连接",
  ECONNRESET: "连接被引擎断开",
  EHOSTUNREACH: "无法到达引擎主机",
  ENETUNREACH: "无法到达引擎网络",
  ETIMEDOUT: "连接引擎超时",
  CERT_HAS_EXPIRED: "引擎证书已过期",
  DEPTH_ZERO_SELF_SIGNED_CERT: "引擎证书不受信任",
  SELF_SIGNED_CERT_IN_CHAIN: "引擎证书不受信任",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "引擎证书不受信任",
  ERR_TLS_CERT_ALTNAME_INVALID: "引擎证书与域名不符",
};

/** What went wrong on the way, for people. */
export function failureOf(error: unknown): SpeechFailed {
  if (error instanceof SpeechFailed) return error;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const status = /Unexpected server response: (\d+)/.exec(message)?.[1];
  return new SpeechFailed(error, causes[code] ?? (status ? `引擎返回状态码${status}` : "连接引擎失败"));
}

export const lateText = (ms: number): string => `引擎在${ms / 1_000}秒内没有响应`;

/** Sent with each request of an engine that wants a key. */
export const authorization = ({ key }: Pick<SpeechEngine, "key">): Readonly<Record<string, string>> =>
  key === "" ? {} : { authorization: `Bearer ${key}` };
