import { callResults } from "@liantai/api/contract";
import { answerers, numberStates, type TaskType } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { kindOf } from "../parts/kinds.ts";
import type { Phone } from "../parts/queries.ts";
import { numberTone, resultText } from "../parts/words.ts";

const level: readonly Column<Phone>[] = [
  { id: "level", title: "意向", hint: "机器人给出的意向等级", width: 52, value: (p) => p.level },
  { id: "score", title: "得分", hint: "意向规则各项得分之和", width: 56, align: "end", value: (p) => p.score },
];
const result: Column<Phone> = { id: "result", title: "业务结果", width: 84, value: (p) => p.result };
/** Seats write one where they give the result. */
const remark: Column<Phone> = { id: "remark", title: "备注", width: 160, value: (p) => p.remark, optional: true };
const agent: Column<Phone> = { id: "agent", title: "坐席", width: 64, value: (p) => p.agentId };

/** What a kind shows besides: levels of robots, seats of those who have some. */
function ownColumns(ftype: TaskType): readonly Column<Phone>[] {
  if (ftype === 1) return level;
  return kindOf(ftype).seats ? [agent, result] : [result];
}

const variablesText = ({ variables }: Phone): string =>
  Object.entries(variables as Readonly<Record<string, unknown>>)
    .map(([name, value]) => `${name}：${String(value)}`)
    .join("，");

/** Of the last call. */
const answererText = ({ answerer, abandoned }: Phone): string =>
  [answerer && answerers[answerer], abandoned && "呼损"].filter(Boolean).join("，");

/** With the checkbox and the buttons as wide as the list at 1280 px beside the open menu (numbers.test.tsx). */
export const numberColumns = (ftype: TaskType): readonly Column<Phone>[] => [
  { id: "phone", title: "号码", width: 108, value: (p) => p.phone },
  { id: "contact", title: "客户姓名", width: 84, value: (p) => p.contact },
  { id: "batchNumber", title: "批次", width: 108, value: (p) => p.batchNumber },
  {
    id: "state",
    title: "状态",
    width: 80,
    value: (p) => numberStates[p.state],
    cell: (p) => <StatusBadge tone={numberTone(p.state)}>{numberStates[p.state]}</StatusBadge>,
  },
  { id: "reason", title: "原因", hint: "为什么跳过、停止，或为什么在那时重拨", width: 92, value: (p) => p.reason },
  { id: "attempts", title: "已拨", width: 48, align: "end", value: (p) => p.attempts },
  { id: "lastCode", title: "呼叫结果", width: 84, value: (p) => resultText(p.lastCode) },
  ...ownColumns(ftype),
  { id: "nextAt", title: "下次拨打", width: 92, value: (p) => p.nextAt, cell: (p) => <Short at={p.nextAt} /> },
  { id: "answerer", title: "接听方", width: 68, value: (p) => answererText(p), optional: true },
  { id: "lastAt", title: "最后拨打", width: 156, value: (p) => p.lastAt, optional: true },
  { id: "place", title: "归属地", width: 130, value: (p) => p.place, optional: true },
  { id: "priority", title: "优先级", width: 68, align: "end", value: (p) => p.priority, optional: true },
  ...(ftype === 1 ? [{ ...result, optional: true }] : []),
  ...(ftype === 2 ? [remark] : []),
  ...(kindOf(ftype).seats ? [] : [{ ...agent, optional: true }]),
  { id: "person", title: "客户标识", width: 110, value: (p) => p.person, optional: true },
  { id: "consentSource", title: "同意来源", width: 110, value: (p) => p.consentSource, optional: true },
  { id: "consentAt", title: "同意时间", width: 156, value: (p) => p.consentAt, optional: true },
  { id: "variables", title: "变量", width: 200, value: variablesText, optional: true },
  { id: "createdAt", title: "导入时间", width: 156, value: (p) => p.createdAt, optional: true },
];

/** Month, day and minute: the year is this one. The whole stands over it. */
const Short = ({ at }: { readonly at: string | null }) => (at ? <span title={at}>{at.slice(5, 16)}</span> : "—");

/** The results that a number may have had, for the query. */
export const codeOptions = Object.entries(callResults).map(([value, label]) => ({ value, label }));
