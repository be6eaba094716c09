/** The enterprise's account with the short message centre. Its secret is sealed and never shown again. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import { parseMoney, type smsCompexApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { findSms, insertSms, lockEnterpriseRow, updateSms } from "./repository.ts";

type Body = BodyOf<typeof smsCompexApi.addTxCompex>;

/** What the secret is sealed for. */
export const smsSealContext = (compId: string): string => `sms/${compId}`;

export function createSmsAccounts({ ports, audit, sealer }: Pick<AdministrationDeps, "ports" | "audit" | "sealer">) {
  const { database, clock } = ports;
  const columns = ({ enabled, account, signName, extCode, price, dailyLimit }: Body) => ({
    enabled: enabled ?? 1,
    account,
    signName,
    extCode: extCode ?? "",
    price: String(parseMoney(price || "0") ?? 0n),
    dailyLimit: dailyLimit ?? 0,
    updatedAt: new Date(clock.now()),
  });
  return {
    async add(body: Body, context: RequestContext): Promise<null> {
      const compId = compOf(context.caller, body.compId);
      if (!body.secret) throw fieldRefusal("secret", "短信密钥", "请输入短信密钥");
      const secret = sealer.seal(body.secret, smsSealContext(compId));
      // system: an operator sets up an enterprise that is not his.
      await database.system(async (trx) => {
        const enterprise = await lockEnterpriseRow(trx, compId);
        if (!enterprise) throw new AppError("notFound", "企业不存在");
        const row = { compId, secret, ...columns(body) };
        await unique(fieldRefusal("account", "短信账号", "该企业已有短信账号，请编辑"), () => insertSms(trx, row));
        await audit.write(trx, context, {
          compId,
          action: "add",
          object: "smsAccount",
          id: compId,
          name: enterprise.name,
          after: row,
        });
      });
      return null;
    },
    async update(body: Body, context: RequestContext): Promise<null> {
      const compId = compOf(context.caller, body.compId);
      await database.system(async (trx) => {
        const enterprise = await lockEnterpriseRow(trx, compId);
        const before = await findSms(trx, compId);
        if (!enterprise || !before) throw new AppError("notFound", "该企业还没有短信账号");
        const changes = {
          ...columns(body),
          ...(body.secret ? { secret: sealer.seal(body.secret, smsSealContext(compId)) } : {}),
        };
        await updateSms(trx, compId, changes);
        await audit.write(trx, context, {
          compId,
          action: "update",
          object: "smsAccount",
          id: compId,
          name: enterprise.name,
          before: { ...before, updatedAt: undefined },
          after: { ...before, ...changes, updatedAt: undefined },
        });
      });
      return null;
    },
  };
}
