/** Ring tone by WebAudio and the browser's desktop notifications. */
import type { Desktop, Ringer } from "./alerts.ts";

/** 450 Hz, one second on, four off: what a telephone in China does (GB/T 3380). */
const tone = { hz: 450, onS: 1, everyMs: 5_000, gain: 0.12 };

export function ringTone(): Ringer {
  let context: AudioContext | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let sounding: OscillatorNode | undefined;
  const once = () => {
    if (!context || context.state !== "running") return void context?.resume().catch(() => undefined);
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const at = context.currentTime;
    oscillator.frequency.value = tone.hz;
    // Ramps, because an oscillator that is switched clicks.
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(tone.gain, at + 0.03);
    gain.gain.setValueAtTime(tone.gain, at + tone.onS - 0.03);
    gain.gain.linearRampToValueAtTime(0, at + tone.onS);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + tone.onS);
    sounding = oscillator;
  };
  return {
    start() {
      if (timer || !globalThis.AudioContext) return;
      context ??= new AudioContext();
      // No sound before the first gesture on the page; a resumed context rings from then on.
      void context.resume().then(
        () => timer && !sounding && once(),
        () => undefined,
      );
      timer = setInterval(once, tone.everyMs);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      sounding?.stop();
      sounding = undefined;
    },
  };
}

export const browserDesktop: Desktop = {
  supported: () => "Notification" in globalThis,
  permission: () => Notification.permission,
  request: () => void Notification.requestPermission(),
  show(title, body, tag, pressed) {
    const shown = new Notification(title, { body, tag, requireInteraction: true });
    shown.onclick = () => {
      window.focus();
      pressed?.();
      shown.close();
    };
    return () => shown.close();
  },
};
