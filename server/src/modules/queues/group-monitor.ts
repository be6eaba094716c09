/** 技能组监控: the moment from the engine's memory, the day from the calls' records. Nothing is computed while nobody asks. */
import { AppError, dayOf, formatTime, maskPhone, seatStatus, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { offlineSeat, type groupMonitorApi, type SeatKind } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { GroupNow, QueuesNow } from "../../ports/engine.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createSettledHours, groupSums, noVisits, visitHours } from "../home/index.ts";
import { countCallbacks } from "../queued-contacts/index.ts";
import { mayGovern, seatOf } from "../seats/index.ts";
import { serviceOf } from "../service.ts";
import { sharedBy } from "../shared-answers.ts";
import type { Figures } from "./alarm-state.ts";
import { heardBy } from "./assistance.ts";
import { handledHours, overflowHours, seatsOfGroup, watchedGroups, type GroupHour } from "./repository.ts";
import { within } from "./scope.ts";

type Api = typeof groupMonitorApi;
type Row = ReplyOf<Api["list"]>["groups"][number];

/** Everybody who looks at an enterprise asks at once when something changes: one answer serves them. */
const momentMs = 500;
/** The day is added up as often as screens poll (console.md section 4). */
const dayMs = 10_000;

const percent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1_000) / 10 : null;
const mean = (ms: number, of: number): number | null => (of > 0 ? Math.round(ms / of / 1_000) : null);

/** Of each skill group. */
interface Day {
  readonly sums: ReturnType<typeof groupSums>;
  readonly handled: ReadonlyMap<string, number>;
  /** Talk and wrap-up of these. */
  readonly handledMs: ReadonlyMap<string, number>;
  readonly away: ReadonlyMap<string, number>;
  readonly back: ReadonlyMap<string, number>;
}

function byGroup<H extends GroupHour>(
  hours: ReadonlyMap<number, readonly H[]>,
  of: (hour: H) => number = ({ n }) => n,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const hour of [...hours.values()].flat())
    if (hour.id !== null) sums.set(hour.id, (sums.get(hour.id) ?? 0) + of(hour));
  return sums;
}

/** The day so far; hours that do not change any more are read once. */
function createDays({ database, clock }: AdministrationDeps["ports"]): (compId: string) => Promise<Day> {
  const visits = createSettledHours(clock, visitHours);
  const talks = createSettledHours(clock, handledHours);
  const away = createSettledHours(clock, overflowHours);
  return (compId) => {
    const { from } = dayOf(clock.now());
    const to = new Date(clock.now() + 1);
    return database.tenant(compId, async (trx) => {
      const handled = await talks(trx, compId, from, to, undefined);
      return {
        sums: groupSums([...(await visits(trx, compId, from, to, undefined)).values()].flat()),
        handled: byGroup(handled),
        handledMs: byGroup(handled, ({ talkMs, wrapMs }) => talkMs + wrapMs),
        away: byGroup(await away(trx, compId, from, to, undefined)),
        back: await countCallbacks(trx, compId, from),
      };
    });
  };
}

function figuresOf(day: Day, id: string) {
  const sums = day.sums.get(id) ?? noVisits;
  return {
    inbound: sums.queued,
    answered: sums.queueAnswered,
    abandoned: sums.lost,
    shortAbandoned: sums.shortAbandoned,
    overflowed: day.away.get(id) ?? 0,
    callbacks: day.back.get(id) ?? 0,
    answerRate: percent(sums.queueAnswered, sums.decided),
    serviceLevel: percent(sums.withinLevel, sums.leveled),
    answerSpeed: mean(sums.waitMs, sums.queueAnswered),
    handleTime: mean(day.handledMs.get(id) ?? 0, day.handled.get(id) ?? 0),
  } satisfies Partial<Row>;
}

const nobody: Omit<GroupNow, "id"> = {
  signedIn: 0,
  idle: 0,
  ringing: 0,
  talking: 0,
  wrapUp: 0,
  busy: 0,
  waitMs: null,
  error: null,
};

function momentOf({ at, groups, waiting }: QueuesNow, id: string) {
  const now = groups.find((group) => group.id === id) ?? nobody;
  const { signedIn, idle, ringing, talking, wrapUp, busy } = now;
  const own = waiting.filter(({ groupIds }) => groupIds.includes(id));
  const since = Math.min(...own.map(({ queuedAt }) => queuedAt));
  return {
    signedIn,
    idle,
    ringing,
    talking,
    wrapUp,
    busy,
    waiting: own.length,
    estimatedWait: now.waitMs === null ? null : Math.round(now.waitMs / 1_000),
    estimateError: now.error,
    longestWait: own.length > 0 ? Math.max(0, Math.floor((at - since) / 1_000)) : null,
  } satisfies Partial<Row>;
}

interface Deps extends AdministrationDeps {
  readonly moment: (compId: string) => Promise<QueuesNow>;
  readonly day: (compId: string) => Promise<Day>;
}

