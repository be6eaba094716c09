/** What a page hears: the remote audio tracks of its peer connections, measured in the page itself. */
import type { Page } from "puppeteer";

declare global {
  interface Window {
    heardTracks?: MediaStreamTrack[];
    listeningIn?: AudioContext;
  }
}

/** Notes every remote audio track. Call before the first navigation. */
export async function earsFor(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    window.heardTracks = [];
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        this.addEventListener("track", (event) => {
          if (event.track.kind === "audio" && !window.heardTracks?.includes(event.track))
            window.heardTracks?.push(event.track);
        });
      }
    };
  });
}

export interface Heard {
  /** Root mean square, 0..1. */
  readonly rms: number;
  /** Share of the energy at each asked frequency, 0..1, in the order asked. */
  readonly shares: readonly number[];
}

/** Measures about 170 ms of the newest live track. */
export function hear(page: Page, hz: readonly number[]): Promise<Heard> {
  return page.evaluate(async (frequencies: readonly number[]) => {
    const track = window.heardTracks?.filter((t) => t.readyState === "live").at(-1);
    if (!track) return { rms: 0, shares: frequencies.map(() => 0) };
    const context = (window.listeningIn ??= new AudioContext());
    await context.resume();
    const source = context.createMediaStreamSource(new MediaStream([track]));
    const analyser = context.createAnalyser();
    analyser.fftSize = 8192;
    source.connect(analyser);
    await new Promise((resolve) => setTimeout(resolve, 260));
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    source.disconnect();
    const energy = samples.reduce((sum, s) => sum + s * s, 0);
    const shares = frequencies.map((f) => {
      const c = 2 * Math.cos((2 * Math.PI * f) / context.sampleRate);
      let a = 0;
      let b = 0;
      for (const s of samples) {
        const next = s + c * a - b;
        b = a;
        a = next;
      }
      return energy === 0 ? 0 : (2 * (a * a + b * b - c * a * b)) / (energy * samples.length);
    });
    return { rms: Math.sqrt(energy / samples.length), shares };
  }, hz);
}

/** Waits until `wanted` is true of what the page hears; throws with the last measurement. */
export async function untilHeard(
  page: Page,
  hz: readonly number[],
  wanted: (heard: Heard) => boolean,
  ms = 10_000,
): Promise<Heard> {
  const end = Date.now() + ms;
  for (;;) {
    const heard = await hear(page, hz);
    if (wanted(heard)) return heard;
    if (Date.now() > end) throw new Error(`not heard within ${ms} ms; last: ${JSON.stringify(heard)}`);
  }
}

/** ms from now until most of what the page hears is this tone, looked at 50 times a second; undefined: not within `most`. */
export function heardAfter(page: Page, hz: number, most = 10_000): Promise<number | undefined> {
  return page.evaluate(
    async (frequency: number, limit: number) => {
      const from = performance.now();
      const context = (window.listeningIn ??= new AudioContext());
      await context.resume();
      const analyser = context.createAnalyser();
      analyser.fftSize = 4096;
      const samples = new Float32Array(analyser.fftSize);
      let followed: MediaStreamTrack | undefined;
      let source: MediaStreamAudioSourceNode | undefined;
      while (performance.now() - from < limit) {
        const track = window.heardTracks?.filter((t) => t.readyState === "live").at(-1);
        if (track && track !== followed) {
          source?.disconnect();
          source = context.createMediaStreamSource(new MediaStream([track]));
          source.connect(analyser);
          followed = track;
        }
        analyser.getFloatTimeDomainData(samples);
        const c = 2 * Math.cos((2 * Math.PI * frequency) / context.sampleRate);
        let [a, b, energy] = [0, 0, 0];
        for (const s of samples) {
          [a, b] = [s + c * a - b, a];
          energy += s * s;
        }
        const share = (2 * (a * a + b * b - c * a * b)) / (energy * samples.length);
        if (Math.sqrt(energy / samples.length) > 0.005 && share > 0.5) {
          source?.disconnect();
          return performance.now() - from;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      source?.disconnect();
      return undefined;
    },
    hz,
    most,
  );
}

/** A voice of our fake microphones: most of the energy at its frequency. */
export const isTone =
  (index: number) =>
  (heard: Heard): boolean =>
    heard.rms > 0.005 && (heard.shares[index] ?? 0) > 0.5;
/** Something, but none of the asked tones: speech or music. */
export const isOther = (heard: Heard): boolean => heard.rms > 0.003 && heard.shares.every((share) => share < 0.3);
