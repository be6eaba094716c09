/** 登录日志 and 操作日志: an administrator's enterprise, or for operators every enterprise they look after. */
import {
  accountOf,
  deviceName,
  type BodyOf,
  type ReplyOf,
  isAdministrator,
  formatTime,
  parseTime,
} from "@liantai/api/contract";
import { loginLogApi, loginResults, operateLogApi, type LoginResult } from "@liantai/api/contract/admin";
import { compListOf, installation } from "../../../http/company.ts";
import { maskNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { serviceOf } from "../../service.ts";
import { callerOf, keyset, type ExportKind } from "../../files/index.ts";
import {
  listLogins,
  listOperations,
  loginsAfter,
  namesOf,
  operationsAfter,
  type LogFilter,
  type LoginRow,
  type OperationFilter,
  type OperationRow,
} from "./repository.ts";
import { idsIn, valueText, type Names } from "./values.ts";
import { actionsLike, actionText, fieldLabel, objectsLike, objectText } from "./labels.ts";

type LoginReply = ReplyOf<(typeof loginLogApi)["list"]>;
type OperateReply = ReplyOf<(typeof operateLogApi)["list"]>;

/** Whether all that is asked for lies in one enterprise, whose role then reads it. */
const inOne = (companies: LogFilter["companies"]): boolean => companies?.length === 1 && companies[0] !== installation;

function filterOf(
  caller: Caller,
  body: {
    readonly compId?: string | undefined;
    readonly startTime?: string | undefined;
    readonly endTime?: string | undefined;
  },
): LogFilter {
  return {
    companies: compListOf(caller, body.compId),
    from: body.startTime ? parseTime(body.startTime) : undefined,
    to: body.endTime ? parseTime(body.endTime) : undefined,
  };
}

const operationFilter = (caller: Caller, body: OperateBody): OperationFilter => ({
  ...filterOf(caller, body),
  user: body.user,
  keyword: body.keyword,
  wholeNumbers: caller.isHiddenNum || !isAdministrator(caller),
  ...(body.object ? { objects: objectsLike(body.object) } : {}),
  ...(body.action ? { actions: actionsLike(body.action) } : {}),
});

const presentLogin = (row: LoginRow): LoginReply["list"][number] => ({
  id: row.id,
  time: formatTime(row.at),
  compId: row.compId,
  compName: row.compName ?? (row.compId === installation ? "运营平台" : ""),
  account: row.account ?? (accountOf(row.userName) || row.userName),
  name: row.nickName ?? "",
  address: row.address,
  device: deviceName(row.device),
  result: row.result,
  resultText: loginResults[row.result as LoginResult] ?? row.result,
});

/** Phone masking (console.md section 5): who may see no numbers, and who looks from outside at an enterprise that hides them. */
const hides = (caller: Caller, row: OperationRow): boolean =>
  caller.isHiddenNum || (row.hiddenGlobalPhone === 1 && !isAdministrator(caller));

function presentOperation(caller: Caller, row: OperationRow, known: Names): OperateReply["list"][number] {
  const hide = hides(caller, row);
  // The row's own id is named by objectName.
  const names = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])].filter(
    (name) => name !== "id",
  );
  return {
    id: row.id,
    time: formatTime(row.at),
    compId: row.compId,
    compName: row.compName ?? (row.compId === installation ? "运营平台" : ""),
    user: accountOf(row.userName) || row.userName,
    name: row.nickName,
    module: row.module,
    action: row.action,
    actionText: actionText(row.action),
    object: row.object,
    objectText: objectText(row.object),
    objectName: hide ? maskNumbers(row.objectName) : row.objectName,
    address: row.address,
    changes: names.map((field) => ({
      field,
      label: fieldLabel(row.object, field),
      before: valueText(row.object, field, row.before?.[field], hide, known),
      after: valueText(row.object, field, row.after?.[field], hide, known),
    })),
  };
}

interface Shown {
  readonly at: Date;
  readonly id: string;
  readonly shown: OperateReply["list"][number];
}

/** With names for ids: one question a page. */
async function shownOperations(
  trx: Trx,
  caller: Caller,
  { companies }: LogFilter,
  rows: readonly OperationRow[],
): Promise<Shown[]> {
  const ids = new Set(rows.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]));
  const known = await namesOf(trx, [...ids], [...new Set(rows.map(({ compId }) => compId))], !inOne(companies));
  return rows.map((row) => ({ at: row.at, id: row.id, shown: presentOperation(caller, row, known) }));
}

