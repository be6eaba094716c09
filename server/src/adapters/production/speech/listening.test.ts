import { describeListening } from "../../../ports/speech-listening.contract.ts";
import { createFunasrServer } from "../../../testing/speech/funasr-server.ts";
import { outsideStage } from "../../../testing/speech/stages.ts";
import { createVoskServer } from "../../../testing/speech/vosk-server.ts";

describeListening("FunASR", () => outsideStage("funasr", createFunasrServer));
describeListening("Vosk", () => outsideStage("vosk", createVoskServer));
