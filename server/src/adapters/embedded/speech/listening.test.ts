import { describeListening } from "../../../ports/speech-listening.contract.ts";
import { builtInStage } from "../../../testing/speech/stages.ts";

describeListening("the closed grammar", () => builtInStage("grammar"));
describeListening("typed text", () => builtInStage("typed"));
