/** Enterprises, their accounts and their money; operators and their units. The only face of this module. */
import { AppError } from "@liantai/api/contract";
import type { Module } from "../../http/module.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createCompanyAccounts } from "./accounts/company.ts";
import { createMembers } from "./accounts/members.ts";
import { createOperatorAccounts } from "./accounts/operators.ts";
import { createNewPasswords } from "./accounts/passwords.ts";
import { createLifecycle } from "./companies/lifecycle.ts";
import { lockSeatLimit } from "./companies/repository.ts";
import { createCompanyService } from "./companies/service.ts";
import { createSmsAccounts } from "./companies/sms.ts";
import { createCallBilling } from "./ledger/billing.ts";
import { createLedgerService } from "./ledger/service.ts";
import { createUnits } from "./operators/units.ts";
import { enterpriseRoutes } from "./routes.ts";

export { insertEnterprise } from "./companies/repository.ts";
export { balanceOf } from "./ledger/ledger.ts";

export interface SeatLimit {
  /** 0: no limit. */
  readonly max: number;
  readonly used: number;
  /** How many may be added; Infinity without a limit. */
  readonly left: number;
}

/** Seats the enterprise may have. Locks its row to the end of the transaction: ask in the one that adds seats. */
export async function seatLimit(trx: Trx, compId: string): Promise<SeatLimit> {
  const { max, used } = await lockSeatLimit(trx, compId);
  return { max, used, left: max === 0 ? Infinity : Math.max(0, max - used) };
}

/** Throws AppError 'refused' when `adding` seats are more than the enterprise may have. */
export async function assertSeatRoom(trx: Trx, compId: string, adding: number): Promise<void> {
  const { max, used, left } = await seatLimit(trx, compId);
  if (adding > left) throw new AppError("refused", `坐席上限为${max}个，已有${used}个，不能再新增${adding}个`);
}

export function createEnterprisesModule(deps: AdministrationDeps): Module {
  const passwords = createNewPasswords(deps.ports, deps.auth);
  const lifecycle = createLifecycle(deps);
  const billing = createCallBilling(deps.ports);
  const ledger = createLedgerService(deps);
  ledger.registerExport();
  return {
    name: "enterprises",
    routes: enterpriseRoutes({
      companies: createCompanyService({ ...deps, lifecycle, passwords }),
      sms: createSmsAccounts(deps),
      ledger,
      units: createUnits(deps),
      operators: createOperatorAccounts({ ...deps, passwords }),
      accounts: createCompanyAccounts({ ...deps, passwords }),
      members: createMembers(deps),
    }),
    async start() {
      await lifecycle.start();
      await billing.start();
    },
    async stop() {
      await billing.stop();
      await lifecycle.end();
    },
  };
}
