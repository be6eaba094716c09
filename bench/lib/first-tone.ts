import type { Page } from "@liantai/e2e/harness/browser.ts";

/** Epoch ms at which the page first hears a tone of `hz`, looked at every 20 ms over the last 21 ms. */
export function firstTone(page: Page, hz: number, ms = 20_000): Promise<number> {
  return page.evaluate(
    async (frequency: number, limit: number) => {
      const context = (window.listeningIn ??= new AudioContext());
      await context.resume();
      const end = Date.now() + limit;
      let track: MediaStreamTrack | undefined;
      let source: MediaStreamAudioSourceNode | undefined;
      const analyser = context.createAnalyser();
      analyser.fftSize = 1024;
      const samples = new Float32Array(analyser.fftSize);
      while (Date.now() < end) {
        const newest = window.heardTracks?.filter((t) => t.readyState === "live").at(-1);
        if (newest && newest !== track) {
          source?.disconnect();
          track = newest;
          source = context.createMediaStreamSource(new MediaStream([track]));
          source.connect(analyser);
        }
        if (track) {
          analyser.getFloatTimeDomainData(samples);
          const c = 2 * Math.cos((2 * Math.PI * frequency) / context.sampleRate);
          let a = 0;
          let b = 0;
          let energy = 0;
          for (const s of samples) {
            const next = s + c * a - b;
            b = a;
            a = next;
            energy += s * s;
          }
          const share = energy === 0 ? 0 : (2 * (a * a + b * b - c * a * b)) / (energy * samples.length);
          if (Math.sqrt(energy / samples.length) > 0.005 && share > 0.4) {
            source?.disconnect();
            return Date.now();
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no ${frequency} Hz within ${limit} ms`);
    },
    hz,
    ms,
  );
}
