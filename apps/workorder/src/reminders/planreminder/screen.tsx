import { useMayPress } from "@liantai/api/client";
import { mostMinutesBefore, planRepeats, plansApi } from "@liantai/api/contract/workorder";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  DateField,
  DateRangeField,
  formOf,
  NumberField,
  ResourceScreen,
  SelectField,
  TextAreaField,
  TextField,
  useResourceList,
  withDateRange,
  type Action,
} from "@liantai/ui/resource";
import { plans, useSeatOptions, type Plan } from "../parts/queries.ts";
import { useDayOfReminder } from "../parts/reminded.ts";

const asked = plansApi.list.body!.pick(["des", "state", "startTime", "endTime"]);
const filterSchema = withDateRange(asked, "startTime", "endTime", true);
const defaults = () => ({ des: "", state: "", startTime: "", endTime: "" });
const repeats = Object.entries(planRepeats).map(([value, label]) => ({ value, label }));
const states = [
  { value: "open", label: "进行中" },
  { value: "over", label: "已结束" },
];

const beforeText = (minutes: number): string => (minutes === 0 ? "准时" : `提前${minutes}分钟`);

const columns: readonly Column<Plan>[] = [
  {
    id: "nextTime",
    title: "下次时间",
    width: 156,
    value: (r) => r.nextTime ?? "已结束",
    sortBy: "nextTime",
    cell: (r) => r.nextTime ?? <StatusBadge tone="offline">已结束</StatusBadge>,
  },
  { id: "des", title: "计划内容", width: 220, value: (r) => r.des },
  { id: "repeat", title: "重复", width: 150, value: (r) => planRepeats[r.repeat] },
  { id: "before", title: "提醒", width: 100, value: (r) => beforeText(r.minutesBefore) },
  { id: "owner", title: "提醒对象", width: 110, value: (r) => `${r.agentId} ${r.ownerName}`.trim() },
  { id: "createdBy", title: "创建人", width: 90, value: (r) => r.createdBy },
  { id: "remarks", title: "备注", width: 110, value: (r) => r.remarks },
];

function Fields() {
  const { supervises, options } = useSeatOptions();
  return (
    <>
      <TextField name="des" label="计划内容" />
      <DateField name="planTime" label="计划时间" time="09:00:00" />
      <SelectField name="repeat" label="重复" options={repeats} none={false} />
      <NumberField name="minutesBefore" label="提前提醒" unit="分钟" max={mostMinutesBefore} hint="0 表示准时提醒。" />
      {supervises && (
        <SelectField
          name="agentId"
          label="提醒对象"
          options={options}
          none="自己"
          hint="可以为管理范围内的坐席安排计划。"
        />
      )}
      <TextAreaField name="remarks" label="备注" rows={3} />
    </>
  );
}

function usePlanActions(): { readonly rows: readonly Action<Plan>[]; readonly bar: readonly Action[] } {
  const press = useMayPress("/planreminder");
  const [add] = plans.add.useMutation();
  const [update] = plans.update.useMutation();
  const [remove] = plans.delete.useMutation();
  const sheet = (row: Plan | undefined) =>
    formOf({
      title: row ? "编辑计划" : "新增计划",
      schema: plansApi.add.body!,
      values: {
        des: row?.des ?? "",
        planTime: row?.planTime ?? "",
        repeat: row?.repeat ?? "none",
        minutesBefore: row?.minutesBefore ?? 0,
        agentId: row?.agentId ?? "",
        remarks: row?.remarks ?? "",
      },
      fields: <Fields />,
      send: (body) => (row ? update({ body: { ...body, id: row.id } }) : add({ body })).unwrap(),
    });
  const mine = (row: Plan) => row.mine === 1;
  return {
    rows: [
      { label: "编辑", may: press("plans.update"), shown: mine, form: sheet, done: ["计划", "保存"] },
      {
        label: "删除",
        may: press("plans.delete"),
        shown: mine,
        danger: true,
        confirm: (row) => ({ title: "删除计划", text: `确定要删除“${row.des}”吗？之后不再提醒。` }),
        run: (row) => remove({ body: { ids: [row.id] } }),
        done: ["计划", "删除"],
      },
    ],
    bar: [{ label: "新增", may: press("plans.add"), adds: true, form: () => sheet(undefined), done: ["计划", "新增"] }],
  };
}

/** 计划提醒 */
export default function PlanScreen() {
  useDayOfReminder();
  const resource = useResourceList<Plan, ReturnType<typeof defaults>>({
    id: "planreminder",
    endpoint: plans.list,
    filterSchema,
    defaults,
  });
  const { rows, bar } = usePlanActions();
  return (
    <ResourceScreen
      label="计划提醒"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      empty={{ title: "没有符合条件的计划", how: "点击“新增”安排计划，到时间会提醒。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="下次时间" future />
          <TextField name="des" label="计划内容" width="150px" />
          <SelectField name="state" label="状态" options={states} width="100px" />
        </>
      }
    />
  );
}
