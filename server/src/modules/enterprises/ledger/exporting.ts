/** The ledger as a sheet. */
import { isOperator } from "@liantai/api/contract";
import { ledgerKindTexts, rechargeApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../http/routes.ts";
import { forJobs, type Trx } from "../../../ports/database.ts";
import { callerOf, keyset } from "../../files/index.ts";
import { entriesAfter, type ListedEntry } from "./repository.ts";
import { presentEntry, ledgerQuery, type LedgerDeps, type Filters } from "./reading.ts";

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

const exportKind = "ledgerExport";

const pageRows = 1_000;

export function registerExport(deps: LedgerDeps): void {
  const {
    files,
    ports: { database },
  } = deps;
  files.exports.register<Filters>(exportKind, {
    title: "充值记录",
    pages: ["/rechargerecord"],
    fetch: rechargeApi.export.permission,
    async produce({ owner, params }) {
      const caller = callerOf(owner);
      const query = ledgerQuery(params, caller);
      // system: as the list, which compListOf has bounded.
      const read = <T>(work: (trx: Trx) => Promise<T>) =>
        isOperator(caller) ? database.system(work) : forJobs(database).tenant(caller.compId, work);
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
}

export function startExport(deps: LedgerDeps, body: Filters, context: RequestContext) {
  const { files } = deps;
  // Refused now, not in the job.
  ledgerQuery(body, context.caller);
  return files.exports.start(context, { kind: exportKind, name: "充值记录", params: body });
}
