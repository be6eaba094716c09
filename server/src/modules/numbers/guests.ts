/**
 * Customers' pages: temporary SIP users that live in the broker, so that every process knows them and none outlives its
 * hour. A guest may call its one access number and be called back by the agents of that enterprise. The phone number a
 * customer types proves nothing; it is what the agent sees and may dial while the page is registered, newest page first.
 */
import type { Broker } from "../../ports/broker.ts";
import type { Random } from "../../ports/clock.ts";

export const guestMs = 3_600_000;

export interface Guest {
  readonly user: string;
  readonly password: string;
  readonly compId: string;
  /** The access number it may call. */
  readonly number: string;
  /** What agents see and dial. */
  readonly phone: string;
}

export interface Guests {
  create(line: { readonly compId: string; readonly number: string }, phone: string | undefined): Promise<Guest>;
  find(user: string): Promise<Guest | undefined>;
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
  return {
    async create({ compId, number }, given) {
      const digits = Array.from({ length: 18 }, () => random.int(10)).join("");
      const guest: Guest = {
        user: `g${digits}`,
        password: random.token(18),
        compId,
        number,
        phone: given || digits.slice(0, 11),
      };
      await broker.set(keyOf(guest.user), JSON.stringify(guest), guestMs);
      await broker.set(phoneKey(compId, guest.phone), guest.user, guestMs);
      return guest;
    },
    find,
    async findByPhone(compId, phone) {
      const user = await broker.get(phoneKey(compId, phone));
      return user === undefined ? undefined : find(user);
    },
  };
}
