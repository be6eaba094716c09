/** 企业管理员 for operators, 用户账号 for the enterprise itself. */
import { serviceOf } from "../../service.ts";
import type { CompanyAccountDeps } from "./company/checks.ts";
import { addOne, addBatch } from "./company/adding.ts";
import { listAll, query, system } from "./company/reading.ts";
import { update, reload } from "./company/changing.ts";
import { removeMany } from "./company/removing.ts";
import { resetAdministrator } from "./totp.ts";

export const createCompanyAccounts = (deps: CompanyAccountDeps) =>
  serviceOf(deps, {
    list: listAll,
    query,
    system,
    add: addOne,
    addBatch,
    update,
    reload,
    resetTotp: resetAdministrator,
    remove: removeMany,
  });
