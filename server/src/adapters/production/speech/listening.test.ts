import { describeListening } from "../../../ports/speech-listening.contract.ts";
import { createFunasrServer } from "../../../testing/speech/funasr-server.ts";
import { outsideStage, sherpaStage } from "../../../testing/speech/stages.ts";
import { createVoskServer } from "../../../testing/speech/vosk-server.ts";

describeListening("FunASR", () => outsideStage("funasr", createFunasrServer));
describeListening("Vosk", () => outsideStage("vosk", createVoskServer));
describeListening("sherpa-onnx by its stand-in", () => sherpaStage());
describeListening("sherpa-onnx by its stand-in, which says itself who speaks", () =>
  sherpaStage({ "silero_vad.onnx": Uint8Array.of(8) }),
);
