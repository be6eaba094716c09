/** Numbers of a task with their results as a workbook. */
import { callResults, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { answerers, numberStates, taskPhoneApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Cell } from "../../../sheets/index.ts";
import { callerOf, keyset } from "../../files/index.ts";
import { taskFor, type PhonesDeps } from "./access.ts";
import { queryOf, totalOf } from "./listing.ts";
import { pageOfPhones, type ListedPhone } from "./phone-repository.ts";
import { presentPhone } from "./present.ts";

type Api = typeof taskPhoneApi;
interface Params extends Omit<BodyOf<Api["export"]>, "socketId" | "compId"> {
  readonly compId: string;
}

const kind = "taskPhones";
const pageRows = 2_000;

const titles = [
  ...[
    "号码",
    "客户姓名",
    "批次",
    "状态",
    "原因",
    "归属地",
    "优先级",
    "呼叫次数",
    "呼叫结果",
    "接听方",
    "呼损",
    "最后呼叫时间",
    "下次呼叫时间",
  ],
  ...["工号", "业务结果", "意向等级", "意向得分", "变量", "创建时间"],
];

function cellsOf(row: ListedPhone, hide: boolean): readonly Cell[] {
  const shown = presentPhone(row, hide);
  return [
    ...[shown.phone, shown.contact, shown.batchNumber, numberStates[shown.state], shown.reason, shown.place],
    ...[shown.priority, shown.attempts, shown.lastCode === null ? "" : (callResults[shown.lastCode] ?? "")],
    ...[shown.answerer && answerers[shown.answerer], shown.abandoned ? "是" : ""],
    ...[shown.lastAt ?? "", shown.nextAt ?? "", shown.agentId, shown.result, shown.level, shown.score ?? ""],
    Object.entries(shown.variables)
      .map(([name, text]) => `${name}：${text}`)
      .join("；"),
    formatTime(row.createdAt),
  ];
}

export function registerExports({ ports, files }: PhonesDeps): void {
  files.exports.register<Params>(kind, {
    title: "外呼号码",
    pages: [],
    numbers: true,
    fetch: taskPhoneApi.export.permission,
    async produce({ owner, params: { compId, ...filters } }) {
      const caller = callerOf(owner);
      const query = queryOf(compId, filters, caller);
      const hide = hidesNumbers(caller);
      const { total, more } = await ports.database.tenant(compId, (trx) => totalOf(trx, query));
      const pages = keyset<ListedPhone>(pageRows, (after) =>
        ports.database.tenant(compId, (trx) => pageOfPhones(trx, query, { after: after?.id, limit: pageRows })),
      );
      async function* rows() {
        for await (const row of pages) yield cellsOf(row, hide);
      }
      return { columns: titles.map((title) => ({ title })), ...(!more && { total }), rows: rows() };
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
