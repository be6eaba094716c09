import { dateOnly } from "../dates.ts";
import type { ReplyOf } from "@liantai/api/contract";
import { formatMoney, type companyApi } from "@liantai/api/contract/admin";
import { formatTime } from "../../event-log/index.ts";
import type { ListedEnterprise, SmsRow } from "./repository.ts";

export type CompanyItem = ReplyOf<typeof companyApi.query>;
const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export function presentEnterprise(row: ListedEnterprise, sms: SmsRow | undefined): CompanyItem {
  return {
    compId: row.comp_id,
    name: row.name,
    contact: row.contact,
    phone: row.phone,
    unitId: row.unit_id,
    unitName: row.unit_name ?? "",
    dbServer: row.db_server,
    maxSeats: row.max_seats,
    maxConcurrentCalls: row.max_concurrent_calls,
    maxRobots: row.max_robots,
    storageMb: row.storage_mb,
    seats: Number(row.seats ?? 0),
    expiresOn: row.expires_at ? dateOnly(row.expires_at) : "",
    creditLimit: formatMoney(row.credit_limit ?? "0"),
    balance: formatMoney(row.balance ?? "0"),
    isWhite: flag(row.is_white),
    enabled: flag(row.enabled),
    forbidden: flag(row.forbidden),
    forcePasswordChange: flag(row.force_password_change),
    reminderCycle: row.reminder_cycle,
    hiddenGlobalPhone: flag(row.hidden_global_phone),
    phoneEncipher: flag(row.phone_encipher),
    isShowForm: flag(row.is_show_form),
    moduleIm: flag(row.module_im),
    moduleKnowledge: flag(row.module_knowledge),
    moduleHelp: flag(row.module_help),
    remark: row.remark,
    createdAt: formatTime(row.created_at),
    sms: sms
      ? {
          enabled: flag(sms.enabled),
          account: sms.account,
          signName: sms.sign_name,
          extCode: sms.ext_code,
          price: formatMoney(sms.price),
          dailyLimit: sms.daily_limit,
        }
      : null,
  };
}
