/** Whether two halves can be compared in a task: each refusal at its field. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import {
  experimentKinds,
  experimentReads,
  experimentTasks,
  type ExperimentKind,
  type taskExperimentApi,
} from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import { nextOpening } from "../checks/index.ts";
import { checkVoice } from "../notices/voice.ts";
import type { TaskDeps } from "../tasks/deps.ts";
import { hoursFacts, hoursOf } from "../tasks/hours.ts";
import { goneOf, namesNothing } from "../tasks/naming.ts";
import { settingsOf } from "../tasks/present.ts";
import type { TaskWhole } from "../tasks/repository.ts";
import { halfWords, type Variant } from "./arms.ts";

export type Wanted = BodyOf<typeof taskExperimentApi.start>;
type Half = Wanted["a"];
const halves = ["a", "b"] as const;

/** What the kind reads, and nothing else: what a half does not use it does not name. */
export const readBy = (kind: ExperimentKind, half: Half): Variant =>
  Object.fromEntries(experimentReads[kind].map((field) => [field, half[field]]));

const refusal = (half: "a" | "b", field: keyof Half, name: string, message: string) =>
  fieldRefusal(`${half}.${field}`, `${halfWords[half]}${name}`, message);

/** What each half cannot be without. */
function refuseEmpty({ kind, ...wanted }: Wanted): void {
  const name = experimentKinds[kind];
  for (const half of halves) {
    const { numbers, flowId, templateId, from, to } = wanted[half];
    const ask = (field: keyof Half) => refusal(half, field, name, `请选择${halfWords[half]}${name}`);
    if (kind === "displayed" && numbers.length === 0) throw ask("numbers");
    if (kind === "flow" && flowId === "") throw ask("flowId");
    if (kind === "template" && templateId === "") throw ask("templateId");
    if (kind !== "time") continue;
    if (from === "") throw refusal(half, "from", "开始时间", `请输入${halfWords[half]}开始时间`);
    if (to === "") throw refusal(half, "to", "结束时间", `请输入${halfWords[half]}结束时间`);
    if (to <= from) throw refusal(half, "to", "结束时间", `${halfWords[half]}结束时间应晚于开始时间`);
  }
}

function refuseSame({ kind, a, b }: Wanted): void {
  const name = experimentKinds[kind];
  if (kind === "time") {
    if (a.from < b.to && b.from < a.to) throw refusal("b", "from", "开始时间", "两组的拨打时段不能重叠");
    return;
  }
  const [field] = experimentReads[kind];
  if (JSON.stringify(a[field]) === JSON.stringify(b[field])) throw refusal("b", field, name, `两组的${name}不能相同`);
}

/** Within what the task dials in, and where it still opens: a half never widens its hours. */
async function refuseClosed(
  { ports: { clock, dialHours } }: Pick<TaskDeps, "ports">,
  trx: Trx,
  compId: string,
  task: TaskWhole,
  wanted: Wanted,
): Promise<void> {
  const hours = hoursOf(task, await hoursFacts(trx, compId, [task], dialHours));
  const { frame, windows } = hours;
  for (const half of halves) {
    const { from, to } = wanted[half];
    const word = halfWords[half];
    const within = (span: typeof frame) => span.from <= from && to <= span.to;
    const closed = (message: string) => refusal(half, "from", "开始时间", message);
    if (!within(frame)) throw closed(`${word}拨打时段应在允许外呼的时间 ${frame.from}-${frame.to} 内`);
    const own = windows.map((window) => `${window.from}-${window.to}`).join("、");
    if (windows.length > 0 && !windows.some(within)) throw closed(`${word}拨打时段应在任务的拨打时段 ${own} 内`);
    if (nextOpening({ ...hours, half: { from, to, word } }, clock.now()) === null)
      throw closed(`${word}拨打时段在任务余下的日期里没有可拨打的时间`);
  }
}

/** Of numbers, flows and templates: what is gone is refused as the task's own form refuses it, at the half. */
async function refuseUnknown(deps: TaskDeps, trx: Trx, compId: string, task: TaskWhole, wanted: Wanted): Promise<void> {
  const { kind } = wanted;
  const { accessNumbers } = settingsOf(task);
  const name = experimentKinds[kind];
  for (const half of halves) {
    const { numbers = [], flowId = "", templateId = "" } = readBy(kind, wanted[half]);
    const foreign = accessNumbers.length > 0 && numbers.find((number) => !accessNumbers.includes(number));
    if (foreign) throw refusal(half, "numbers", name, `${foreign}不是任务的外显号码，请先在任务中添加`);
    const settings = { ...namesNothing, accessNumbers: [...numbers], flowId };
    const gone = await goneOf(trx, compId, { ftype: 4, settings }, deps.templateIsThere);
    if (gone) throw refusal(half, kind === "flow" ? "flowId" : "numbers", name, gone.gone);
    if (templateId !== "" && !(await deps.templateIsThere(trx, compId, templateId)))
      throw refusal(half, "templateId", name, `${halfWords[half]}通知模板不存在`);
  }
}

/** Asked before the transaction of the change: engines stand outside every enterprise. Throws AppError 'invalid' at the field. */
export async function refuseVoices({ ports }: Pick<TaskDeps, "ports">, compId: string, wanted: Wanted): Promise<void> {
  if (wanted.kind !== "voice") return;
  for (const half of halves)
    await checkVoice(ports, compId, wanted[half].tts, { path: `${half}.tts`, label: `${halfWords[half]}音色` });
}

export async function refuseWrong(
  deps: TaskDeps,
  trx: Trx,
  compId: string,
  task: TaskWhole,
  wanted: Wanted,
): Promise<void> {
  const { kind, metric } = wanted;
  if (task.ftype === 2) throw new AppError("refused", "预览外呼由坐席拨打，不能做实验");
  if (!experimentTasks[kind].includes(task.ftype))
    throw fieldRefusal("kind", "实验内容", `此类任务不能比较${experimentKinds[kind]}`);
  if (kind === "voice" && task.ftype === 3 && settingsOf(task).greeting.trim() === "")
    throw fieldRefusal("kind", "实验内容", "任务没有接通问候语，不能比较音色");
  refuseEmpty(wanted);
  refuseSame(wanted);
  await refuseUnknown(deps, trx, compId, task, wanted);
  if (kind === "time") await refuseClosed(deps, trx, compId, task, wanted);
  if (metric === "result" && wanted.wanted === "") throw fieldRefusal("wanted", "业务结果", "请输入算作成功的业务结果");
}
