/** 运营账号. Nobody gives what he does not have: keys, flags, units; the own account and the last system account stay. */
import { serviceOf } from "../../service.ts";
import type { OperatorAccountDeps } from "./operators/checks.ts";
import { add } from "./operators/adding.ts";
import { list, query } from "./operators/reading.ts";
import { update, reload } from "./operators/changing.ts";
import { removeMany } from "./operators/removing.ts";
import { resetOperator } from "./totp.ts";

export const createOperatorAccounts = (deps: OperatorAccountDeps) =>
  serviceOf(deps, { list, query, add, update, reload, resetTotp: resetOperator, delete: removeMany });
