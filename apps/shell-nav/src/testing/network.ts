/** The network's edge for the tests of this app: `fetch` answers from handlers by "METHOD /path"; all before it is the real code. */
import { constants, generateKeyPairSync, privateDecrypt } from "node:crypto";

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly text: string;
}

export interface Reply {
  readonly status?: number;
  readonly code?: number;
  readonly msg?: string;
  readonly data?: unknown;
}

export type Handlers = Record<string, (seen: Seen) => Reply | Promise<Reply>>;

export interface Network {
  readonly seen: Seen[];
  handlers: Handlers;
  calls(name: string): Seen[];
}

export function openNetwork(handlers: Handlers): Network {
  const network: Network = {
    seen: [],
    handlers,
    calls: (name) => network.seen.filter((s) => `${s.method} ${s.path}` === name),
  };
  globalThis.fetch = async (input) => {
    const request = input as Request;
    const url = new URL(request.url);
    const seen: Seen = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      text: await request.text(),
    };
    network.seen.push(seen);
    const handler = network.handlers[`${seen.method} ${seen.path}`];
    if (!handler) throw new TypeError(`no route to ${seen.method} ${seen.path}`);
    const { status = 200, code = 1, msg = "", data = null } = await handler(seen);
    return new Response(JSON.stringify({ code, msg, data }), {
      status,
      headers: { "content-type": "application/json" },
    });
  };
  return network;
}

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The data of /auth/publicKey. `now`: the server's clock, epoch ms. */
export const publicKey = (now = Date.now()) => ({
  kid: "k1",
  spki: pair.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  now,
});

export function opened(sealed: string): { password: string; at: number } {
  const key = { key: pair.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  return JSON.parse(privateDecrypt(key, Buffer.from(sealed, "base64")).toString("utf8")) as {
    password: string;
    at: number;
  };
}
