/** Speech engines that run elsewhere: FunASR and Vosk over WebSocket, synthesis over HTTP. */
import { resolveBySystem, type Resolve } from "../../../outward/resolving.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { OutsideEngines } from "../../embedded/speech/outside.ts";
import { funasrTalk } from "./funasr.ts";
import { speakOverHttp } from "./http.ts";
import { socketRecogniser } from "./socket.ts";
import { voskTalk } from "./vosk.ts";

export function createOutsideEngines({
  clock,
  resolve = resolveBySystem,
}: {
  readonly clock: Clock;
  readonly resolve?: Resolve;
}): OutsideEngines {
  const deps = { clock, resolve };
  return {
    speak: (engine, text, voice) => speakOverHttp(deps, engine, text, voice),
    recogniser: (engine, options) =>
      socketRecogniser(deps, engine, (partial) =>
        engine.provider === "vosk" ? voskTalk(partial) : funasrTalk(options, partial),
      ),
  };
}
