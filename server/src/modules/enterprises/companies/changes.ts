/** What is typed about an enterprise, as columns. Absent fields are left out: they stay, or take their default. */
import type { BodyOf } from "@liantai/api/contract";
import type { companyApi } from "@liantai/api/contract/admin";
import type { Insertable } from "kysely";
import type { EnterpriseTable } from "../../../ports/schema.ts";
import { endOfDay } from "../dates.ts";

type Fields = Omit<BodyOf<typeof companyApi.update>, "compId" | "creditLimit">;
export type Changes = Partial<Omit<Insertable<EnterpriseTable>, "compId">>;

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
    unitId: body.unitId === "" ? null : body.unitId,
    dbServer: body.dbServer || undefined,
    maxSeats: body.maxSeats,
    maxConcurrentCalls: body.maxConcurrentCalls,
    maxRobots: body.maxRobots,
    storageMb: body.storageMb,
    expiresAt: lastDay(body.expiresOn),
    isWhite: body.isWhite,
    forcePasswordChange: body.forcePasswordChange,
    reminderCycle: body.reminderCycle,
    hiddenGlobalPhone: body.hiddenGlobalPhone,
    phoneEncipher: body.phoneEncipher,
    moduleIm: body.moduleIm,
    moduleKnowledge: body.moduleKnowledge,
    moduleHelp: body.moduleHelp,
    remark: body.remark,
  });
