/** Rules of the telephony set-up, the customer's page and the days. */
import { listSuspendTargets } from "./suspend-repository.ts";
import {
  AppError,
  type CallData,
  hasSoftphone,
  isLocalPhone,
  dayOf,
  formatTime,
  seatStatus,
  type IceServers,
} from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import { liveUntil } from "../auth/index.ts";
import { monitoredGroups, settingsOf } from "../seats/index.ts";
import type { Sealer } from "../system/index.ts";
import { serviceOf } from "../service.ts";
import { seatUser, sipUser } from "./directory.ts";
import type { LocalPhone } from "./local-phone.ts";
import { sessionPassword } from "./sip-credentials.ts";
import { guestMs, type Guest } from "./guests.ts";
import { keepListener, type Listener } from "./listeners.ts";
import { turnCredentials, type TurnServers } from "./turn-credentials.ts";
import type { CallPlan } from "./call-plan/types.ts";
import type { Numbers } from "./call-plan/index.ts";
import {
  countDay,
  findExtension,
  listColleagues,
  listGroupsReady,
  listQueuesReady,
  listSeats,
  openStatuses,
  statusesOf,
  type DayCounts,
} from "./repository.ts";

/** The call engine, as far as numbers ask it. */
export interface EngineQuestions {
  serves(compId: string, groupIds: readonly string[]): Promise<boolean>;
}

export interface NumbersServiceDeps {
  readonly database: Database;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly numbers: Numbers;
  readonly engine: EngineQuestions;
  readonly localPhone: Pick<LocalPhone, "script">;
  /** Absent: pages use none. */
  readonly turn?: TurnServers | undefined;
}

const seconds = (ms: number): number => Math.round(ms / 1_000);

const total = (rows: readonly DayCounts[], directions: readonly string[], field: "calls" | "answered"): number =>
  rows.filter((r) => directions.includes(r.direction)).reduce((sum, r) => sum + r[field], 0);

/** For a page of this session; nothing without a TURN server, or when the session is over. */
async function iceServersOf({ database, turn, clock }: NumbersServiceDeps, user: string, sessionId: string) {
  const now = clock.now();
  // system: sessions lie outside of the enterprise's own rows.
  const until = turn && (await database.system((trx) => liveUntil(trx, sessionId, new Date(now))));
  return turn && until ? { iceServers: turnCredentials(turn, user, until.getTime(), now) } : {};
}

/** Temporary SIP credentials for a customer's page, or a refusal a customer understands. */
export async function customerSession(
  deps: NumbersServiceDeps,
  number: string,
  phone: string | undefined,
  callData?: CallData,
): Promise<{ guest: Guest; title: string; expiresIn: number; iceServers?: IceServers }> {
  const now = deps.clock.now();
  const callPlan = await deps.numbers.callPlan(number, now);
  if (!callPlan) throw new AppError("refused", "您拨打的号码不存在");
  const { enabled, arrears } = await deps.numbers.service(callPlan.compId, now);
  // Why is between the enterprise and its operator.
  if (!enabled || arrears) throw new AppError("refused", "您拨打的号码暂停服务，请稍后再拨");
  if (!(await answers(deps, callPlan))) throw new AppError("refused", "当前没有客服人员在线，请稍后再拨");
  const guest = await deps.numbers.guests.create(callPlan, phone, callData);
  return {
    guest,
    title: callPlan.title,
    expiresIn: guestMs / 1_000,
    ...(deps.turn ? { iceServers: turnCredentials(deps.turn, guest.user, now + guestMs, now) } : {}),
  };
}

/** Somebody is signed in, or it is set up what happens otherwise. */
export async function answers(deps: NumbersServiceDeps, { compId, target }: CallPlan): Promise<boolean> {
  if (target.kind !== "skillGroup" && target.kind !== "dispatchQueue") return true;
  const { groups, overflow } = target.queue;
  return (
    overflow.absent.kind !== "none" ||
    deps.engine.serves(
      compId,
      groups.map((g) => g.id),
    )
  );
}

/** For the session that asks, and dead with it. */
export async function ownExtension(deps: NumbersServiceDeps, compId: string, agentId: string, sessionId: string) {
  const seat = await deps.numbers.seat(compId, agentId);
  if (!seat) throw new AppError("refused", "坐席未绑定分机，请联系管理员");
  const row = await deps.database.tenant(compId, (trx) => findExtension(trx, compId, seat.extension));
  if (!row || row.agentId !== agentId) throw new AppError("refused", "坐席未绑定分机，请联系管理员");
  if (!hasSoftphone(seat.terminalType))
    throw new AppError("refused", "该坐席使用话机，话机密码由管理员在分机管理中查看或更换");
  const user = sipUser(compId, row.extension);
  const now = deps.clock.now();
  const { password, expiresAt } = sessionPassword(deps.sealer, user, sessionId, now);
  return {
    user,
    password,
    extension: row.extension,
    expiresIn: Math.floor((expiresAt - now) / 1_000),
    deviceCheck: (await deps.database.tenant(compId, (trx) => settingsOf(trx, compId))).deviceCheck,
    ...(isLocalPhone(seat.terminalType)
      ? { localPhone: await deps.localPhone.script(sessionId) }
      : await iceServersOf(deps, user, sessionId)),
  };
}

