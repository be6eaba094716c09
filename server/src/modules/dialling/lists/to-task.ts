/** A list into a task as a batch. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { numberListApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { keyset } from "../../files/index.ts";
import type { PhonesDeps } from "../phones/access.ts";
import { manyColumns, type ManyParams, type TaskNumbers } from "../phones/many.ts";
import { emptyRow, type NumberRow } from "../phones/rows.ts";
import { pageOfListPhones, type ListPhoneRow } from "./repository.ts";
import { listIn } from "./service.ts";
import { forJobs } from "../../../ports/database.ts";

type Api = typeof numberListApi;
interface Params extends ManyParams {
  readonly listId: string;
}
export interface ListDeps extends PhonesDeps {
  readonly numbers: TaskNumbers;
}

const kind = "numberListToTask";
const pageRows = 5_000;

const noSeats = new AppError("refused", "该任务按工号列分配，号码清单没有工号，请在任务的号码明细中导入带工号的号码");

async function* numbersOf({ ports }: ListDeps, { compId, listId }: Params): AsyncGenerator<NumberRow> {
  const pages = keyset<ListPhoneRow>(pageRows, (after) =>
    forJobs(ports.database).tenant(compId, (trx) =>
      pageOfListPhones(trx, { compId, listId }, { after: after?.id, limit: pageRows }),
    ),
  );
  for await (const { phone, contact, person, priority, consentSource, consentAt, variables } of pages)
    yield {
      ...emptyRow,
      ...{ phone, contact, person, priority, consentSource, variables },
      consentAt: consentAt ? formatTime(consentAt) : "",
    };
}

export const registerToTask = (deps: ListDeps): void =>
  deps.files.exports.register<Params>(kind, {
    title: "号码清单加入任务",
    pages: [],
    numbers: true,
    fetch: numberListApi.toTask.permission,
    produce: ({ owner, params }) => ({
      columns: manyColumns,
      rows: deps.numbers.add(owner, params, numbersOf(deps, params)),
    }),
  });

export async function toTask(
  deps: ListDeps,
  { compId: named, listId, taskId, socketId }: BodyOf<Api["toTask"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["toTask"]>> {
  const compId = compOf(context.caller, named);
  const { name } = await deps.ports.database.tenant(compId, (trx) => listIn(trx, compId, listId));
  const begun = await deps.numbers.begin(
    context.caller,
    { compId, taskId, source: "list", from: name },
    { seat: noSeats },
  );
  const params: Params = { ...begun, listId };
  return deps.files.exports.start(context, { kind, name: `${name}加入任务`, params, socketId });
}
