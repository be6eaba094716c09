/** 试算: what a task's numbers will take, before it starts. */
import { dayMs, formatMinute, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { dialTaskApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { readProgress } from "../progress-repository.ts";
import { ratesOf, type Simulator } from "../simulation/index.ts";
import { withTask, type TaskDeps } from "./deps.ts";
import { historyOf, priceOf } from "./forecast-repository.ts";
import { hoursFacts, hoursOf } from "./hours.ts";
import { settingsOf } from "./present.ts";
import { hasSeats } from "./seats.ts";

type Api = typeof dialTaskApi;
export type SimulatedDeps = TaskDeps & { readonly simulator: Simulator };

const historyDays = 30;
const runs = 9;
const robots = 1;

const textOf = (at: number | null): string | null => (at === null ? null : formatMinute(at));

export async function forecast(
  deps: SimulatedDeps,
  body: BodyOf<Api["forecast"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["forecast"]>> {
  const asked = await withTask(deps, context, body, async (trx, task, compId) => {
    const { ftype } = task;
    if (hasSeats(ftype) && body.agents === 0) throw fieldRefusal("agents", "坐席数", "该任务由坐席接听，坐席数至少为1");
    const now = deps.ports.clock.now();
    const settings = settingsOf(task);
    const [counts] = await readProgress(trx, compId, [task.id]);
    const lines =
      ftype === robots ? Math.min(body.agents || settings.lines, settings.concurrency) : settings.concurrency;
    return {
      ...{ runs, ftype, settings, now, hours: hoursOf(task, await hoursFacts(trx, compId, [task])) },
      numbers: (counts?.waiting ?? 0) + (counts?.retry ?? 0),
      agents: hasSeats(ftype) ? body.agents : lines,
      pricePerMinute: (await priceOf(trx, compId, settings.accessNumbers)) / 1_000,
      history: await historyOf(trx, compId, ftype, new Date(now - historyDays * dayMs)),
    };
  });
  // Outside of the transaction: it holds no connection while another thread computes.
  const { answered, endsAt, calls, connected: _, ...bands } = await deps.simulator.forecast(asked);
  const { answerRate, talkMs } = ratesOf(asked.history);
  return {
    ...bands,
    ...{ calls: asked.history.calls, numbers: asked.numbers, answerRate, talkS: Math.round(talkMs / 1_000) },
    ...{ expectedCalls: calls, expectedAnswers: answered },
    endsAt: { low: textOf(endsAt.low), middle: textOf(endsAt.middle), high: textOf(endsAt.high) },
  };
}
