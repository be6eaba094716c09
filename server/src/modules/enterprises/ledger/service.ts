/** 企业充值 and 充值记录. */
import { AppError, type BodyOf, type ReplyOf, isOperator, formatTime, parseTime } from "@liantai/api/contract";
import {
  formatMoney,
  ledgerKindTexts,
  parseMoney,
  type LedgerKind,
  type rechargeApi,
} from "@liantai/api/contract/admin";
import { compListOf, compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";

import { findEnterpriseRow } from "../companies/repository.ts";
import { callerOf, keyset } from "../../files/index.ts";
import { announceArrears, post } from "./ledger.ts";
import { entriesAfter, findBalance, listEntries, type LedgerQuery, type ListedEntry } from "./repository.ts";

export const presentEntry = (row: ListedEntry) => ({
  id: row.id,
  seq: row.seq,
  compId: row.compId,
  compName: row.compName,
  kind: row.kind as LedgerKind,
  amount: formatMoney(row.amount),
  balanceAfter: formatMoney(row.balanceAfter),
  operatorName: row.operatorName,
  remark: row.remark,
  at: formatTime(row.at),
});

async function* exportRows(entries: AsyncIterable<ListedEntry>) {
  for await (const row of entries) {
    const entry = presentEntry(row);
    yield [
      entry.at,
      entry.compId,
      entry.compName,
      ledgerKindTexts[entry.kind],
      entry.amount,
      entry.balanceAfter,
      entry.operatorName,
      entry.remark,
      entry.seq,
    ];
  }
}

type Filters = Pick<BodyOf<typeof rechargeApi.list>, "compId" | "kind" | "startTime" | "endTime" | "operatorName">;

/** Whose entries, and which: the list and its export ask the same. */
export function ledgerQuery(
  filters: Filters,
  caller: RequestContext["caller"],
): Pick<LedgerQuery, "compIds" | "kind" | "from" | "to" | "operatorName"> {
  const at = (text: string | undefined) => (text ? parseTime(text) : undefined);
  return {
    compIds: compListOf(caller, filters.compId),
    kind: filters.kind,
    from: at(filters.startTime),
    to: at(filters.endTime),
    operatorName: filters.operatorName,
  };
}

const exportKind = "ledgerExport";
const pageRows = 1_000;

export function createLedgerService({ ports, audit, files }: Pick<AdministrationDeps, "ports" | "audit" | "files">) {
  const { database } = ports;

  files.exports.register<Filters>(exportKind, {
    title: "充值记录",
    async produce({ owner, params }) {
      const caller = callerOf(owner);
      const query = ledgerQuery(params, caller);
      // system: as the list, which compListOf has bounded.
      const read = <T>(work: (trx: Trx) => Promise<T>) =>
        isOperator(caller) ? database.system(work) : database.tenant(caller.compId, work);
      const pages = keyset(pageRows, (after: ListedEntry | undefined) =>
        read((trx) => entriesAfter(trx, query, after, pageRows)),
      );
      return {
        columns: ["时间", "企业编号", "企业名称", "类型", "金额（元）", "余额（元）", "操作人", "备注", "序号"].map(
          (title) => ({ title }),
        ),
        rows: exportRows(pages),
      };
    },
  });

  async function book(
    kind: LedgerKind,
    { compId: named, amount: text, remark, key }: BodyOf<typeof rechargeApi.add>,
    context: RequestContext,
  ): Promise<ReplyOf<typeof rechargeApi.add>> {
    const { caller } = context;
    const compId = compOf(caller, named);
    const amount = parseMoney(text) ?? 0n;
    // system: tenants may not write to the ledger.
    const posted = await database.system(async (trx) => {
      const enterprise = await findEnterpriseRow(trx, compId);
      if (!enterprise) throw new AppError("notFound", "企业不存在");
      const done = await post(trx, ports, {
        compId,
        kind,
        amount,
        key,
        operatorId: caller.userId,
        operatorName: caller.nickName,
        remark,
      });
      if (!done.repeated)
        await audit.write(trx, context, {
          compId,
          action: kind === "recharge" ? "recharge" : "adjust",
          object: "ledger",
          id: done.id,
          name: enterprise.name,
          after: { amount: formatMoney(amount), balance: formatMoney(done.balance), remark: remark ?? "" },
        });
      return done;
    });
    if (posted.turned) await announceArrears(ports, compId, posted.forbidden);
    return {
      id: posted.id,
      balance: formatMoney(posted.balance),
      forbidden: posted.forbidden,
      repeated: posted.repeated,
    };
  }

  return {
    export: (body: Filters, context: RequestContext) => {
      // Refused now, not in the job.
      ledgerQuery(body, context.caller);
      return files.exports.start(context, { kind: exportKind, name: "充值记录", params: body });
    },
    recharge: (body: BodyOf<typeof rechargeApi.add>, context: RequestContext) => book("recharge", body, context),
    adjust: (body: BodyOf<typeof rechargeApi.adjust>, context: RequestContext) => book("adjustment", body, context),
    async balance(
      { compId: named }: BodyOf<typeof rechargeApi.getCompanyRecharge>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof rechargeApi.getCompanyRecharge>> {
      const compId = compOf(caller, named);
      const [row, enterprise] = await database.tenant(compId, (trx) =>
        Promise.all([findBalance(trx, compId), findEnterpriseRow(trx, compId)]),
      );
      if (!enterprise) throw new AppError("notFound", "企业不存在");
      return {
        compId,
        name: enterprise.name,
        balance: formatMoney(row?.balance ?? 0n),
        creditLimit: formatMoney(row?.creditLimit ?? 0n),
        forbidden: enterprise.forbidden === 0 ? 0 : 1,
        entries: row?.entries ?? 0,
      };
    },
    async list(
      body: BodyOf<typeof rechargeApi.list>,
      { caller }: RequestContext,
    ): Promise<ReplyOf<typeof rechargeApi.list>> {
      const query = { ...body, ...ledgerQuery(body, caller) };
      // system: an operator reads the ledgers of all enterprises he looks after; compListOf has decided which.
      const { rows, total } = await (isOperator(caller)
        ? database.system((trx) => listEntries(trx, query))
        : database.tenant(caller.compId, (trx) => listEntries(trx, query)));
      return {
        list: rows.map((row) => presentEntry(row as ListedEntry)),
        total,
        pageNo: body.pageNo,
        pageSize: body.pageSize,
      };
    },
  };
}
