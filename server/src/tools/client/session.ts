/** Signs in over the wire, as an integrator's program would, and calls the console with what it got. */
import { authApi, browserClient, errors, formUserName, type Envelope } from "@liantai/api/contract";
import { constants, createPublicKey, publicEncrypt, randomUUID } from "node:crypto";

export interface ApiSession {
  readonly token: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  raw(path: string, headers?: Record<string, string>): Promise<Response>;
}

export interface Credentials {
  readonly account: string;
  readonly roleType: number;
  /** The enterprise's code; none of an operator. */
  readonly code: string;
  readonly password: string;
  /** Asked for the code of the picture where the server does not say it itself (it does under LIANTAI_E2E=1 on loopback). */
  readonly readPicture?: (png: Buffer) => Promise<string>;
  /** Asked for a code of the account's app, where it has one. */
  readonly readTotp?: () => Promise<string>;
}

/** What the server refused, in its own words. */
class ServerRefusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(url: string, { code, msg, data }: Envelope) {
    super(`${url}: ${code} ${msg}`);
    this.name = "ServerRefusal";
    this.code = code;
    this.data = data;
  }
}

async function open<T>(reply: Response): Promise<T> {
  const envelope = (await reply.json()) as Envelope<T>;
  if (envelope.code !== 1) throw new ServerRefusal(reply.url, envelope);
  return envelope.data;
}

/** Passwords as a page sends them: encrypted for the server's key. */
export async function sealer(url: string) {
  const key = await open<{ kid: string; spki: string }>(await fetch(`${url}${authApi.publicKey.path}`));
  const spki = createPublicKey({ key: Buffer.from(key.spki, "base64"), format: "der", type: "spki" });
  const seal = (password: string): string =>
    publicEncrypt(
      { key: spki, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(JSON.stringify({ password, at: Date.now() })),
    ).toString("base64");
  return { kid: key.kid, seal };
}

async function pictureCode(url: string, randomStr: string, read: Credentials["readPicture"]): Promise<string> {
  const reply = await fetch(`${url}${authApi.captcha.path}?randomStr=${randomStr}`);
  const shown = reply.headers.get("x-captcha");
  if (shown !== null || !read) return shown ?? "";
  return read(Buffer.from(await reply.arrayBuffer()));
}

async function grant(url: string, fields: Record<string, string>): Promise<string> {
  const { access_token: token } = await open<{ access_token: string }>(
    await fetch(`${url}${authApi.token.path}`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(fields),
    }),
  );
  return token;
}

/** A session whose bearer token is known. */
export function sessionOf(url: string, token: string): ApiSession {
  const headers = { authorization: `Bearer ${token}` };
  const raw: ApiSession["raw"] = (path, extra = {}) => fetch(`${url}${path}`, { headers: { ...headers, ...extra } });
  return {
    token,
    raw,
    get: async <T>(path: string) => open<T>(await raw(path)),
    post: async <T>(path: string, body: unknown) =>
      open<T>(
        await fetch(`${url}${path}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
  };
}

export async function signIn(url: string, who: Credentials): Promise<ApiSession> {
  const randomStr = randomUUID();
  const code = await pictureCode(url, randomStr, who.readPicture);
  const { kid, seal } = await sealer(url);
  const username = formUserName(who.code, who.roleType, who.account);
  try {
    return sessionOf(
      url,
      await grant(url, { grant_type: "password", username, password: seal(who.password), kid, code, randomStr }),
    );
  } catch (error) {
    if (!(error instanceof ServerRefusal) || error.code !== errors.totpNeeded.code || !who.readTotp) throw error;
    const { ticket } = error.data as { ticket: string };
    return sessionOf(url, await grant(url, { grant_type: "totp", ticket, code: await who.readTotp() }));
  }
}

/** A single-use ticket for a socket; it lives 30 s. */
export const ticketOf = async (session: ApiSession, use: "cti" | "message"): Promise<string> =>
  (await session.post<{ ticket: string }>(authApi.ticket.path, { use })).ticket;

/** What anybody may ask, without a session. */
export const publicCall = async <T>(url: string, body: unknown): Promise<T> =>
  open<T>(
    await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
