/** Passwords leave the page encrypted with the server's published key (RSA-OAEP, SHA-256), through the page's WebCrypto. */
import { authApi, type Failure } from "@liantai/api/contract/base";
import { send, type RequestHost } from "./request.ts";

export const needsHttps =
  "当前页面不是安全连接，浏览器无法加密密码。请改用 https:// 开头的地址访问，或联系管理员配置证书。";

/** Browsers offer WebCrypto on https and on localhost only. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

interface PublicKey {
  readonly kid: string;
  /** base64 DER. */
  readonly spki: string;
  /** The server's clock, epoch ms. */
  readonly now: number;
}

export interface Encrypter {
  readonly kid: string;
  /** base64 of RSA-OAEP over UTF-8 JSON {password, at}; `at` is the server's time now. */
  encrypt(password: string): Promise<string>;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

async function encrypterFor({ kid, spki, now }: PublicKey, clock: () => number = Date.now): Promise<Encrypter> {
  const ahead = now - clock();
  const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("spki", bytesOf(spki), algorithm, false, ["encrypt"]);
  return {
    kid,
    async encrypt(password) {
      const text = new TextEncoder().encode(JSON.stringify({ password, at: clock() + ahead }));
      const sealed = await crypto.subtle.encrypt(algorithm, key, text);
      return btoa(String.fromCharCode(...new Uint8Array(sealed)));
    },
  };
}

const local = (text: string): { error: Failure } => ({ error: { text, level: "error", action: "none" } });

/** Fetches the server's key. A failure is a value, as in `send`. */
export async function fetchEncrypter(host: RequestHost): Promise<{ data: Encrypter } | { error: Failure }> {
  if (!canEncrypt()) return local(needsHttps);
  const key = await send<PublicKey>(host, { endpoint: authApi.publicKey });
  if ("error" in key) return key;
  try {
    return { data: await encrypterFor(key.data) };
  } catch {
    return local("浏览器无法使用服务器的加密密钥，请刷新页面后重试。");
  }
}
