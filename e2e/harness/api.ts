/** Signs in over the wire, as a program would: for what a journey must know and no page shows. */
import { authApi, browserClient, formUserName, type Envelope } from "@liantai/api/contract";
import { constants, createPublicKey, publicEncrypt, randomUUID } from "node:crypto";
import { password as demoPassword } from "./agent-page.ts";

export interface ApiSession {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  raw(path: string, headers?: Record<string, string>): Promise<Response>;
}

async function open<T>(reply: Response): Promise<T> {
  const envelope = (await reply.json()) as Envelope<T>;
  if (envelope.code !== 1) throw new Error(`${reply.url}: ${envelope.code} ${envelope.msg}`);
  return envelope.data;
}

/** Passwords as a page sends them: encrypted for the server's key. */
async function sealer(url: string) {
  const key = await open<{ kid: string; spki: string }>(await fetch(`${url}/auth/publicKey`));
  const spki = createPublicKey({ key: Buffer.from(key.spki, "base64"), format: "der", type: "spki" });
  const seal = (password: string): string =>
    publicEncrypt(
      { key: spki, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(JSON.stringify({ password, at: Date.now() })),
    ).toString("base64");
  return { kid: key.kid, seal };
}

export async function apiSignIn(
  url: string,
  account: string,
  roleType: number,
  code = "100001",
  password = demoPassword,
): Promise<ApiSession> {
  const randomStr = randomUUID();
  const captcha = (await fetch(`${url}/auth/code?randomStr=${randomStr}`)).headers.get("x-captcha") ?? "";
  const { kid, seal } = await sealer(url);
  const tokens = await open<{ access_token: string }>(
    await fetch(`${url}/auth/oauth/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({
        grant_type: "password",
        username: formUserName(code, roleType, account),
        password: seal(password),
        kid,
        code: captcha,
        randomStr,
      }),
    }),
  );
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const raw: ApiSession["raw"] = (path, extra = {}) => fetch(`${url}${path}`, { headers: { ...headers, ...extra } });
  return {
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

/** What a new account does at its first sign-in: a password of its own. */
export async function firstPassword(
  url: string,
  who: { readonly account: string; readonly roleType: number; readonly code: string; readonly password: string },
  next: string,
): Promise<void> {
  const session = await apiSignIn(url, who.account, who.roleType, who.code, who.password);
  const { kid, seal } = await sealer(url);
  await session.post(authApi.resetPassword.path, { kid, oldPassword: seal(who.password), newPassword: seal(next) });
}

export interface CallRow {
  readonly callId: string;
  readonly direction: "inbound" | "outbound" | "internal";
  readonly callee: string;
  readonly cause: string | null;
  readonly agentId: string | null;
  readonly hasRecording: boolean;
  readonly talkS: number;
  readonly holdS: number;
  readonly result: number;
}

/** The newest call records, once there are at least `count` that ended. */
export async function endedCalls(session: ApiSession, count: number, ms = 15_000): Promise<readonly CallRow[]> {
  const end = Date.now() + ms;
  for (;;) {
    const { list } = await session.post<{ list: CallRow[] }>("/cdr/api/v1/master/getMasterCdrList", {
      pageNo: 1,
      pageSize: 20,
    });
    const ended = list.filter((row) => row.cause !== null);
    if (ended.length >= count) return ended;
    if (Date.now() > end) throw new Error(`only ${ended.length} of ${count} calls ended: ${JSON.stringify(list)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The newest of `count` ended calls once its recording is stored, which is a moment after its end. */
export async function recordedCall(session: ApiSession, count: number, ms = 15_000): Promise<CallRow> {
  const end = Date.now() + ms;
  for (;;) {
    const [call] = await endedCalls(session, count, ms);
    if (call?.hasRecording || Date.now() > end) return call!;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Samples of a two-channel 16-bit WAV. */
export function channels(wav: Buffer): {
  readonly rate: number;
  readonly left: Int16Array;
  readonly right: Int16Array;
} {
  let at = 12;
  let rate = 0;
  while (at + 8 <= wav.length) {
    const id = wav.toString("latin1", at, at + 4);
    const size = wav.readUInt32LE(at + 4);
    if (id === "fmt ") rate = wav.readUInt32LE(at + 12);
    if (id === "data") {
      const frames = Math.floor(Math.min(size, wav.length - at - 8) / 4);
      const left = new Int16Array(frames);
      const right = new Int16Array(frames);
      for (let i = 0; i < frames; i++) {
        left[i] = wav.readInt16LE(at + 8 + i * 4);
        right[i] = wav.readInt16LE(at + 10 + i * 4);
      }
      return { rate, left, right };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error("no data chunk");
}
