/** Simulations in a thread of their own: nothing of them holds up what answers calls and requests. */
import { AppError } from "@liantai/api/contract";
import { IdleThread } from "../../../adapters/embedded/thread.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Forecast, ForecastAsked } from "./forecast.ts";
import type { Replayed, ReplayAsked } from "./replay.ts";
import type { Question } from "./worker.ts";

/** Longer than any takes on a busy machine. */
const lateMs = 50_000;
/** One computes, the others wait for it. */
const mostAtOnce = 4;

export interface Simulator {
  forecast(asked: ForecastAsked): Promise<Forecast>;
  replay(asked: ReplayAsked): Promise<Replayed>;
  close(): Promise<void>;
}

export function createSimulator(clock: Clock): Simulator {
  const thread = new IdleThread<Question, unknown>(
    clock,
    new URL("./worker.ts", import.meta.url),
    "simulation",
    lateMs,
  );
  let asked = 0;
  const ask = async (question: Question): Promise<unknown> => {
    if (asked >= mostAtOnce) throw new AppError("refused", "正在进行的试算较多，请稍后再试");
    asked += 1;
    try {
      return await thread.ask(question);
    } finally {
      asked -= 1;
    }
  };
  return {
    forecast: (of) => ask({ of: "forecast", asked: of }) as Promise<Forecast>,
    replay: (of) => ask({ of: "replay", asked: of }) as Promise<Replayed>,
    close: () => thread.close(),
  };
}
