import { type ReplyOf, formatTime, formatDate } from "@liantai/api/contract";
import { formatMoney, type companyApi } from "@liantai/api/contract/admin";

import type { ListedEnterprise, SmsRow } from "./repository.ts";

export type CompanyItem = ReplyOf<typeof companyApi.query>;
const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export function presentEnterprise(row: ListedEnterprise, sms: SmsRow | undefined): CompanyItem {
  return {
    compId: row.compId,
    name: row.name,
    contact: row.contact,
    phone: row.phone,
    unitId: row.unitId,
    unitName: row.unitName ?? "",
    dbServer: row.dbServer,
    maxSeats: row.maxSeats,
    maxConcurrentCalls: row.maxConcurrentCalls,
    maxRobots: row.maxRobots,
    storageMb: row.storageMb,
    seats: Number(row.seats ?? 0),
    expiresOn: row.expiresAt ? formatDate(row.expiresAt) : "",
    creditLimit: formatMoney(row.creditLimit ?? "0"),
    balance: formatMoney(row.balance ?? "0"),
    isWhite: flag(row.isWhite),
    enabled: flag(row.enabled),
    forbidden: flag(row.forbidden),
    forcePasswordChange: flag(row.forcePasswordChange),
    reminderCycle: row.reminderCycle,
    hiddenGlobalPhone: flag(row.hiddenGlobalPhone),
    phoneEncipher: flag(row.phoneEncipher),
    isShowForm: flag(row.isShowForm),
    moduleIm: flag(row.moduleIm),
    moduleKnowledge: flag(row.moduleKnowledge),
    moduleHelp: flag(row.moduleHelp),
    remark: row.remark,
    createdAt: formatTime(row.createdAt),
    sms: sms
      ? {
          enabled: flag(sms.enabled),
          account: sms.account,
          signName: sms.signName,
          extCode: sms.extCode,
          price: formatMoney(sms.price),
          dailyLimit: sms.dailyLimit,
        }
      : null,
  };
}
