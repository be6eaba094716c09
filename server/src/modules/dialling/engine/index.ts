/** What dials for tasks, as the telephony module has it. */
import { countedMs } from "@liantai/api/contract/admin";
import type { Ports } from "../../../ports/index.ts";
import type { Diallers } from "../../telephony/index.ts";
import { numberArea } from "../../numbers/index.ts";
import type { SpeechFor } from "../../engines/index.ts";
import { Paced } from "../../paced.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
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

/** Tells who watches tasks that their counters changed; monitors draw them at most so often. */
const createCounts = ({ clock, broker, logger }: DiallersDeps["ports"], compId: string) =>
  new Paced(clock, countedMs, (taskId) =>
    publish(broker, "task.counted", { compId, taskId }).catch((error: unknown) =>
      logger.warn({ error, compId, taskId }, "nobody was told of a task's counters"),
    ),
  );

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
        store: createDiallerStore(ports, line.compId, lease, createCounts(ports, line.compId)),
        logger: ports.logger,
        early: createListeners({ ports, speechFor }, line.compId),
        unknown: createEarlyKeeper(ports, line.compId),
        cityOf: (number) => numberArea(number).city,
        level: (callId) => levelSoFar(ports, line.compId, callId),
        outcome: (callId, attemptId) => outcome({ compId: line.compId, callId, attemptId }),
      }),
  });
}