type LoginBody = BodyOf<(typeof loginLogApi)["export"]>;
type OperateBody = BodyOf<(typeof operateLogApi)["export"]>;
const loginKind = "loginLog";
const operateKind = "operateLog";
const exportPage = 1_000;

async function* mapped<T, U>(rows: AsyncIterable<T>, to: (row: T) => U): AsyncGenerator<U> {
  for await (const row of rows) yield to(row);
}

/** One line a change, as the screen says it. */
const changesText = (changes: OperateReply["list"][number]["changes"]): string =>
  (changes ?? [])
    .map(({ label, before, after }) =>
      before === null
        ? `${label}：${after ?? ""}`
        : after === null
          ? `${label}：${before}（已删除）`
          : `${label}：${before} → ${after}`,
    )
    .join("；");

function exportLogins(deps: AdministrationDeps, body: LoginBody, context: RequestContext) {
  filterOf(context.caller, body);
  return deps.files.exports.start(context, { kind: loginKind, params: body });
}

function exportOperations(deps: AdministrationDeps, body: OperateBody, context: RequestContext) {
  filterOf(context.caller, body);
  return deps.files.exports.start(context, { kind: operateKind, params: body });
}

function read<T>(deps: AdministrationDeps, { companies }: LogFilter, run: (trx: Trx) => Promise<T>): Promise<T> {
  const [one] = companies ?? [];
  // system: operators read over several enterprises; compListOf has decided which.
  return inOne(companies) && one !== undefined ? deps.ports.database.tenant(one, run) : deps.ports.database.system(run);
}

async function logins(
  deps: AdministrationDeps,
  body: BodyOf<(typeof loginLogApi)["list"]>,
  { caller }: RequestContext,
): Promise<LoginReply> {
  const filter = filterOf(caller, body);
  const { rows, total } = await read(deps, filter, (trx) =>
    listLogins(trx, { ...filter, account: body.account, result: body.result }, body),
  );
  return { list: rows.map(presentLogin), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

async function operations(
  deps: AdministrationDeps,
  body: BodyOf<(typeof operateLogApi)["list"]>,
  { caller }: RequestContext,
): Promise<OperateReply> {
  const filter = operationFilter(caller, body);
  const { rows, total } = await read(deps, filter, async (trx) => {
    const page = await listOperations(trx, filter, body);
    return { ...page, rows: await shownOperations(trx, caller, filter, page.rows) };
  });
  return {
    list: rows.map(({ shown }) => shown),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

const loginExport = (deps: AdministrationDeps): ExportKind<LoginBody> => ({
  title: "登录日志",
  pages: ["/loginlog"],
  fetch: loginLogApi.export.permission,
  produce: ({ owner, params }) => {
    const filter = { ...filterOf(callerOf(owner), params), account: params.account, result: params.result };
    const rows = keyset<LoginRow>(exportPage, (after) =>
      read(deps, filter, (trx) => loginsAfter(trx, filter, after, exportPage)),
    );
    return {
      columns: ["时间", "企业", "账号", "姓名", "地址", "设备", "结果"].map((title) => ({ title })),
      rows: mapped(rows, (row) => {
        const r = presentLogin(row);
        return [r.time, r.compName, r.account, r.name, r.address, r.device, r.resultText];
      }),
    };
  },
});

const operationExport = (deps: AdministrationDeps): ExportKind<OperateBody> => ({
  title: "操作日志",
  pages: ["/operatelog"],
  fetch: operateLogApi.export.permission,
  numbers: true,
  produce: ({ owner, params }) => {
    const caller = callerOf(owner);
    const filter = operationFilter(caller, params);
    const rows = keyset<Shown>(exportPage, (after) =>
      read(deps, filter, async (trx) =>
        shownOperations(trx, caller, filter, await operationsAfter(trx, filter, after, exportPage)),
      ),
    );
    return {
      columns: ["时间", "企业", "操作人", "姓名", "页面", "对象", "名称", "操作", "内容", "地址"].map((title) => ({
        title,
      })),
      rows: mapped(rows, ({ shown: r }) => [
        r.time,
        r.compName,
        r.user,
        r.name,
        r.module,
        r.objectText,
        r.objectName,
        r.actionText,
        changesText(r.changes),
        r.address,
      ]),
    };
  },
});

export type LogService = ReturnType<typeof createLogService>;

export function createLogService(deps: AdministrationDeps) {
  deps.files.exports.register(loginKind, loginExport(deps));
  deps.files.exports.register(operateKind, operationExport(deps));
  return serviceOf(deps, { logins, operations, exportLogins, exportOperations });
}
