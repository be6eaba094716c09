/** Who may register at the switch: extensions and customers' pages. Asked at every challenge, so a removed one is dead at once. */
import { hasSoftphone } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Random } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import type { PartsDirectory, SipCredential } from "../../ports/switch.ts";
import { liveSeatSessions, liveUntil } from "../auth/index.ts";
import { extensionSealContext, type Sealer } from "../system/index.ts";
import { createGuests, isGuest } from "./guests.ts";
import { findListener, isListener } from "./listeners.ts";
import { findEnterprise, findSipSeat } from "./repository.ts";
import { sessionPasswords } from "./sip-credentials.ts";

export interface DirectoryOptions {
  readonly database: Database;
  readonly broker: Broker;
  readonly random: Random;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** 终端类型 of a seat at an outside line. */
const lineType = 0;

/** SIP user of an extension: company id followed by the extension (console.md section 5). */
export const sipUser = (compId: string, extension: string): string => `${compId}${extension}`;

/** What stands for the telephone of a seat at an outside line that has no extension: nobody's SIP user. */
const lineUser = (compId: string, agentId: string): string => `${compId}-line-${agentId}`;

/** As a call knows the seat's telephone; undefined: it has none. */
export function seatUser({
  compId,
  agentId,
  extension,
  terminalType,
}: {
  readonly compId: string;
  readonly agentId: string;
  readonly extension: string | null;
  readonly terminalType: number;
}): string | undefined {
  if (extension) return sipUser(compId, extension);
  return terminalType === lineType ? lineUser(compId, agentId) : undefined;
}

/** Undefined when the text is no extension's user. Company ids have 6 characters. */
export function parseSipUser(user: string): { compId: string; extension: string } | undefined {
  const match = /^([0-9A-Za-z]{6})(\d{1,12})$/.exec(user);
  return match ? { compId: match[1] as string, extension: match[2] as string } : undefined;
}

export function createDirectory({ database, broker, random, clock, sealer }: DirectoryOptions): PartsDirectory {
  const guests = createGuests(broker, random);
  /** A soft phone is who is signed in at its seat; a hardware telephone has a password of its own while the seat is in service. */
  async function ofExtension(user: string, compId: string, extension: string): Promise<readonly SipCredential[]> {
    const row = await database.tenant(compId, (trx) => findSipSeat(trx, compId, extension));
    if (!row) return [];
    const now = clock.now();
    // system: sessions lie outside of the enterprise's own rows.
    const sessions =
      row.agentId === null
        ? []
        : await database.system((trx) => liveSeatSessions(trx, compId, row.agentId!, new Date(now)));
    const inService = row.enterpriseEnabled === 1 && row.seatEnabled === 1;
    if (row.terminalType !== null && hasSoftphone(row.terminalType))
      return sessions.flatMap(({ id, accountEnabled }) =>
        sessionPasswords(sealer, user, id, now).map((one) => ({
          ...one,
          user,
          holder: id,
          mayCall: inService && accountEnabled === 1,
        })),
      );
    // A telephone that no seat owns may be called but cannot call.
    const unowned = row.agentId === null && row.enterpriseEnabled === 1;
    if (!inService && !unowned) return [];
    const password = sealer.unseal(row.secret, extensionSealContext(compId, extension));
    return [{ user, password, mayCall: sessions.some(({ accountEnabled }) => accountEnabled === 1) }];
  }

  /** An administrator's page: called while its session lives, and calls nobody. */
  async function ofListener(user: string): Promise<readonly SipCredential[]> {
    const { sessionId } = (await findListener(broker, user)) ?? {};
    const now = clock.now();
    // system: sessions lie outside of the enterprise's own rows.
    if (sessionId === undefined || !(await database.system((trx) => liveUntil(trx, sessionId, new Date(now)))))
      return [];
    return sessionPasswords(sealer, user, sessionId, now).map((one) => ({
      ...one,
      user,
      holder: sessionId,
      mayCall: false,
    }));
  }

  return {
    async enterpriseOf(user) {
      if (isListener(user)) return (await findListener(broker, user))?.compId;
      if (isGuest(user)) return (await guests.find(user))?.compId;
      const compId = parseSipUser(user)?.compId;
      if (compId === undefined) return undefined;
      return (await database.tenant(compId, (trx) => findEnterprise(trx, compId)))?.compId;
    },
    async credentials(user) {
      if (isListener(user)) return ofListener(user);
      if (isGuest(user)) {
        const guest = await guests.find(user);
        return guest ? [{ user, password: guest.password, mayCall: true, single: true }] : [];
      }
      const parsed = parseSipUser(user);
      return parsed ? ofExtension(user, parsed.compId, parsed.extension) : [];
    },
  };
}
