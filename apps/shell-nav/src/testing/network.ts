/** The network's edge for the tests of this app: answers from handlers by "METHOD /path"; all before it is the real code. */
import { fakeServer, type Asked } from "@liantai/ui/testing";
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
  /** The reply is this file, not an envelope. */
  readonly file?: { readonly type: string; readonly content: string };
}

export type Handlers = Record<string, (seen: Seen) => Reply | Promise<Reply>>;

export interface Network {
  readonly seen: Seen[];
  handlers: Handlers;
  calls(name: string): Seen[];
}

const seenOf = ({ method, path, query, headers, text }: Asked): Seen => ({
  method,
  path,
  query: new URLSearchParams(query),
  headers,
  text,
});

export function openNetwork(handlers: Handlers): Network {
  const network: Network = {
    seen: [],
    handlers,
    calls: (name) => network.seen.filter((s) => `${s.method} ${s.path}` === name),
  };
  fakeServer([], async (asked) => {
    const seen = seenOf(asked);
    network.seen.push(seen);
    const handler = network.handlers[`${seen.method} ${seen.path}`];
    if (!handler) throw new TypeError(`no route to ${seen.method} ${seen.path}`);
    const { status = 200, code = 1, msg = "", data = null, file } = await handler(seen);
    if (file) return new Response(file.content, { status, headers: { "content-type": file.type } });
    return status === 200 && code === 1 ? data : Response.json({ code, msg, data }, { status });
  });
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
