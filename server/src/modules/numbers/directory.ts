/** Who may register at the switch: extensions and customers' pages. Asked at every challenge, so a removed one is dead at once. */
import type { Broker } from "../../ports/broker.ts";
import type { Random } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import type { SwitchDirectory } from "../../ports/switch.ts";
import { extensionSealContext, type Sealer } from "../system/index.ts";
import { createGuests, isGuest } from "./guests.ts";
import { findEnterprise, findExtension } from "./repository.ts";

export interface DirectoryOptions {
  readonly database: Database;
  readonly broker: Broker;
  readonly random: Random;
  readonly sealer: Sealer;
}

/** SIP user of an extension: company id followed by the extension (console.md section 5). */
export const sipUser = (compId: string, extension: string): string => `${compId}${extension}`;

/** Undefined when the text is no extension's user. Company ids have 6 characters. */
export function parseSipUser(user: string): { compId: string; extension: string } | undefined {
  const match = /^([0-9A-Za-z]{6})(\d{1,12})$/.exec(user);
  return match ? { compId: match[1] as string, extension: match[2] as string } : undefined;
}

export function createDirectory({ database, broker, random, sealer }: DirectoryOptions): SwitchDirectory {
  const guests = createGuests(broker, random);
  return {
    async credential(user) {
      if (isGuest(user)) {
        const guest = await guests.find(user);
        return guest && { user, password: guest.password, mayCall: true };
      }
      const parsed = parseSipUser(user);
      if (!parsed) return undefined;
      const { compId, extension } = parsed;
      const row = await database.tenant(compId, async (trx) =>
        (await findEnterprise(trx, compId))?.enabled === 1 ? findExtension(trx, compId, extension) : undefined,
      );
      return (
        row && { user, password: sealer.unseal(row.sip_secret, extensionSealContext(compId, extension)), mayCall: true }
      );
    },
  };
}
