/** What is typed about an enterprise, as columns. Absent fields are left out: they stay, or take their default. */
import type { BodyOf } from "@liantai/api/contract";
import type { companyApi } from "@liantai/api/contract/admin";
import type { Insertable } from "kysely";
import type { EnterpriseTable } from "../../../ports/schema.ts";
import { endOfDay } from "../dates.ts";

type Fields = Omit<BodyOf<typeof companyApi.update>, "compId" | "creditLimit">;
export type Changes = Partial<Omit<Insertable<EnterpriseTable>, "comp_id">>;

const defined = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T;

function lastDay(date: string | undefined): Date | null | undefined {
  if (date === undefined) return undefined;
  return date === "" ? null : (endOfDay(date) ?? null);
}

export const columnsOf = (body: Fields): Changes =>
  defined({
    name: body.name,
    contact: body.contact,
    phone: body.phone,
    unit_id: body.unitId === "" ? null : body.unitId,
    db_server: body.dbServer || undefined,
    max_seats: body.maxSeats,
    max_concurrent_calls: body.maxConcurrentCalls,
    max_robots: body.maxRobots,
    storage_mb: body.storageMb,
    expires_at: lastDay(body.expiresOn),
    is_white: body.isWhite,
    force_password_change: body.forcePasswordChange,
    reminder_cycle: body.reminderCycle,
    hidden_global_phone: body.hiddenGlobalPhone,
    phone_encipher: body.phoneEncipher,
    module_im: body.moduleIm,
    module_knowledge: body.moduleKnowledge,
    module_help: body.moduleHelp,
    remark: body.remark,
  }) as Changes;
