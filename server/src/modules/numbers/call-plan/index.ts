/** What the call engine asks about numbers and seats. Nothing is remembered: what was set up counts from the next call on. */
import { dayOf } from "@liantai/api/contract";
import type { Broker } from "../../../ports/broker.ts";
import type { Random } from "../../../ports/clock.ts";
import type { Database } from "../../../ports/database.ts";

import { findDefaultAccessNumber, ownNumbers } from "../../organisation/index.ts";
import { loadNumberConfig } from "../access-numbers/config.ts";
import { parseSipUser, sipUser } from "../directory.ts";
import { createGuests, isGuest, type Guest, type Guests } from "../guests.ts";
import {
  noVoices,
  type CallPlan,
  type QueuePlan,
  type ServiceInfo,
  type Target,
  type TargetRef,
  type VoiceFile,
} from "./types.ts";
import { readQueue, type StoredQueue } from "../queues.ts";
import {
  countAnswered,
  findEnterprise,
  findExtension,
  findSeat,
  findMasking,
  findSeats,
  groupsOfAgents,
  listGreetings,
} from "../repository.ts";
import { resolveTarget } from "../targets.ts";

/** A seat that may sit at a bar. Times in ms. */
export interface SeatInfo {
  readonly compId: string;
  readonly agentId: string;
  readonly name: string;
  readonly terminalType: number;
  readonly extension: string;
  readonly user: string;
  readonly autoAnswer: number;
  /** Enabled ones, best first. level: in the group, 1 is the best; priority: among the agent's groups, 1 first. */
  readonly groups: readonly {
    readonly id: string;
    readonly wrapUpMs: number;
    readonly level: number;
    readonly priority: number;
  }[];
}

interface ExtensionInfo {
  readonly compId: string;
  readonly extension: string;
  readonly user: string;
  readonly agentId: string | null;
}

