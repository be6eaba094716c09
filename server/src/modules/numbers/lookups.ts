/** What the call engine asks about numbers and seats. */
import type { Broker } from '../../ports/broker.ts';
import type { Random } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import { parseSipUser, sipUser } from './directory.ts';
import { createGuests, isGuest, type Guest, type Guests } from './guests.ts';
import { findAccessNumber, findExtension, findSeat, findSkillGroup, groupsOfAgent, listGreetings } from './repository.ts';

/** A seat that may sit at a bar. Times in ms. */
export interface SeatInfo {
  readonly compId: string;
  readonly agentId: string;
  readonly name: string;
  readonly terminalType: number;
  readonly extension: string;
  readonly user: string;
  readonly autoAnswer: number;
  readonly groups: readonly { readonly id: string; readonly wrapUpMs: number }[];
}

/** An access number in service and the group it leads to. */
export interface LineInfo {
  readonly compId: string;
  readonly number: string;
  readonly title: string;
  readonly greeting: string;
  readonly group: { readonly id: string; readonly name: string; readonly queueLimit: number; readonly maxWaitMs: number; readonly ringMs: number; readonly announceEveryMs: number };
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
  /** By number alone, whatever the enterprise. undefined: no such number, or out of service. */
  line(number: string): Promise<LineInfo | undefined>;
  extension(compId: string, extension: string): Promise<ExtensionInfo | undefined>;
  /** Who a SIP user is. */
  identify(user: string): Promise<{ readonly kind: 'guest'; readonly guest: Guest } | { readonly kind: 'extension'; readonly extension: ExtensionInfo } | undefined>;
  /** Greetings in use, to be spoken once before anybody calls. */
  greetings(): Promise<readonly string[]>;
}

export function createNumbers(database: Database, broker: Broker, random: Random): Numbers {
  const guests = createGuests(broker, random);
  const numbers: Numbers = {
    guests,
    seat: (compId, agentId) =>
      database.tenant(compId, async (trx) => {
        const row = await findSeat(trx, compId, agentId);
        if (!row || row.enabled !== 1 || !row.extension) return undefined;
        const groups = await groupsOfAgent(trx, compId, agentId);
        return { compId, agentId, name: row.name, terminalType: row.terminal_type, extension: row.extension, user: sipUser(compId, row.extension), autoAnswer: row.is_auto_answer, groups: groups.map((g) => ({ id: g.id, wrapUpMs: g.wrap_up_s * 1_000 })) };
      }),
    async line(number) {
      // A caller dials the number alone: whose it is, is the answer.
      return database.system(async (trx) => {
        const row = await findAccessNumber(trx, number);
        if (!row || row.enabled !== 1 || row.target_kind !== 'skillGroup') return undefined;
        const g = await findSkillGroup(trx, row.comp_id, row.target_id);
        if (!g || g.enabled !== 1) return undefined;
        const group = { id: g.id, name: g.name, queueLimit: g.queue_limit, maxWaitMs: g.max_wait_s * 1_000, ringMs: g.ring_s * 1_000, announceEveryMs: g.announce_every_s * 1_000 };
        return { compId: row.comp_id, number, title: row.title, greeting: row.greeting, group };
      });
    },
    extension: (compId, extension) =>
      database.tenant(compId, async (trx) => {
        const row = await findExtension(trx, compId, extension);
        return row && { compId, extension, user: sipUser(compId, extension), agentId: row.agent_id };
      }),
    async identify(user) {
      if (isGuest(user)) {
        const guest = await guests.find(user);
        return guest && { kind: 'guest', guest };
      }
      const parsed = parseSipUser(user);
      const extension = parsed && (await numbers.extension(parsed.compId, parsed.extension));
      return extension && { kind: 'extension', extension };
    },
    // Every enterprise's greetings are spoken by the same engine.
    greetings: () => database.system(async (trx) => (await listGreetings(trx)).map((r) => r.greeting)),
  };
  return numbers;
}
