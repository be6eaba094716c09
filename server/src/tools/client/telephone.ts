/** A telephone that takes its orders from lines of text and tells what it hears: `npm run phone`. */
import { SipClient, type SipClientOptions } from "../../testing/sip/sip-client.ts";

type SipCall = Awaited<ReturnType<SipClient["call"]>>;

export interface Heard {
  readonly state: "idle" | "ringing" | "calling" | "talking";
  /** Share of the energy of the last 100 ms at each asked frequency. */
  readonly heard: Readonly<Record<string, number>>;
  /** Keys of the far side, as RFC 4733 events, of this call. */
  readonly keys?: string;
}

export interface Telephone {
  /** answer | hangup | dtmf DIGITS | call NUMBER; resolves when it is done, throws what a person did wrong. */
  order(line: string): Promise<void>;
  hear(hz: readonly number[]): Heard;
  close(): Promise<void>;
}

/** Whose telephone it is; asked again before a registration ends, because a soft phone's password lives for minutes. */
export type Line = (number: string) => Promise<SipClientOptions>;

const registerEveryMs = 240_000;
const anyTime = 2_000_000_000;

/** `always`: registered from now on; otherwise it has a line of its own for each number that it calls. */
export async function openTelephone(line: Line, always: boolean): Promise<Telephone> {
  let client: SipClient | undefined;
  let call: SipCall | undefined;
  let state: Heard["state"] = "idle";

  const hold = (next: SipCall, as: Heard["state"]): void => {
    call = next;
    state = as;
    void next.answered.then(() => next.peer.connected).then(() => call === next && (state = "talking"));
    void next.ended.then(() => {
      if (call !== next) return;
      call = undefined;
      state = "idle";
    });
  };
  const listen = async (from: SipClient): Promise<void> => {
    for (;;) {
      const next = await from.incoming(anyTime).catch(() => undefined);
      if (!next || from !== client) return;
      if (call) next.refuse(486);
      else {
        next.ring();
        hold(next, "ringing");
      }
    }
  };
  const connect = async (number: string): Promise<SipClient> => {
    const before = client;
    const options = { ...(await line(number)) };
    const next = await SipClient.connect(options);
    client = next;
    await next.register();
    await before?.close();
    void listen(next);
    return next;
  };
  if (always) await connect("");
  const again = async (): Promise<void> => {
    if (!client || call) return;
    await connect("");
  };
  const timer = setInterval(() => void (always && again().catch(() => undefined)), registerEveryMs);

  const orders: Readonly<Record<string, (word: string) => Promise<void> | void>> = {
    answer: () => (state === "ringing" && call ? call.answer() : Promise.reject(new Error("nothing rings"))),
    hangup() {
      if (state === "ringing") call?.refuse(603);
      else if (state === "calling") call?.cancel();
      else call?.bye();
    },
    async dtmf(digits) {
      if (state !== "talking" || !call) throw new Error("no call");
      for (const digit of digits) await call.peer.pressKey(digit);
    },
    async call(number) {
      if (call) throw new Error("already in a call");
      const from = always && client ? client : await connect(number);
      hold(await from.call(number), "calling");
    },
  };
  return {
    async order(line) {
      const [verb = "", word = ""] = line.trim().split(/\s+/);
      const given = Object.hasOwn(orders, verb) ? orders[verb] : undefined;
      if (!given || ((verb === "dtmf" || verb === "call") && !/^[\dA-D*#]{1,32}$/.test(word)))
        throw new Error("answer | hangup | dtmf 12 | call 4001");
      await given(word);
    },
    hear(hz) {
      const shares = call?.peer.ears.shares(hz) ?? hz.map(() => 0);
      const keys = call?.peer.keys.join("");
      return {
        state,
        heard: Object.fromEntries(hz.map((each, i) => [each, Math.round((shares[i] ?? 0) * 1_000) / 1_000])),
        ...(keys ? { keys } : {}),
      };
    },
    async close() {
      clearInterval(timer);
      if (state === "talking") call?.bye();
      await client?.close();
    },
  };
}
