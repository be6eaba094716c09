import { describeListening } from "../../../ports/speech-listening.contract.ts";
import { createFunasrServer } from "../../../testing/speech/funasr-server.ts";
import { builtInStage, outsideStage, sherpaStage, withSilero } from "../../../testing/speech/stages.ts";
import { createVoskServer } from "../../../testing/speech/vosk-server.ts";

describeListening("FunASR", () => outsideStage("funasr", createFunasrServer));
describeListening("Vosk", () => outsideStage("vosk", createVoskServer));
describeListening("sherpa-onnx by its stand-in", () => sherpaStage());
describeListening("sherpa-onnx by its stand-in, which says itself who speaks", () =>
  sherpaStage({ "silero_vad.onnx": Uint8Array.of(8) }),
);
describeListening("the closed grammar where Silero is, by its stand-in", () =>
  withSilero((of) => builtInStage("grammar", of)),
);
describeListening("Vosk where Silero is, by its stand-in", () =>
  withSilero((of) => outsideStage("vosk", createVoskServer, of)),
);
