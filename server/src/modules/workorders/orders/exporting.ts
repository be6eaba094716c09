/** Work orders as a workbook: what every order has, and of one form what its definition exports; masked by the rights of who asked. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { orderPhases, orderPriorities, type orderSheetApi } from "@liantai/api/contract/work-orders";
import { followUpAnswers, recordSources, type FollowUpAnswer } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Cell } from "../../../sheets/index.ts";
import { lastWordsOf } from "../../event-log/index.ts";
import { callerOf, keyset } from "../../files/index.ts";
import { followUpAnswersOf, type AnswerWords } from "../../followups/index.ts";
import type { SheetField } from "../../forms/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { namesOf } from "../people-repository.ts";
import { pageOfOrders } from "./list-repository.ts";
import { sightOf } from "./policy.ts";
import { peopleOf, presentOrder } from "./present.ts";
import { filterOf, type OrderQuestion } from "./reading.ts";
import { forJobs } from "../../../ports/database.ts";

type Api = typeof orderSheetApi;
type Shown = ReturnType<typeof presentOrder> & {
  /** What it is called. */
  readonly source: string;
  readonly returned: string;
  readonly followedUp: string;
  readonly answered: AnswerWords;
};

const kind = "workOrders";
const pageRows = 500;

interface Params {
  readonly compId: string;
  readonly question: OrderQuestion;
}

const person = (id: string, name: string): string =>
  name === "" || name === id ? id : id === "" ? name : `${name}（${id}）`;

const own: readonly (readonly [string, (order: Shown) => Cell])[] = [
  ["工单编号", ({ workCode }) => workCode],
  ["标题", ({ title }) => title],
  ["流程", ({ flowName }) => flowName],
  ["当前节点", ({ nodeName }) => nodeName],
  ["状态", ({ phase }) => orderPhases[phase]],
  ["状态名称", ({ statusName }) => statusName],
  ["处理人", ({ holder, holderName }) => person(holder, holderName)],
  ["创建人", ({ creator, creatorName }) => person(creator, creatorName)],
  ["优先级", ({ priority }) => orderPriorities[priority]],
  ["到期时间", ({ dueTime }) => dueTime],
  ["超时时间", ({ overdueTime }) => overdueTime],
  ["催办次数", ({ urges }) => urges],
  ["退回原因", ({ returned }) => returned],
  ["回访结果", ({ followedUp }) => followedUp],
  ...(Object.entries(followUpAnswers) as [FollowUpAnswer, string][]).map(
    ([name, title]) => [title, ({ answered }: Shown) => answered[name]] as const,
  ),
  ["来源", ({ source }) => source],
  ["创建时间", ({ createTime }) => createTime],
  ["更新时间", ({ updateTime }) => updateTime],
];

async function* cellsOf(
  deps: WorkOrderDeps,
  { compId, question }: Params,
  caller: Caller,
  fields: readonly SheetField[],
): AsyncGenerator<readonly Cell[], void, void> {
  const rows = keyset(pageRows, (after: { readonly id: string; readonly createdAt: Date } | undefined) =>
    forJobs(deps.ports.database).tenant(compId, async (trx) => {
      const sight = await sightOf(deps, trx, compId, caller);
      const filter = await filterOf(deps, trx, compId, question, caller);
      const page = await pageOfOrders(trx, compId, sight, filter, { limit: pageRows, after });
      const names = await namesOf(trx, compId, peopleOf(page));
      const recordIds = page.map(({ recordId }) => recordId);
      const sources = await deps.records.sources(trx, compId, recordIds);
      const shown = await deps.records.shown(trx, compId, fields.length > 0 ? recordIds : [], {
        caller,
        all: sight.all,
      });
      const ids = page.map(({ id }) => id);
      const returned = await lastWordsOf(trx, compId, ids, ["returned", "returnedToCreator"]);
      const followedUp = await lastWordsOf(trx, compId, ids, ["followedUp"]);
      const answers = await followUpAnswersOf(trx, compId, recordIds);
      const hide = hidesNumbers(caller);
      const masked = (words = ""): string => (hide ? maskNumbers(words) : words);
      const answered = (recordId: string): AnswerWords =>
        Object.fromEntries(Object.entries(answers.get(recordId) ?? {}).map(([name, words]) => [name, masked(words)]));
      return page.map((row) => {
        const { id, createdAt } = row;
        return {
          id,
          createdAt,
          order: {
            ...presentOrder(row, names, hide),
            source: recordSources[sources.get(row.recordId) ?? "manual"],
            ...{ returned: masked(returned.get(id)), followedUp: masked(followedUp.get(id)) },
            answered: answered(row.recordId),
          },
          values: shown.get(row.recordId) ?? {},
        };
      });
    }),
  );
  for await (const { order, values } of rows)
    yield [...own.map(([, cell]) => cell(order)), ...fields.map(({ text }) => text(values))];
}

export function registerExports(deps: WorkOrderDeps): void {
  deps.files.exports.register<Params>(kind, {
    title: "工单",
    pages: [],
    numbers: true,
    async produce({ owner, params }) {
      const { compId, question } = params;
      const { formId } = question;
      const caller = callerOf(owner);
      const fields = formId ? await deps.records.sheetColumns(compId, formId, caller) : [];
      const columns = [...own.map(([title]) => ({ title })), ...fields.map(({ label }) => ({ title: label }))];
      return { columns, rows: cellsOf(deps, params, caller, fields) };
    },
  });
}

/** The socket that asked is told by fileDown. */
export async function startExport(
  deps: WorkOrderDeps,
  { compId: named, socketId, ...question }: BodyOf<Api["export"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["export"]>> {
  const compId = compOf(context.caller, named);
  // What makes no sense is said now, not by a job that failed.
  await deps.ports.database.tenant(compId, (trx) => filterOf(deps, trx, compId, question, context.caller));
  const params: Params = { compId, question };
  const name = `工单${formatTime(deps.ports.clock.now()).slice(0, 10)}`;
  return deps.files.exports.start(context, { kind, name, params, socketId });
}
