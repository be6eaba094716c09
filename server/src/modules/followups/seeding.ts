/** What a demonstration begins with: a setting. */
import type { Insertable } from "kysely";
import type { Ports } from "../../ports/index.ts";
import type { Trx } from "../../ports/database.ts";
import type { FollowUpSettingTable } from "../../ports/schema/followups.ts";
import { insertSetting } from "./settings/repository.ts";

export const seedFollowUpSetting = async (
  { random, clock }: Pick<Ports, "random" | "clock">,
  trx: Trx,
  row: Omit<Insertable<FollowUpSettingTable>, "id" | "updatedAt">,
): Promise<void> => {
  await insertSetting(trx, { ...row, id: random.id(), updatedAt: new Date(clock.now()) });
};
