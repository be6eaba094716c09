/** Signs in over the wire, as a program would: for what a journey must know and no page shows. */
import { authApi } from "@liantai/api/contract";
import { sealer, signIn, type ApiSession } from "@liantai/server/client/session";
import { password as demoPassword } from "./agent-page.ts";

export type { ApiSession };

export const apiSignIn = (
  url: string,
  account: string,
  roleType: number,
  code = "100001",
  password = demoPassword,
): Promise<ApiSession> => signIn(url, { account, roleType, code, password });

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
