/** The browser's microphone as pieces for /assist/v1/push. */
import { createToTelephone } from "./to-telephone.ts";

export interface Microphone {
  close(): void;
}

/** Rejects where the browser does not give it: it was refused, there is none, or the page is not secure. */
export async function openMicrophone(heard: (message: ArrayBuffer) => void): Promise<Microphone> {
  // The flow is heard through the loudspeaker beside it: without cancellation it would interrupt itself.
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 },
  });
  const context = new AudioContext();
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop();
    void context.close().catch(() => undefined);
  };
  try {
    await context.audioWorklet.addModule(new URL("./microphone.worklet.js", import.meta.url).href);
    const ear = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
    const convert = createToTelephone(context.sampleRate);
    ear.port.onmessage = ({ data }: MessageEvent<Float32Array>) => convert(data).forEach(heard);
    context.createMediaStreamSource(stream).connect(ear);
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}