/** The page of an administrator as a telephone: for the session that asks, and dead with it. */
export async function listener(deps: NumbersServiceDeps, of: Listener) {
  const { broker, clock, sealer } = deps;
  const { sessionId } = of;
  const user = await keepListener(broker, of);
  const now = clock.now();
  const { password, expiresAt } = sessionPassword(sealer, user, sessionId, now);
  const expiresIn = Math.floor((expiresAt - now) / 1_000);
  const iceServers = await iceServersOf(deps, user, sessionId);
  return { user, password, extension: "", expiresIn, deviceCheck: "off" as const, ...iceServers };
}

async function agentDay(deps: NumbersServiceDeps, compId: string, agentId: string) {
  const now = deps.clock.now();
  const { from, to } = dayOf(now);
  const [counts, states] = await deps.database.tenant(
    compId,
    async (trx) =>
      [await countDay(trx, compId, from, to, agentId), await statusesOf(trx, compId, agentId, from, to)] as const,
  );
  // Only the part of an interval that lies in the day, and what has passed of the open one.
  const spent = (codes: readonly number[]): number =>
    seconds(
      states
        .filter((s) => codes.includes(s.code))
        .reduce(
          (sum, s) =>
            sum +
            Math.max(
              0,
              Math.min(s.toAt?.getTime() ?? now, to.getTime()) - Math.max(s.fromAt.getTime(), from.getTime()),
            ),
          0,
        ),
    );
  return {
    inbound: total(counts, ["inbound"], "calls"),
    outbound: total(counts, ["outbound", "internal"], "calls"),
    answered: total(counts, ["inbound", "outbound", "internal"], "answered"),
    talkS: seconds(counts.reduce((sum, r) => sum + r.talkMs, 0)),
    readyS: spent([1]),
    busyS: spent([2]),
    wrapUpS: spent([4]),
    states: states.map((s) => ({
      code: s.code,
      from: formatTime(s.fromAt),
      to: s.toAt && formatTime(s.toAt),
      reason: s.reason,
    })),
  };
}

/** Whether what is for a seat in this state goes to its transfer number (K39). */
function forwardsNow(modes: string, code: number): boolean {
  const on = modes.split(",");
  if (on.includes("always")) return true;
  if (code === seatStatus.offline) return on.includes("offline");
  return code !== seatStatus.idle && on.includes("busy");
}

async function colleagues({ database }: NumbersServiceDeps, compId: string, agentId: string) {
  const [agents, groups, queues, voices] = await database.tenant(
    compId,
    async (trx) =>
      [
        await listColleagues(trx, compId),
        await listGroupsReady(trx, compId),
        await listQueuesReady(trx, compId),
        await listSuspendTargets(trx, compId),
      ] as const,
  );
  return {
    agents: agents.flatMap(({ extension, terminalType, forwardModes, code, statusName, ...seat }) => {
      if (seat.agentId === agentId) return [];
      const forwards = forwardsNow(forwardModes, code ?? seatStatus.offline);
      if (!forwards && seatUser({ compId, ...seat, extension, terminalType }) === undefined) return [];
      return [{ ...seat, extension: extension ?? "", code: code ?? 0, statusName: statusName ?? "", forwards }];
    }),
    groups: groups.map(({ ready, ...group }) => ({ ...group, ready: Number(ready) })),
    queues: queues.map(({ ready, ...queue }) => ({ ...queue, ready: Number(ready) })),
    voices,
  };
}

/** monitor: only the agents of the groups that this seat monitors are listed. */
export async function enterpriseDay(deps: NumbersServiceDeps, compId: string, monitor?: string) {
  const { from } = dayOf(deps.clock.now());
  const [seats, open] = await deps.database.tenant(
    compId,
    async (trx) => [await listSeats(trx, compId), await openStatuses(trx, compId)] as const,
  );
  const states = new Map(open.map((s) => [s.agentId, s]));
  const groups =
    monitor === undefined
      ? undefined
      : await deps.database.tenant(compId, (trx) => monitoredGroups(trx, compId, monitor));
  const shown = groups
    ? seats.filter((s) => s.agentId === monitor || (s.groupId !== null && groups.includes(s.groupId)))
    : seats;
  return {
    agents: shown.map((seat) => {
      const state = states.get(seat.agentId);
      return {
        agentId: seat.agentId,
        name: seat.name,
        code: state?.code ?? 0,
        since: formatTime(state?.fromAt ?? from),
        reason: state?.reason ?? "signOut",
      };
    }),
  };
}

export type NumbersService = ReturnType<typeof createNumbersService>;

export const createNumbersService = (deps: NumbersServiceDeps) =>
  serviceOf(deps, { customerSession, ownExtension, listener, agentDay, colleagues, enterpriseDay });
