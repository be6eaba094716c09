/** The alert tone: two short notes made by WebAudio, so that the page's policy needs no exception and no file is loaded. */

/** ms; at most one tone in that time (console.md section 9). */
const toneInterval = 1_500;

/** Lets `play` through at most once per 1.5 s. */
export function throttledTone(play: () => void, now: () => number): () => void {
  let last = -Infinity;
  return () => {
    if (now() - last < toneInterval) return;
    last = now();
    play();
  };
}

let context: AudioContext | undefined;

function note(audio: AudioContext, frequency: number, at: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.22);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.24);
}

/** Silent where the browser has no WebAudio or wants a gesture first. */
export function playTone(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const audio = context;
  audio.resume().then(
    () => {
      note(audio, 880, audio.currentTime);
      note(audio, 1_175, audio.currentTime + 0.16);
    },
    () => undefined,
  );
}
