/** Speaking into the browser: what the microphone gives, as a WAV file the server takes. */
import { texts } from "@liantai/api/contract";
import { writeWav } from "@liantai/api/wav";

const rate = 16_000;
/** Longest take, ms; the server takes ten minutes. */
export const longestMs = 300_000;

export interface Take {
  /** Ends the take; the file. Rejects when nothing was heard. */
  stop(): Promise<File>;
  /** Ends it and throws it away. */
  cancel(): void;
}

/** Mono samples as a file of 16 bit. */
export function wavFile(samples: Float32Array, sampleRate: number, name: string): File {
  const pcm = Int16Array.from(samples, (s) => Math.max(-1, Math.min(1, s)) * 32_767);
  return new File([writeWav(pcm, sampleRate)], name, { type: "audio/wav" });
}

/** The browser's own recording (WebM) is decoded here: the server needs no codec for it. */
async function toWav(recorded: Blob): Promise<File> {
  const context = new OfflineAudioContext(1, 1, rate);
  const sound = await context.decodeAudioData(await recorded.arrayBuffer());
  return wavFile(sound.getChannelData(0), sound.sampleRate, "网页录制.wav");
}

/** Asks for the microphone. Rejects with an Error whose message is for people. */
export async function startTake(): Promise<Take> {
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { echoCancellation: false, noiseSuppression: true } })
    .catch(() => {
      throw new Error(texts.microphone);
    });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  recorder.start();
  const release = () => stream.getTracks().forEach((track) => track.stop());
  return {
    stop: () =>
      new Promise<File>((resolve, reject) => {
        recorder.onstop = () => {
          release();
          toWav(new Blob(parts, { type: recorder.mimeType })).then(resolve, () =>
            reject(new Error("没有录到声音，请重试")),
          );
        };
        recorder.stop();
      }),
    cancel() {
      recorder.onstop = null;
      recorder.stop();
      release();
    },
  };
}
