/** What of an interface lies sealed: the signing key, and the values of its headers, which are often credentials. */
import { maskedInput } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Sealer } from "../system/index.ts";
import type { InterfaceRow } from "./repository.ts";

export interface Header {
  readonly name: string;
  readonly value: string;
}

export interface Secrets {
  readonly secret: string | undefined;
  readonly headers: readonly Header[];
}

const secretContext = (compId: string, id: string): string => `interface/${compId}/${id}/secret`;
const headersContext = (compId: string, id: string): string => `interface/${compId}/${id}/headers`;

export const sealSecrets = (sealer: Sealer, compId: string, id: string, { secret, headers }: Secrets) => ({
  secret: secret === undefined ? null : sealer.seal(secret, secretContext(compId, id)),
  headers: sealer.seal(JSON.stringify(headers), headersContext(compId, id)),
});

export const openSecrets = (sealer: Sealer, row: InterfaceRow): Secrets => ({
  secret: row.secret === null ? undefined : sealer.unseal(row.secret, secretContext(row.compId, row.id)),
  headers: JSON.parse(sealer.unseal(row.headers, headersContext(row.compId, row.id))) as Header[],
});

const originOf = (url: string): string => new URL(url).origin;

/**
 * What was typed, with what is stored where nothing was: '' keeps the key, maskedInput a header's value. Stored values go
 * nowhere new: with another origin they have to be typed again.
 */
export function typedSecrets(
  typed: {
    readonly url: string;
    readonly signed: number;
    readonly secret?: string | undefined;
    readonly headers?: readonly Header[] | undefined;
  },
  stored: (Secrets & { readonly url: string }) | undefined,
): Secrets {
  const moved = stored !== undefined && originOf(stored.url) !== originOf(typed.url);
  const headers = (typed.headers ?? []).map(({ name, value }) => {
    if (value !== maskedInput) return { name, value };
    const kept = stored?.headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
    if (!kept) throw fieldRefusal("headers", "请求头", `请填写请求头${name}的值`);
    if (moved) throw fieldRefusal("headers", "请求头", `接口地址已更换，请重新填写请求头${name}的值`);
    return { name, value: kept.value };
  });
  const secret = typed.secret || stored?.secret;
  if (typed.signed === 1 && secret === undefined) throw fieldRefusal("secret", "签名密钥", "请输入签名密钥");
  return { secret, headers };
}
