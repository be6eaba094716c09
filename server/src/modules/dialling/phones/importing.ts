/** Numbers of a task from a workbook: looked at first, or saved (B7). */
import type { BodyOf, QueryOf, ReplyOf } from "@liantai/api/contract";
import { mostPhoneRows, taskPages, taskPhoneApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { BinaryReply, Caller, RequestContext } from "../../../http/routes.ts";
import { keepChecked, withChecked, type ImportSpec, type ImportStart } from "../../files/index.ts";
import { publish } from "../../topics.ts";
import { taskFor, taskIn, type PhonesDeps } from "./access.ts";
import { addNumbers, checkNumbers, chunkRows, refuseOver, targetOf, type Batch } from "./adding.ts";
import { setBatch } from "./batch-repository.ts";
import { knownOf, type Known } from "./checking.ts";
import { rowFault, rulesOf, type Refusals } from "./rows.ts";
import { phoneColumns, rowsOf, variableColumns, type Line } from "./sheet.ts";
import type { TaskOfNumbers } from "./task-repository.ts";
import { forJobs } from "../../../ports/database.ts";

type Api = typeof taskPhoneApi;

interface Params extends Pick<TaskOfNumbers, "taskIdentity" | "ftype"> {
  readonly taskId: string;
  /** Of a save: its numbers have it, whichever process saves them. */
  readonly batchId: string;
  readonly fileName: string;
  /** Of a check: what saves the workbook. */
  readonly token?: string;
}

export const faultsOf = (refusals: Refusals) => refusals.map((refusal) => refusal && shownFault(refusal));
const shownFault = ({ as, message }: NonNullable<Refusals[number]>) => (as === "failing" ? message : { as, message });

function saving(deps: PhonesDeps, { context, compId, params }: ImportStart<Params>) {
  const { ports, audit } = deps;
  const { taskId, taskIdentity, batchId, fileName } = params;
  const batch: Batch = { id: batchId, source: "import", fileName, createdBy: context.caller.nickName };
  const row = rowsOf();
  const saveWith =
    (known?: Known): ImportSpec<Line>["save"] =>
    async (lines, keep) => {
      const kept = await forJobs(ports.database).tenant(compId, async (trx) => {
        // What is there twice in the workbook was found by the key.
        const of = { compId, taskId, batch, seen: new Set<string>(), ...(known && { known }) };
        return keep(trx, faultsOf(await addNumbers(ports, trx, of, lines.map(row))));
      });
      await publish(ports.broker, "task.changed", { compId, taskId });
      return kept;
    };
  // As the task is set now; it may be changed while the workbook is read.
  const ahead: ImportSpec<Line>["ahead"] = async (lines) =>
    saveWith(
      await forJobs(ports.database).tenant(compId, async (trx) =>
        knownOf(trx, targetOf(await taskIn(trx, compId, taskId), batchId), lines.map(row), ports.clock.now()),
      ),
    );
  const ended: ImportSpec<Line>["ended"] = async ({
    total,
    succeed,
    failing,
    repetition,
    blackList = 0,
    failedFileId,
  }) => {
    const counts = { count: total, succeed, failing: failing - repetition - blackList, repetition, blackList };
    await forJobs(ports.database).tenant(compId, async (trx) => {
      await setBatch(trx, compId, batchId, { ...counts, failedFileId });
      await audit.write(trx, context, {
        ...{ compId, object: "taskPhone", action: "import", id: taskId, name: taskIdentity },
        after: { ...counts },
      });
    });
  };
  return { row, save: saveWith(), ahead, ended };
}

/** What lists, claims and checks ask numbers by. */
const askedBy = [
  ...(["compId", "taskId", "batchId", "phone", "state", "priority", "position", "person", "agentId"] as const),
  ...(["lastCode", "result", "level", "createdAt"] as const),
];

async function specOf(deps: PhonesDeps, run: ImportStart<Params>, saves: boolean): Promise<ImportSpec<Line>> {
  const { compId, params } = run;
  const { database, clock } = deps.ports;
  const task = await database.tenant(compId, (trx) => taskIn(trx, compId, params.taskId));
  const rules = rulesOf(task.ftype, task.settings);
  const columns = phoneColumns(rules);
  const { row, save, ahead, ended } = saving(deps, run);
  const look: ImportSpec<Line>["save"] = async (lines, keep) => {
    const refusals = await forJobs(database).tenant(compId, (trx) =>
      checkNumbers(trx, task, lines.map(row), new Set(), clock.now()),
    );
    return keep(undefined, faultsOf(refusals));
  };
  return {
    name: "外呼号码",
    columns,
    further: variableColumns(columns),
    maxRows: mostPhoneRows,
    batchRows: chunkRows,
    check: (line) => rowFault(row(line), rules, clock.now()) || undefined,
    key: (line) => row(line).phone,
    numbers: (line) => [row(line).phone],
    repeated: () => "号码在文件中重复",
    save: saves ? save : look,
    ...(saves && { ahead, ended, grew: () => database.analyse("dial_phone", askedBy) }),
  };
}

export function registerImports(deps: PhonesDeps): void {
  const { imports } = deps.files;
  const about = {
    screen: { name: "autodial", title: "外呼号码" },
    right: taskPhoneApi.importData.permission,
    still: async (caller: Caller, compId: string, { taskId }: Params) =>
      void (await taskFor(deps, caller, compId, taskId, "keep")),
    apart: true,
  } as const;
  imports.register<Params, Line>("taskPhone", {
    ...about,
    task: ({ ftype, taskIdentity }) => ({
      told: { ftype: String(ftype), taskIdentity },
      screen: taskPages[ftype].list.slice(1),
    }),
    prepare: (run) => specOf(deps, run, true),
  });
  imports.register<Params, Line>("taskPhoneCheck", { ...about, prepare: (run) => specOf(deps, run, false) });
}

async function paramsFor(deps: PhonesDeps, context: RequestContext, compId: string, taskId: string): Promise<Params> {
  const task = await taskFor(deps, context.caller, compId, taskId, "keep");
  refuseOver(task, deps.ports.clock.now());
  const { taskIdentity, ftype } = task;
  const fileName = context.files[0]?.name ?? "";
  return { taskId, taskIdentity, ftype, batchId: deps.ports.random.id(), fileName };
}

const checkTag = "taskPhoneCheck";

export async function importCheck(
  deps: PhonesDeps,
  { taskId, compId: named, socketId }: BodyOf<Api["importCheck"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importCheck"]>> {
  const compId = compOf(context.caller, named);
  const params = await paramsFor(deps, context, compId, taskId);
  const token = await keepChecked(deps.files, { context, compId, tag: checkTag, about: taskId });
  const reply = await deps.files.imports.start("taskPhoneCheck", context, compId, { ...params, token }, socketId);
  return { ...reply, token };
}

export async function importData(
  deps: PhonesDeps,
  { taskId, token, compId: named, socketId }: BodyOf<Api["importData"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importData"]>> {
  const compId = compOf(context.caller, named);
  const save = async (given: RequestContext) =>
    deps.files.imports.start("taskPhone", given, compId, await paramsFor(deps, given, compId, taskId), socketId);
  return token
    ? withChecked(deps.files, { context, compId, tag: checkTag, about: taskId }, token, save)
    : save(context);
}

export async function template(
  deps: PhonesDeps,
  { taskId, compId: named }: QueryOf<Api["template"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> {
  const task = await taskFor(deps, caller, compOf(caller, named), taskId, "see");
  return deps.files.imports.template("外呼号码", phoneColumns(rulesOf(task.ftype, task.settings)));
}

export const failedDataDownload = (
  { files }: PhonesDeps,
  query: QueryOf<Api["failedDataDownload"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> => files.downloads.open("file", caller, query);
