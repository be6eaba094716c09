/** 企业充值 and 充值记录. */
import { serviceOf } from "../../service.ts";
import { recharge, adjust } from "./booking.ts";
import { balance, list, type LedgerDeps } from "./reading.ts";
import { registerExport, startExport } from "./exporting.ts";

export const createLedgerService = (deps: LedgerDeps) =>
  serviceOf(deps, { registerExport, export: startExport, recharge, adjust, balance, list });
