/**
 * A caller of a flow without a browser: real SIP, real audio, keys by RFC 4733, sentences as samples. What he waits for is the first
 * sound after a silence, at his ear.
 */
import { setTimeout as pause } from "node:timers/promises";
import { AudioPeer } from "@liantai/server/testing/audio-peer";
import { SipClient } from "@liantai/server/testing/telephone";

/** ms a key is down. */
const keyMs = 60;
/** Loudness of the last 100 ms that is a sound's beginning. */
const sound = 60;
const samplesAMs = 8;

export interface Caller {
  /** From the press until the next sound. */
  press(digit: string): Promise<number>;
  /** From the end of the sentence until the next sound. */
  say(samples: Int16Array): Promise<number>;
  close(): Promise<void>;
}

/** Until it has been silent for so long, looked at every 20 ms. */
async function quiet({ ears }: AudioPeer, ms: number, most = 15_000): Promise<void> {
  const end = performance.now() + most;
  for (let since = performance.now(); performance.now() - since < ms; await pause(20)) {
    if (ears.level >= sound) since = performance.now();
    if (performance.now() > end) throw new Error("it does not fall silent");
  }
}

async function sounds({ ears }: AudioPeer, from: number, most = 15_000): Promise<number> {
  while (ears.level < sound) {
    if (performance.now() - from > most) throw new Error("no wording follows");
    await pause(2);
  }
  return performance.now() - from;
}

function callerOf(peer: AudioPeer, close: () => Promise<void>): Caller {
  return {
    async press(digit) {
      await quiet(peer, 400);
      const from = performance.now();
      void peer.pressKey(digit, keyMs);
      return sounds(peer, from);
    },
    async say(samples) {
      await quiet(peer, 400);
      const from = performance.now();
      peer.say(samples);
      // The far side is silent while he speaks; a wording that begins before his end would be one that cut him off.
      return (await sounds(peer, from)) - samples.length / samplesAMs;
    },
    close,
  };
}

/** Calls an access number as a customer. */
export async function callFlow(url: string, number: string, phone: string): Promise<Caller> {
  const reply = await fetch(`${url}/customer/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ number, phone }),
  });
  const { data, msg } = (await reply.json()) as {
    readonly data: { user: string; password: string; realm: string; socket: string } | null;
    readonly msg: string;
  };
  if (!data) throw new Error(`no session for a customer: ${msg}`);
  const client = await SipClient.connect({ ...data, url: data.socket });
  await client.register();
  const { peer } = await client.call(number);
  await peer.connected;
  // The greeting.
  await sounds(peer, performance.now(), 30_000);
  return callerOf(peer, () => client.close());
}

/**
 * The least there can be: a peer that hears the caller's key, or `endSilenceMs` of silence after his sentence, and says a tone at
 * once, with no switch between them.
 */
export async function callPeer(endSilenceMs: number): Promise<Caller> {
  const [near, far] = [new AudioPeer(), new AudioPeer()];
  await near.accept(await far.answer(await near.offer()));
  await Promise.all([near.connected, far.connected]);
  const tone = Int16Array.from({ length: 2_400 }, (_, at) => 8_000 * Math.sin((2 * Math.PI * 600 * at) / 8_000));
  let keys = 0;
  let spoke = 0;
  // Of the far ear's window of 100 ms the silence is a part already.
  const left = endSilenceMs - 100;
  const timer = setInterval(() => {
    const now = performance.now();
    if (far.ears.level >= sound) spoke = now;
    const pressed = far.keys.length > keys;
    if (!pressed && (spoke === 0 || now - spoke < left)) return;
    keys = far.keys.length;
    spoke = 0;
    far.say(tone);
  }, 5);
  return callerOf(near, async () => {
    clearInterval(timer);
    await Promise.all([near.close(), far.close()]);
  });
}
