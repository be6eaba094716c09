/** 任务监控: live counters of tasks, as the page asks for them again and again. */
import { dayMs, formatTime, minuteMs, seatStatusText, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { monitoredMinutes, offlineSeat, taskMonitorApi, type TaskCounted } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { route, type RequestContext, type Route } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { serviceOf } from "../../service.ts";
import { stateAt } from "../../tasks/index.ts";
import { readProgress } from "../progress-repository.ts";
import { mustSee } from "../tasks/access.ts";
import { shareBounds } from "../../../statistics/shares.ts";
import { withTask, type TaskDeps } from "../tasks/deps.ts";
import { hoursFacts } from "../tasks/hours.ts";
import { participants } from "../tasks/members-repository.ts";
import { settingsOf, shownProgress, waitsFor } from "../tasks/present.ts";
import { findTask, joinedSeats, liveTasks, type TaskWhole } from "../tasks/repository.ts";
import { answersOf, attemptsByMinute, codesOf, inFlight, type Answers } from "./repository.ts";

type Api = typeof taskMonitorApi;
type Monitored = ReplyOf<Api["detail"]>["task"];

type CountingPorts = Pick<TaskDeps["ports"], "clock" | "dialHours">;

const percent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1_000) / 10 : null;

/** Both sides of 95 %. */
const twoSided = 1.96;
const tenths = (share: number): number => Math.round(share * 1_000) / 10;

/** What the detection is worth by what people said of its calls; the share of people is held between its bounds. */
function detectionOf({ machines, misjudged, missed, people }: Answers): NonNullable<Monitored["detection"]> {
  const { low, high } = shareBounds(misjudged, people, twoSided);
  return { machines, misjudged, missed, rate: percent(misjudged, people), low: tenths(low), high: tenths(high) };
}

const noAnswers = { people: 0, abandoned: 0, peopleDay: 0, abandonedDay: 0, machines: 0, misjudged: 0, missed: 0 };

/** Sentences of the pacing function, where it has left some. */
function reasonsOf(pacing: unknown): string[] {
  const reasons = (pacing as { readonly reasons?: unknown } | null)?.reasons;
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === "string") : [];
}

/** What changes from call to call. */
async function counted(
  { clock, dialHours }: CountingPorts,
  trx: Trx,
  compId: string,
  tasks: readonly TaskWhole[],
): Promise<TaskCounted[]> {
  const now = clock.now();
  const ids = tasks.map(({ id }) => id);
  // Whole minutes of the clock, so that a count does not change once its minute is over.
  const from = (Math.floor(now / minuteMs) - monitoredMinutes + 1) * minuteMs;
  const facts = await hoursFacts(trx, compId, tasks, dialHours);
  const progress = new Map((await readProgress(trx, compId, ids)).map((row) => [row.taskId, row]));
  const joined = await joinedSeats(trx, compId, ids);
  const flight = await inFlight(trx, compId, ids);
  const minutes = await attemptsByMinute(trx, compId, ids, new Date(from));
  return tasks.map((task) => {
    const { id } = task;
    const counts = shownProgress(progress.get(id));
    const state = stateAt(task, now);
    const inMinute = (minute: number) => minutes.find((row) => row.taskId === id && row.minute === minute)?.count ?? 0;
    return {
      id,
      state,
      waitsFor: waitsFor(task, facts, now),
      progress: counts,
      flight: flight.filter(({ taskId }) => taskId === id).map(({ state, count }) => ({ state, count })),
      minutes: Array.from({ length: monitoredMinutes }, (_, minute) => inMinute(minute)),
      answerRate: percent(counts.answered, counts.attempts),
      joined: joined.get(id) ?? 0,
      pacing: state === "running" ? reasonsOf(task.pacing) : [],
    };
  });
}

async function monitored(
  ports: CountingPorts,
  trx: Trx,
  compId: string,
  tasks: readonly TaskWhole[],
): Promise<Monitored[]> {
  const since = new Date(ports.clock.now() - dayMs);
  const ids = tasks.map(({ id }) => id);
  const counts = await counted(ports, trx, compId, tasks);
  const answers = new Map((await answersOf(trx, compId, ids, since)).map((row) => [row.taskId, row]));
  return tasks.map((task, at) => {
    const answered = answers.get(task.id) ?? { taskId: task.id, ...noAnswers };
    const { people, abandoned, peopleDay, abandonedDay } = answered;
    return {
      ...counts[at]!,
      taskIdentity: task.taskIdentity,
      ftype: task.ftype,
      startedAt: task.startedAt && formatTime(task.startedAt),
      abandonedDay: percent(abandonedDay, peopleDay),
      abandonedAll: percent(abandoned, people),
      detection: settingsOf(task).amd === 1 ? detectionOf(answered) : null,
    };
  });
}

/** For who is told of a task while he watches it; undefined: it is gone. */
export function createTaskCounts(ports: CountingPorts & Pick<TaskDeps["ports"], "database">) {
  return (compId: string, taskId: string) =>
    ports.database.tenant(compId, async (trx) => {
      const at = ports.clock.now();
      const task = await findTask(trx, compId, taskId);
      if (!task) return undefined;
      return { ftype: task.ftype, at, task: (await counted(ports, trx, compId, [task]))[0]! };
    });
}
export type TaskCounts = ReturnType<typeof createTaskCounts>;

async function list(
  deps: TaskDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const { database, clock } = deps.ports;
  const compId = compOf(caller, body.compId);
  await mustSee(deps, caller, body.ftype);
  const now = clock.now();
  const tasks = await database.tenant(compId, async (trx) =>
    monitored(deps.ports, trx, compId, await liveTasks(trx, compId, body.ftype)),
  );
  return { at: now, tasks };
}

async function detail(
  deps: TaskDeps,
  body: BodyOf<Api["detail"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["detail"]>> {
  const now = deps.ports.clock.now();
  const { compId, task, seats, codes } = await withTask(deps, context, body, async (trx, task, compId) => ({
    compId,
    task: (await monitored(deps.ports, trx, compId, [task]))[0]!,
    seats: await participants(trx, compId, task.id),
    codes: await codesOf(trx, compId, task.id),
  }));
  const live = seats.length > 0 ? (await deps.engine.live(compId, true)).agents : [];
  const states = new Map(live.map((agent) => [agent.agentId, agent]));
  return {
    at: now,
    task,
    seats: seats.map(({ agentId, name }) => {
      const { code, statusName, since } = states.get(agentId) ?? offlineSeat(agentId);
      return { agentId, name, code, stateName: seatStatusText(code, statusName), since };
    }),
    codes,
  };
}

const createTaskMonitor = (deps: TaskDeps) => serviceOf(deps, { list, detail });

export function monitorRoutes(deps: TaskDeps): readonly Route[] {
  const monitor = createTaskMonitor(deps);
  return [
    route(taskMonitorApi.list, ({ body }, context) => monitor.list(body, context)),
    route(taskMonitorApi.detail, ({ body }, context) => monitor.detail(body, context)),
  ];
}
