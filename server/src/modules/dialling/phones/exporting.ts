/** Numbers of a task with their results as a workbook. */
import { callResults, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { answerers, numberStates, taskPhoneApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Cell } from "../../../sheets/index.ts";
import { callerOf, keyset } from "../../files/index.ts";
import { exportCells, exportTitles, variableNames, type PhoneCells } from "./export-sheet.ts";
import { taskFor, type PhonesDeps } from "./access.ts";
import { queryOf, totalOf } from "./listing.ts";
import { pageOfPhones, pageOfVariables, type ListedPhone, type PhoneQuery } from "./phone-repository.ts";
import { presentPhone } from "./present.ts";
import { forJobs } from "../../../ports/database.ts";

type Api = typeof taskPhoneApi;
interface Params extends Omit<BodyOf<Api["export"]>, "socketId" | "compId"> {
  readonly compId: string;
}

const kind = "taskPhones";
const pageRows = 2_000;

function cellsOf(row: ListedPhone, hide: boolean, names: readonly string[]): readonly Cell[] {
  const shown = presentPhone(row, hide);
  const cells: PhoneCells = {
    ...{ 号码: shown.phone, 客户姓名: shown.contact, 优先级: shown.priority, 客户标识: shown.person },
    ...{ 工号: shown.agentId, 同意来源: shown.consentSource },
    ...{ 同意时间: shown.consentAt ?? "", 批次: shown.batchNumber },
    ...{ 样本状态: numberStates[shown.state], 原因: shown.reason, 归属地: shown.place, 呼叫次数: shown.attempts },
    呼叫结果: shown.lastCode === null ? "" : (callResults[shown.lastCode] ?? ""),
    接听方: shown.answerer && answerers[shown.answerer],
    ...{ 呼损: shown.abandoned ? "是" : "", 最后呼叫时间: shown.lastAt ?? "", 下次呼叫时间: shown.nextAt ?? "" },
    ...{
      业务结果: shown.result,
      备注: shown.remark,
      意向等级: shown.level,
      意向得分: shown.score ?? "",
      创建时间: shown.createdAt,
    },
  };
  return exportCells(cells, shown.variables, names);
}

/** Of the numbers up to the last that there is now: one that comes while the workbook is written may have names that no column has. */
async function variablesOf({ database }: PhonesDeps["ports"], query: PhoneQuery, signal: AbortSignal) {
  const found = new Set<string>();
  let last: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = await database.tenant(query.compId, (trx) => pageOfVariables(trx, query, last, pageRows));
    for (const name of page.names) found.add(name);
    last = page.last ?? last;
    if (page.count < pageRows) return { ...variableNames(found), last };
  }
}

export function registerExports({ ports, files }: PhonesDeps): void {
  files.exports.register<Params>(kind, {
    title: "外呼号码",
    pages: [],
    numbers: true,
    fetch: taskPhoneApi.export.permission,
    async produce({ owner, params: { compId, ...filters }, signal }) {
      const caller = callerOf(owner);
      const query = queryOf(compId, filters, caller);
      const hide = hidesNumbers(caller);
      const { total, more } = await forJobs(ports.database).tenant(compId, (trx) => totalOf(trx, query));
      const pages = keyset<ListedPhone>(pageRows, (after) =>
        forJobs(ports.database).tenant(compId, (trx) =>
          pageOfPhones(trx, query, { after: after?.id, limit: pageRows }),
        ),
      );
      const { names, more: others, last = "" } = await variablesOf(ports, query, signal);
      async function* rows() {
        for await (const row of pages) {
          if (row.id > last) return;
          yield cellsOf(row, hide, names);
        }
      }
      const columns = exportTitles(names, others).map((title) => ({ title }));
      return { columns, ...(!more && { total }), rows: rows() };
    },
  });
}

export async function startExport(
  deps: PhonesDeps,
  { compId: named, socketId, ...filters }: BodyOf<Api["export"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["export"]>> {
  const compId = compOf(context.caller, named);
  const { taskIdentity } = await taskFor(deps, context.caller, compId, filters.taskId, "see");
  const params: Params = { compId, ...filters };
  return deps.files.exports.start(context, { kind, name: `${taskIdentity}外呼号码`, params, socketId });
}