async function list(deps: Deps, body: BodyOf<Api["list"]>, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const [now, day] = await Promise.all([deps.moment(compId), deps.day(compId)]);
  const groups = await deps.ports.database.tenant(compId, async (trx) =>
    watchedGroups(trx, compId, await within(trx, compId, caller)),
  );
  const { from, to } = dayOf(deps.ports.clock.now());
  return {
    at: now.at,
    from: formatTime(from),
    to: formatTime(to.getTime() - 1),
    groups: groups.map(({ id, name, serviceLevelS }) => ({
      id,
      name,
      levelS: serviceLevelS,
      ...momentOf(now, id),
      ...figuresOf(day, id),
    })),
  };
}

const kinds: Readonly<Record<number, SeatKind>> = {
  [seatStatus.offline]: "offline",
  [seatStatus.idle]: "idle",
  [seatStatus.busy]: "busy",
  [seatStatus.ringStart]: "ringing",
  [seatStatus.ringing]: "ringing",
  [seatStatus.afterCall]: "wrapUp",
};

async function detail(
  deps: Deps,
  body: BodyOf<Api["detail"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["detail"]>> {
  const compId = compOf(caller, body.compId);
  const seats = await deps.ports.database.tenant(compId, async (trx) => {
    const scope = await within(trx, compId, caller);
    if (!(await watchedGroups(trx, compId, scope)).some(({ id }) => id === body.id))
      throw new AppError("notFound", "技能组不存在或不在您的监控范围内");
    return seatsOfGroup(trx, compId, body.id, scope);
  });
  const { agents } = await deps.engine.live(compId, true);
  const states = new Map(agents.map((state) => [state.agentId, state]));
  const hide = hidesNumbers(caller);
  return {
    at: deps.ports.clock.now(),
    seats: seats.map(({ agentId, name, level }) => {
      const { code, statusName, since, reason, call } = states.get(agentId) ?? offlineSeat(agentId);
      const { number = null, direction = null } = call ?? {};
      return {
        agentId,
        name,
        level,
        code,
        kind: kinds[code] ?? "talking",
        statusName: statusName ?? null,
        since,
        reason,
        number: number !== null && hide ? maskPhone(number) : number,
        direction,
      };
    }),
  };
}

/** Rights are as they are for the command `insert` (docs/protocol.md K22); a request for help of that seat is answered by it (K30). */
async function join(deps: Deps, body: BodyOf<Api["join"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const own = caller.agentId;
  if (own === null || own === body.agentId) throw new AppError("refused", "不能监控自己");
  const { database } = deps.ports;
  const may = await database.tenant(compId, async (trx) => {
    const seat = await seatOf(trx, compId, body.agentId);
    return seat !== undefined && (await mayGovern(trx, compId, caller, seat));
  });
  if (!may) throw new AppError("forbidden", "该坐席不在您的监控范围内");
  const { code, msg, fields } = await deps.engine.join(compId, own, body.agentId, "insert");
  if (code !== 1) throw new AppError("refused", msg ?? "当前状态不能执行此操作");
  await database.tenant(compId, (trx) =>
    deps.audit.write(trx, context, {
      compId,
      action: "insert",
      object: "seat",
      id: body.agentId,
      name: body.agentId,
      after: fields?.["callId"] ? { callId: fields["callId"] } : {},
    }),
  );
  await heardBy(deps, context, { compId, agentId: body.agentId, way: "insert" });
  return null;
}

async function inlineNum(
  deps: Deps,
  body: BodyOf<Api["inlineNum"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["inlineNum"]>> {
  const compId = compOf(caller, body.compId);
  const now = await deps.moment(compId);
  const groups = await deps.ports.database.tenant(compId, async (trx) =>
    watchedGroups(trx, compId, await within(trx, compId, caller)),
  );
  return groups.map(({ id, name }) => ({ id, name, count: momentOf(now, id).waiting }));
}

export function createGroupMonitor(deps: AdministrationDeps) {
  const { clock } = deps.ports;
  const moment = sharedBy(clock, momentMs, (compId) => deps.engine.queues(compId));
  const day = sharedBy(clock, dayMs, createDays(deps.ports));
  /** Of all groups, for who watches them; withDay: those of today, too. */
  const figures: Figures = async (compId, withDay) => {
    const [now, today] = await Promise.all([moment(compId), withDay ? day(compId) : undefined]);
    const groups = await deps.ports.database.tenant(compId, (trx) => watchedGroups(trx, compId, undefined));
    return groups.map(({ id, name }) => {
      const found: Readonly<Record<string, number | null>> = {
        ...momentOf(now, id),
        ...(today ? figuresOf(today, id) : {}),
      };
      return { id, name, value: (figure) => found[figure] ?? null };
    });
  };
  return { ...serviceOf({ ...deps, moment, day }, { list, detail, join, inlineNum }), figures };
}
