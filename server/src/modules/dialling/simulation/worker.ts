/** The thread in which tasks are simulated. */
import { answer } from "../../../adapters/embedded/thread.ts";
import { forecast, type ForecastAsked } from "./forecast.ts";
import { replay, type ReplayAsked } from "./replay.ts";

export type Question =
  { readonly of: "forecast"; readonly asked: ForecastAsked } | { readonly of: "replay"; readonly asked: ReplayAsked };

answer(async (question: Question) => (question.of === "forecast" ? forecast(question.asked) : replay(question.asked)));
