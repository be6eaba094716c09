/** What dials for tasks, as the telephony module has it. */
import type { Ports } from "../../../ports/index.ts";
import type { Diallers } from "../../telephony/index.ts";
import { numberArea } from "../../numbers/index.ts";
import type { SpeechFor } from "../../engines/index.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { createEarlyKeeper } from "../carrier-prompts/early-sounds.ts";
import { createListeners } from "../carrier-prompts/listening.ts";
import { levelSoFar } from "../intentions/scoring.ts";
import { EnterpriseDialler, type DiallerDeps } from "./dialler.ts";
import { enterprisesWithRuns } from "./repository.ts";
import { createDiallerStore } from "./store.ts";

export interface DiallersDeps {
  readonly ports: Pick<Ports, "database" | "blobs" | "clock" | "random" | "broker" | "logger" | "dialHours">;
  /** Recognisers; absent: nobody's. */
  readonly speechFor?: SpeechFor;
  readonly outcome: (of: {
    readonly compId: string;
    readonly callId: string;
    readonly attemptId: string;
  }) => ReturnType<DiallerDeps["outcome"]>;
}

export function createDiallers({ ports, speechFor, outcome }: DiallersDeps): Diallers {
  const register = createTaskRegister(ports);
  return (lease) => ({
    async running(only) {
      // system: asked over all enterprises, before anybody's engine has begun.
      const all = await ports.database.system(enterprisesWithRuns);
      return only === undefined ? all : all.filter((compId) => compId === only);
    },
    of: (line) =>
      new EnterpriseDialler({
        line,
        register,
        store: createDiallerStore(ports, line.compId, lease),
        logger: ports.logger,
        early: createListeners({ ports, speechFor }, line.compId),
        unknown: createEarlyKeeper(ports, line.compId),
        cityOf: (number) => numberArea(number).city,
        level: (callId) => levelSoFar(ports, line.compId, callId),
        outcome: (callId, attemptId) => outcome({ compId: line.compId, callId, attemptId }),
      }),
  });
}
