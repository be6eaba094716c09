/** The browser's microphone and loudspeaker as ports. */
import type { MicrophonePort, SpeakerPort } from "./ports.ts";

export const browserMicrophone: MicrophonePort = {
  async open() {
    // Only secure pages have mediaDevices at all.
    if (!navigator.mediaDevices) throw new Error("no media devices");
    return navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  },
  close(stream) {
    for (const track of stream.getTracks()) track.stop();
  },
};

/** `elsewhere`: the audio is another program's; the browser's lamp stays dark and nobody is asked for a permission. */
export const microphoneUnless = (elsewhere: () => boolean): MicrophonePort => ({
  open: () => (elsewhere() ? Promise.resolve(new MediaStream()) : browserMicrophone.open()),
  close: (stream) => browserMicrophone.close(stream),
});

/** An audio element of its own, outside every app's tree, so that no crash of a screen silences a call. */
export function browserSpeaker(id: string): SpeakerPort {
  let element: HTMLAudioElement | undefined;
  const get = () => {
    if (element) return element;
    element = document.createElement("audio");
    element.id = id;
    element.autoplay = true;
    element.hidden = true;
    document.body.append(element);
    return element;
  };
  const start = () =>
    void get()
      .play()
      .catch(() => {
        // No sound before a gesture: the next one starts it.
        addEventListener("pointerdown", start, { once: true });
        addEventListener("keydown", start, { once: true });
      });
  return {
    play(track) {
      const audio = get();
      const playing = audio.srcObject instanceof MediaStream ? audio.srcObject.getTracks() : [];
      // `track` fires again on un-hold, with the same track: a second element or stream would double the sound.
      if (playing.length !== 1 || playing[0] !== track) audio.srcObject = new MediaStream([track]);
      start();
    },
    volume(share) {
      get().volume = share;
    },
    silence() {
      if (element) element.srcObject = null;
    },
  };
}
