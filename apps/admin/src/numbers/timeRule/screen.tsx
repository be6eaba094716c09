import { useMayPress } from "@liantai/api/client";
import { appliesAt, timeRuleApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { TextField, CrudScreen } from "@liantai/ui/resource";
import { object } from "yup";
import { timeRules } from "../../parts/queries.ts";
import { RuleEditor } from "./editor.tsx";
import { blankRule, weeklyText, type TimeRuleRow } from "./words.ts";

const { name } = timeRuleApi.list.body!.fields;
const filterSchema = object({ name });
const defaults = () => ({ name: "" });

const nowText = (applies: boolean): string => (applies ? "工作时间" : "非工作时间");

const columns: readonly Column<TimeRuleRow>[] = [
  { id: "name", title: "规则名称", width: 150, value: (r) => r.name, sortBy: "name" },
  {
    id: "now",
    title: "当前",
    width: 96,
    value: (r) => nowText(appliesAt(r, Date.now()).applies),
    cell: (r) => {
      const { applies, reason } = appliesAt(r, Date.now());
      return (
        <span title={reason}>
          <StatusBadge tone={applies ? "ready" : "offline"}>{nowText(applies)}</StatusBadge>
        </span>
      );
    },
  },
  { id: "weekly", title: "工作日", width: 320, value: (r) => weeklyText(r.weekly) },
  {
    id: "holidays",
    title: "节假日",
    width: 84,
    align: "end",
    value: (r) => r.holidays.length,
    cell: (r) => `${r.holidays.length} 天`,
  },
  {
    id: "specials",
    title: "特殊日",
    width: 84,
    align: "end",
    value: (r) => r.specials.length,
    cell: (r) => `${r.specials.length} 天`,
  },
  { id: "usedBy", title: "使用它的接入号码", width: 170, value: (r) => r.usedBy.join("、") },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];

/** 时间规则 */
export default function TimeRuleScreen() {
  const may = useMayPress("/timeRule");
  return (
    <CrudScreen<TimeRuleRow, ReturnType<typeof defaults>>
      id="timeRule"
      noun="时间规则"
      queries={timeRules}
      may={{ add: may("timeRule.add"), update: may("timeRule.update"), delete: may("timeRule.delete") }}
      list={{
        columns,
        idOf: (r) => r.id,
        nameOf: (r) => r.name,
        hint: "时间规则决定接入号码在什么时间转到哪里。",
      }}
      filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="规则名称" /> }}
      form={{
        schema: timeRuleApi.add.body!,
        width: "860px",
        note: "从下一通来电起生效。",
        values: (r) => r ?? blankRule,
        fields: <RuleEditor />,
      }}
    />
  );
}
