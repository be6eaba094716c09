/**
 * Customers' pages: temporary SIP users that live in the broker, so that every process knows them and none outlives its
 * hour. A guest may call its one access number. The phone number a customer types proves nothing; it is what the agent sees.
 * Calls to it reach a page only after a call of that very page came in, and until callbackMs after its last call (P2): what
 * was only typed takes nobody's callbacks, and no later page takes them from one that is still there.
 */
import { hourMs, minuteMs, type CallData } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import type { Random } from "../../ports/clock.ts";

export const guestMs = hourMs;
/** How long after its last call a page can be called back. */
export const callbackMs = 30 * minuteMs;

export interface Guest {
  readonly user: string;
  readonly password: string;
  readonly compId: string;
  /** The access number it may call. */
  readonly number: string;
  /** What agents see and dial. */
  readonly phone: string;
  /** Somebody typed it, and may have typed another person's. */
  readonly typed?: true;
  /** Travels with its calls. */
  readonly callData?: CallData;
}

export interface Guests {
  create(
    line: { readonly compId: string; readonly number: string },
    phone: string | undefined,
    callData?: CallData,
  ): Promise<Guest>;
  find(user: string): Promise<Guest | undefined>;
  /** Its call came in: calls to its phone reach it, unless an earlier page with that phone is still there. */
  calledIn(user: string, isThere: (user: string) => boolean): Promise<void>;
  /** A call with it is over: callbackMs begin, if calls to its phone reach it at all. */
  callOver(user: string): Promise<void>;
  /** Whom a call to this phone reaches. */
  findByPhone(compId: string, phone: string): Promise<Guest | undefined>;
}

/** g and 18 digits: longer than any extension's user (6 characters and at most 12 digits), so neither can pass for the other. */
export const isGuest = (user: string): boolean => /^g\d{18}$/.test(user);

export function createGuests(broker: Broker, random: Random): Guests {
  const keyOf = (user: string) => `guest:${user}`;
  const phoneKey = (compId: string, phone: string) => `guest.phone:${compId}:${phone}`;
  async function find(user: string): Promise<Guest | undefined> {
    const kept = isGuest(user) ? await broker.get(keyOf(user)) : undefined;
    return kept === undefined ? undefined : (JSON.parse(kept) as Guest);
  }
  const ownerOf = ({ compId, phone }: Guest) => broker.get(phoneKey(compId, phone));
  const own = ({ compId, phone, user }: Guest, ms: number) => broker.set(phoneKey(compId, phone), user, ms);
  async function takePhone(user: string, isThere: (user: string) => boolean): Promise<void> {
    const guest = await find(user);
    if (!guest) return;
    const owner = await ownerOf(guest);
    if (owner === undefined || owner === user || !isThere(owner) || !(await find(owner))) await own(guest, guestMs);
  }
  /** One after the other: of two pages that call at once the first has the phone. */
  let taking: Promise<void> = Promise.resolve();
  return {
    async create({ compId, number }, given, callData) {
      const digits = Array.from({ length: 18 }, () => random.int(10)).join("");
      const guest: Guest = {
        user: `g${digits}`,
        password: random.token(18),
        compId,
        number,
        phone: given || digits.slice(0, 11),
        ...(given ? { typed: true as const } : {}),
        ...(callData ? { callData } : {}),
      };
      await broker.set(keyOf(guest.user), JSON.stringify(guest), guestMs);
      return guest;
    },
    find,
    calledIn(user, isThere) {
      const taken = taking.then(() => takePhone(user, isThere));
      taking = taken.catch(() => undefined);
      return taken;
    },
    async callOver(user) {
      const guest = await find(user);
      if (guest && (await ownerOf(guest)) === user) await own(guest, callbackMs);
    },
    async findByPhone(compId, phone) {
      const user = await broker.get(phoneKey(compId, phone));
      return user === undefined ? undefined : find(user);
    },
  };
}
