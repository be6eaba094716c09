/** What a follow-up's seat is told (V4): the row of a reminder, without name or number. */
import type { Trx } from "../../ports/database.ts";
import type { Reminders } from "../reminders/index.ts";
import type { TaskRow } from "./tasks/repository.ts";

export const subjectOf = (id: string): string => `followUp/${id}`;

const whatOf = ({ workCode, title }: Pick<TaskRow, "workCode" | "title">, said: string): string =>
  [workCode && `工单${workCode}`, workCode && title && `「${title}」`, said].filter(Boolean).join("");

type Told = Pick<TaskRow, "compId" | "id" | "workCode" | "title" | "tries" | "mostTries" | "remark"> & {
  readonly dueAt: Date;
};

/** `to`: the seat; undefined: nobody could be given it, and the administrators are told. */
export async function tell(
  trx: Trx,
  { make }: Pick<Reminders, "make">,
  task: Told,
  to: string | undefined,
  administrators: readonly string[],
): Promise<void> {
  const { compId, id, dueAt, tries, mostTries } = task;
  const title = to === undefined ? "回访待分配" : "回访提醒";
  const said = to === undefined ? "的回访没有可分配的坐席" : `请回访（第${tries + 1}次，共${mostTries}次）`;
  await make(trx, {
    compId,
    to: to === undefined ? { accountIds: administrators } : { agentIds: [to] },
    key: `${subjectOf(id)}/${dueAt.getTime()}${to === undefined ? "/none" : `/${to}`}`,
    subject: subjectOf(id),
    dueAt,
    message: { type: "FEEDBACKPROCESSING", content: { title, des: whatOf(task, said), id } },
  });
}
