/** Speech engines that operators add: FunASR and Vosk over WebSocket, synthesis over HTTP, sherpa-onnx with a folder of this machine. */
import { resolveBySystem, type Resolve } from "../../../outward/resolving.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { OutsideEngines } from "../../embedded/speech/outside.ts";
import { funasrTalk } from "./funasr.ts";
import { speakOverHttp } from "./http.ts";
import { createSherpa } from "./sherpa/index.ts";
import { socketRecogniser } from "./socket.ts";
import { voskTalk } from "./vosk.ts";

export interface OutsideEnginesOptions {
  readonly clock: Clock;
  readonly resolve?: Resolve;
  /** SPEECH_MODELS. */
  readonly models: string;
  /** In place of the package sherpa-onnx-node. */
  readonly sherpaModule?: string | undefined;
}

export function createOutsideEngines({
  clock,
  resolve = resolveBySystem,
  models,
  sherpaModule,
}: OutsideEnginesOptions): OutsideEngines {
  const deps = { clock, resolve };
  const sherpa = createSherpa({ clock, folder: models, module: sherpaModule });
  return {
    speak: (engine, text, voice) => speakOverHttp(deps, engine, text, voice),
    recogniser(engine, options) {
      if (engine.provider === "sherpa") return sherpa.recogniser(engine);
      return socketRecogniser(deps, engine, (partial) =>
        engine.provider === "vosk" ? voskTalk(partial) : funasrTalk(options, partial),
      );
    },
    detector: () => sherpa.detector(),
    close: () => sherpa.close(),
  };
}
