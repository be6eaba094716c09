/** The browser's audio for the device check. */
import { browserMicrophone } from "../softphone/media.ts";
import type { TriedMicrophone } from "./check.ts";

const toneHz = 1_000;
/** Hz round the tone that belong to it: codecs smear. */
const width = 60;

function rms(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function toneShare(analyser: AnalyserNode): number {
  const bins = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(bins);
  const hz = analyser.context.sampleRate / analyser.fftSize;
  let tone = 0;
  let all = 0;
  for (const [i, db] of bins.entries()) {
    const power = Number.isFinite(db) ? 10 ** (db / 10) : 0;
    all += power;
    if (Math.abs(i * hz - toneHz) <= width) tone += power;
  }
  // Below this it is the noise of silence.
  return all < 1e-7 ? 0 : tone / all;
}

export async function openTriedMicrophone(): Promise<TriedMicrophone> {
  const stream = await browserMicrophone.open();
  const track = stream.getAudioTracks()[0];
  const context = new AudioContext();
  const analyser = (): AnalyserNode => new AnalyserNode(context, { fftSize: 4_096, smoothingTimeConstant: 0 });
  const own = analyser();
  const source = context.createMediaStreamSource(stream);
  source.connect(own);
  const out = context.createMediaStreamDestination();
  const voice = new GainNode(context, { gain: 0 });
  source.connect(voice).connect(out);
  const tone = new GainNode(context, { gain: 0 });
  const oscillator = new OscillatorNode(context, { frequency: toneHz });
  oscillator.connect(tone).connect(out);
  oscillator.start();
  return {
    label: track?.label ?? "",
    muted: () => track?.muted === true,
    level: () => rms(own),
    sent: out.stream,
    say(what) {
      voice.gain.value = what === "voice" ? 1 : 0;
      tone.gain.value = what === "tone" ? 0.3 : 0;
    },
    listen(far) {
      const ear = analyser();
      context.createMediaStreamSource(new MediaStream([far])).connect(ear);
      return { toneShare: () => toneShare(ear) };
    },
    close() {
      browserMicrophone.close(stream);
      void context.close();
    },
  };
}
