import {
  companyAccountApi,
  companyApi,
  companyWhiteApi,
  dbServerApi,
  operatorAccountApi,
  rechargeApi,
  smsCompexApi,
  unitApi,
  userAgentMemberApi,
} from "@liantai/api/contract/admin";
import { route, type Route } from "../../http/routes.ts";
import type { createCompanyAccounts } from "./accounts/company.ts";
import type { createMembers } from "./accounts/members.ts";
import type { createOperatorAccounts } from "./accounts/operators.ts";
import type { CompanyService } from "./companies/service.ts";
import type { createSmsAccounts } from "./companies/sms.ts";
import type { createLedgerService } from "./ledger/service.ts";
import type { createUnits } from "./operators/units.ts";

export interface EnterpriseServices {
  readonly companies: CompanyService;
  readonly sms: ReturnType<typeof createSmsAccounts>;
  readonly ledger: ReturnType<typeof createLedgerService>;
  readonly units: ReturnType<typeof createUnits>;
  readonly operators: ReturnType<typeof createOperatorAccounts>;
  readonly accounts: ReturnType<typeof createCompanyAccounts>;
  readonly members: ReturnType<typeof createMembers>;
}

export const enterpriseRoutes = ({
  companies,
  sms,
  ledger,
  units,
  operators,
  accounts,
  members,
}: EnterpriseServices): readonly Route[] => [
  route(companyApi.list, ({ body }, context) => companies.list(body, context)),
  route(companyApi.add, ({ body }, context) => companies.add(body, context)),
  route(companyApi.update, ({ body }, context) => companies.update(body, context)),
  route(companyApi.delete, ({ body }, context) => companies.delete(body, context)),
  route(companyApi.enable, ({ body }, context) => companies.enable(body, context)),
  route(companyApi.disEnable, ({ body }, context) => companies.disEnable(body, context)),
  route(companyApi.showForm, ({ body }, context) => companies.showForm(body, context)),
  route(companyApi.disShowForm, ({ body }, context) => companies.disShowForm(body, context)),
  route(companyApi.query, ({ body }, context) => companies.query(body, context)),
  route(companyApi.getNextCompId, () => companies.nextCode()),
  route(dbServerApi.list, () => companies.databases()),
  route(companyWhiteApi.list, ({ body }, context) => companies.white(body, context)),
  route(smsCompexApi.addTxCompex, ({ body }, context) => sms.add(body, context)),
  route(smsCompexApi.updateCompex, ({ body }, context) => sms.update(body, context)),
  route(rechargeApi.getCompanyRecharge, ({ body }, context) => ledger.balance(body, context)),
  route(rechargeApi.list, ({ body }, context) => ledger.list(body, context)),
  route(rechargeApi.export, ({ body }, context) => ledger.export(body, context)),
  route(rechargeApi.add, ({ body }, context) => ledger.recharge(body, context)),
  route(rechargeApi.adjust, ({ body }, context) => ledger.adjust(body, context)),
  route(unitApi.list, (_input, context) => units.list(context)),
  route(unitApi.add, ({ body }, context) => units.add(body, context)),
  route(unitApi.update, ({ body }, context) => units.update(body, context)),
  route(unitApi.delete, ({ body }, context) => units.delete(body, context)),
  route(unitApi.organizCompanyList, ({ body }, context) => units.companies(body, context)),
  route(unitApi.assign, ({ body }, context) => units.assign(body, context)),
  route(operatorAccountApi.listOpt, ({ body }, context) => operators.list(body, context)),
  route(operatorAccountApi.queryOpt, ({ body }, context) => operators.query(body, context)),
  route(operatorAccountApi.addOpt, ({ body }, context) => operators.add(body, context)),
  route(operatorAccountApi.updateOpt, ({ body }, context) => operators.update(body, context)),
  route(operatorAccountApi.reloadPasswordOpt, ({ body }, context) => operators.reload(body, context)),
  route(operatorAccountApi.resetTotpOpt, ({ body }, context) => operators.resetTotp(body, context)),
  route(operatorAccountApi.deleteOpt, ({ body }, context) => operators.delete(body, context)),
  route(companyAccountApi.listComp, ({ body }, context) => accounts.list(body, context)),
  route(companyAccountApi.queryComp, ({ body }, context) => accounts.query(body, context)),
  route(companyAccountApi.queryCompSys, ({ body }, context) => accounts.system(body, context)),
  route(companyAccountApi.addComp, ({ body }, context) => accounts.add(body, context)),
  route(companyAccountApi.updateComp, ({ body }, context) => accounts.update(body, context)),
  route(companyAccountApi.reloadPasswordComp, ({ body }, context) => accounts.reload(body, context)),
  route(companyAccountApi.resetTotpComp, ({ body }, context) => accounts.resetTotp(body, context)),
  route(companyAccountApi.deleteComp, ({ body }, context) => accounts.remove(body, context)),
  route(companyAccountApi.addUserCompBatch, ({ body }, context) => accounts.addBatch(body, context)),
  route(companyAccountApi.deleteUserDispatchAcc, ({ body }, context) => accounts.remove(body, context)),
  route(userAgentMemberApi.findExist, ({ body }, context) => members.exist(body, context)),
  route(userAgentMemberApi.findNotExist, ({ body }, context) => members.notExist(body, context)),
  route(userAgentMemberApi.add, ({ body }, context) => members.add(body, context)),
  route(userAgentMemberApi.delete, ({ body }, context) => members.remove(body, context)),
];
