/** Numbers into a list from a workbook, by the checks of tasks. */
import { AppError, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { numberListApi, numberListLimits } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import { forJobs, type Trx } from "../../../ports/database.ts";
import { keepChecked, withChecked, type ImportSpec, type ImportStart } from "../../files/index.ts";
import type { PhonesDeps } from "../phones/access.ts";
import { chunkRows, placeOf } from "../phones/adding.ts";
import { refusalsOf } from "../phones/checking.ts";
import { faultsOf } from "../phones/importing.ts";
import { consentTime, failing, listRules, rowFault, type NumberRow, type Refusals } from "../phones/rows.ts";
import { phoneColumns, rowsOf, variableColumns, type Line } from "../phones/sheet.ts";
import { insertListPhones, lockList } from "./repository.ts";
import { listIn } from "./service.ts";

type Api = typeof numberListApi;
interface Params {
  readonly listId: string;
  /** Of a check: what saves the workbook. */
  readonly token?: string;
}

const { phones: mostPhones } = numberListLimits;
const columns = phoneColumns(listRules);

async function addToList(
  { ports: { clock, random } }: PhonesDeps,
  trx: Trx,
  compId: string,
  listId: string,
  rows: readonly NumberRow[],
): Promise<Refusals> {
  const now = clock.now();
  const list = await lockList(trx, compId, listId);
  if (!list) throw new AppError("notFound", "号码清单不存在");
  const checked = [...(await refusalsOf(trx, { compId, listId }, rows, { seen: new Set(), now }))];
  const good = rows.flatMap((row, place) => (checked[place] ? [] : [{ row, place }]));
  const room = Math.max(0, mostPhones - list.count);
  for (const { place } of good.slice(room)) checked[place] = failing(`清单的号码已达${mostPhones}个`);
  const place = await placeOf();
  await insertListPhones(
    trx,
    { compId, listId, at: new Date(now) },
    good.slice(0, room).map(({ row: { phone, person, contact, priority, consentSource, consentAt, variables } }) => ({
      ...{ id: random.id(), phone, person, contact, priority, consentSource, place: place(phone) },
      consentAt: consentTime(consentAt) ?? null,
      variables: JSON.stringify(variables),
    })),
  );
  return checked;
}

function specOf(deps: PhonesDeps, run: ImportStart<Params>, name: string, saves: boolean): ImportSpec<Line> {
  const { ports, audit } = deps;
  const { database, clock } = ports;
  const { compId, context, params } = run;
  const { listId } = params;
  const row = rowsOf();
  return {
    name: "号码清单",
    columns,
    further: variableColumns(columns),
    maxRows: mostPhones,
    batchRows: chunkRows,
    check: (line) => rowFault(row(line), listRules, clock.now()) || undefined,
    key: (line) => row(line).phone,
    numbers: (line) => [row(line).phone],
    repeated: () => "号码在文件中重复",
    save: async (lines, keep) =>
      saves
        ? forJobs(database).tenant(compId, async (trx) =>
            keep(trx, faultsOf(await addToList(deps, trx, compId, listId, lines.map(row)))),
          )
        : keep(
            undefined,
            faultsOf(
              await forJobs(database).tenant(compId, (trx) =>
                refusalsOf(trx, { compId, listId }, lines.map(row), { seen: new Set(), now: clock.now() }),
              ),
            ),
          ),
    ...(saves && {
      grew: () => database.analyse("number_list_phone"),
      ended: ({ total, succeed }) =>
        forJobs(database).tenant(compId, (trx) =>
          audit.write(trx, context, {
            ...{ compId, object: "numberList", action: "import", id: listId, name },
            after: { count: total, succeed },
          }),
        ),
    }),
  };
}

export function registerListImports(deps: PhonesDeps): void {
  const about = {
    screen: { name: "ivrnumber", title: "IVR号码" },
    right: numberListApi.importData.permission,
    apart: true,
  } as const;
  const register = (kind: "numberList" | "numberListCheck", saves: boolean) =>
    deps.files.imports.register<Params, Line>(kind, {
      ...about,
      prepare: async (run) => {
        const { compId, params } = run;
        const { name } = await deps.ports.database.tenant(compId, (trx) => listIn(trx, compId, params.listId));
        return specOf(deps, run, name, saves);
      },
    });
  register("numberList", true);
  register("numberListCheck", false);
}

const checkTag = "numberListCheck";

export async function importCheck(
  { files, ports }: PhonesDeps,
  { listId, compId: named, socketId }: BodyOf<Api["importCheck"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importCheck"]>> {
  const compId = compOf(context.caller, named);
  await ports.database.tenant(compId, (trx) => listIn(trx, compId, listId));
  const token = await keepChecked(files, { context, compId, tag: checkTag, about: listId });
  const reply = await files.imports.start("numberListCheck", context, compId, { listId, token }, socketId);
  return { ...reply, token };
}

export async function importData(
  { files, ports }: PhonesDeps,
  { listId, token, compId: named, socketId }: BodyOf<Api["importData"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importData"]>> {
  const compId = compOf(context.caller, named);
  await ports.database.tenant(compId, (trx) => listIn(trx, compId, listId));
  const save = (given: RequestContext) => files.imports.start("numberList", given, compId, { listId }, socketId);
  return token ? withChecked(files, { context, compId, tag: checkTag, about: listId }, token, save) : save(context);
}

export const template = async (
  { files }: PhonesDeps,
  _query: QueryOf<Api["template"]>,
  _context: RequestContext,
): Promise<BinaryReply> => files.imports.template("号码清单", columns);

export const failedDataDownload = (
  { files }: PhonesDeps,
  query: QueryOf<Api["failedDataDownload"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> => files.downloads.open("file", caller, query);