export interface Numbers {
  readonly guests: Guests;
  /** undefined: the seat does not exist, is disabled or has no extension. */
  seat(compId: string, agentId: string): Promise<SeatInfo | undefined>;
  /** By agent id; those that `seat` would not find are missing. */
  seats(compId: string, agentIds: readonly string[]): Promise<ReadonlyMap<string, SeatInfo>>;
  /** By agent id: whether it may not see customers' numbers. */
  hidden(compId: string, agentIds: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /** By number alone, whatever the enterprise. undefined: no such number, out of service, or it leads nowhere at this time. */
  callPlan(number: string, at: number): Promise<CallPlan | undefined>;
  /** undefined: it does not exist or is disabled. */
  target(compId: string, ref: TargetRef): Promise<Target | undefined>;
  service(compId: string, at: number): Promise<ServiceInfo>;
  /** What callees see of an agent's call: the default access number of the seat, its group or the enterprise. */
  displayNumber(compId: string, agentId: string): Promise<string | undefined>;
  /** An access number of the enterprise that is in service: the only ones its calls may show. */
  owns(compId: string, number: string): Promise<boolean>;
  /** Calls to access numbers that an agent answered on the day of `at`. */
  answeredToday(compId: string, agentId: string, at: number): Promise<number>;
  extension(compId: string, extension: string): Promise<ExtensionInfo | undefined>;
  /** Who a SIP user is. */
  identify(
    user: string,
  ): Promise<
    | { readonly kind: "guest"; readonly guest: Guest }
    | { readonly kind: "extension"; readonly extension: ExtensionInfo }
    | undefined
  >;
  /** Greetings in use, to be spoken once before anybody calls. */
  greetings(): Promise<readonly string[]>;
}

export function createNumbers(
  database: Database,
  broker: Broker,
  random: Random,
  voiceFile: VoiceFile = noVoices,
): Numbers {
  const guests = createGuests(broker, random);
  const file = (compId: string, id: string): Promise<string | undefined> =>
    id === "" ? Promise.resolve(undefined) : voiceFile(compId, id);

  /** Outside of any transaction: fetching a file may need one of its own. */
  async function withVoices(compId: string, { plan, musicId, noticeVoiceId }: StoredQueue): Promise<QueuePlan> {
    const [music, path] = await Promise.all([file(compId, musicId), file(compId, noticeVoiceId)]);
    // A voice that is gone and no text to say instead: nothing is announced.
    const everyMs = path === undefined && plan.notice.text === "" ? 0 : plan.notice.everyMs;
    return {
      ...plan,
      notice: { ...plan.notice, everyMs, ...(path === undefined ? {} : { path }) },
      ...(music === undefined ? {} : { music }),
    };
  }

  const numbers: Numbers = {
    guests,
    async hidden(compId, agentIds) {
      if (agentIds.length === 0) return new Map();
      const rows = await database.tenant(compId, (trx) => findMasking(trx, compId, agentIds));
      return new Map(
        rows.flatMap((row) =>
          row.agentId === null ? [] : [[row.agentId, row.isHiddenNum === 1 || row.hiddenGlobalPhone === 1] as const],
        ),
      );
    },
    seat: async (compId, agentId) => (await numbers.seats(compId, [agentId])).get(agentId),
    async seats(compId, agentIds) {
      if (agentIds.length === 0) return new Map();
      const [rows, groups] = await database.tenant(
        compId,
        async (trx) => [await findSeats(trx, compId, agentIds), await groupsOfAgents(trx, compId, agentIds)] as const,
      );
      return new Map(
        rows.flatMap((row) => {
          if (row.enabled !== 1 || !row.extension) return [];
          const own = groups
            .filter((g) => g.agentId === row.agentId)
            .map((g) => ({ id: g.id, wrapUpMs: g.wrapUpS * 1_000, level: g.level, priority: g.priority }));
          return [
            [
              row.agentId,
              {
                compId,
                agentId: row.agentId,
                name: row.name,
                terminalType: row.terminalType,
                extension: row.extension,
                user: sipUser(compId, row.extension),
                autoAnswer: row.isAutoAnswer,
                groups: own,
              },
            ],
          ];
        }),
      );
    },
    async callPlan(number, at) {
      // A caller dials the number alone: whose it is, is the answer.
      const config = await database.system((trx) => loadNumberConfig(trx, number));
      if (!config?.enabled) return undefined;
      const { target: chosen, rule } = resolveTarget(config, at);
      const { compId } = config;
      const [target, greetingPath] = await Promise.all([
        numbers.target(compId, chosen),
        file(compId, chosen.greetingVoice),
      ]);
      return (
        target && {
          compId,
          number,
          title: config.title,
          greeting: chosen.greeting,
          ...(greetingPath === undefined ? {} : { greetingPath }),
          maxCalls: config.concurrency,
          target,
          rule: rule?.timeRuleName ?? "",
        }
      );
    },
    async target(compId, { kind, id }) {
      switch (kind) {
        case "none":
          return undefined;
        case "hangup":
          return { kind, id: "", name: "" };
        case "skillGroup":
        case "dispatchQueue": {
          const stored = await database.tenant(compId, (trx) => readQueue(trx, compId, kind, id));
          if (!stored) return undefined;
          const queue = await withVoices(compId, stored);
          return { kind, id, name: queue.name, queue };
        }
        case "seat": {
          const seat = await database.tenant(compId, (trx) => findSeat(trx, compId, id));
          if (seat?.enabled !== 1 || !seat.extension) return undefined;
          return { kind, id, name: seat.name, extension: seat.extension, user: sipUser(compId, seat.extension) };
        }
        case "extension": {
          const row = await numbers.extension(compId, id);
          return row && { kind, id, name: id, user: row.user, agentId: row.agentId };
        }
        case "voice": {
          const path = await file(compId, id);
          return path === undefined ? undefined : { kind, id, name: "", path };
        }
      }
    },
    service: (compId, at) =>
      database.tenant(compId, async (trx) => {
        const row = await findEnterprise(trx, compId);
        if (!row) return { enabled: false, arrears: false, maxCalls: 0 };
        return {
          enabled: row.enabled === 1 && (row.expiresAt === null || row.expiresAt.getTime() > at),
          arrears: row.forbidden === 0 && row.isWhite !== 1,
          maxCalls: row.maxConcurrentCalls,
        };
      }),
    displayNumber: (compId, agentId) =>
      database.tenant(compId, async (trx) => (await findDefaultAccessNumber(trx, compId, agentId))?.number),
    owns: (compId, number) =>
      database.tenant(compId, async (trx) => (await ownNumbers(trx, compId, [number])).has(number)),
    answeredToday: (compId, agentId, at) =>
      database.tenant(compId, (trx) => countAnswered(trx, compId, agentId, dayOf(at).from, dayOf(at).to)),
    extension: (compId, extension) =>
      database.tenant(compId, async (trx) => {
        const row = await findExtension(trx, compId, extension);
        return row && { compId, extension, user: sipUser(compId, extension), agentId: row.agentId };
      }),
    async identify(user) {
      if (isGuest(user)) {
        const guest = await guests.find(user);
        return guest && { kind: "guest", guest };
      }
      const parsed = parseSipUser(user);
      const extension = parsed && (await numbers.extension(parsed.compId, parsed.extension));
      return extension && { kind: "extension", extension };
    },
    // Every enterprise's greetings are spoken by the same engine.
    greetings: () => database.system(async (trx) => (await listGreetings(trx)).map((r) => r.greeting)),
  };
  return numbers;
}
