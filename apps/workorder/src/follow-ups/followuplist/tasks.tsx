import { unsavedOf, useMayPress } from "@liantai/api/client";
import { followUpConfigApi, followUpSources, followUpStates } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { useTab, useTabKey, useTabParams, type Column } from "@liantai/ui";
import {
  DateRangeField,
  formOf,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  withDateRange,
  type Action,
  LeaveQuestion,
} from "@liantai/ui/resource";
import { useState } from "react";
import { useSupervises } from "../../parts/seats.ts";
import { optionsOf, seatOptions, tasks, useChoices, type FollowUpTask } from "../queries.ts";
import { arranged, ArrangingFields, arrangingNames, arrangingValues } from "../parts/arranging.tsx";
import { TaskSheet } from "./task-sheet.tsx";
import { StateBadge, stateText, whoText } from "./words.tsx";

const asked = followUpConfigApi.list.body!.pick([
  ...(["state", "formId", "customerName", "phone", "workCode", "agentId", "mine", "unassigned"] as const),
  ...(["startTime", "endTime"] as const),
]);
const filterSchema = withDateRange(asked, "startTime", "endTime", true);
const defaults = () => ({
  ...{ state: "", formId: "", customerName: "", phone: "", workCode: "", agentId: "", mine: "", unassigned: "" },
  ...{ startTime: "", endTime: "" },
});
const states = Object.entries(followUpStates).map(([value, label]) => ({ value, label }));

const columns: readonly Column<FollowUpTask>[] = [
  { id: "dueTime", title: "回访时间", width: 156, value: (r) => r.dueTime, sortBy: "dueTime" },
  {
    id: "state",
    title: "状态",
    width: 88,
    value: stateText,
    cell: (r) => <StateBadge row={r} />,
  },
  { id: "title", title: "回访内容", width: 120, value: (r) => r.title },
  { id: "customerName", title: "客户姓名", width: 96, value: (r) => r.customerName },
  { id: "phone", title: "电话号码", width: 116, value: (r) => r.phone },
  { id: "tries", title: "次数", width: 70, value: (r) => `${r.tries}/${r.mostTries}` },
  { id: "agent", title: "回访人", width: 110, value: whoText },
  { id: "result", title: "回访结果", width: 120, value: (r) => r.result },
  { id: "workCode", title: "工单编号", width: 136, value: (r) => r.workCode, optional: true },
  { id: "remark", title: "备注", width: 110, value: (r) => r.remark, optional: true },
  { id: "source", title: "来源", width: 88, value: (r) => followUpSources[r.source], optional: true },
  { id: "formName", title: "表单", width: 110, value: (r) => r.formName, optional: true },
  { id: "endedBy", title: "完成人", width: 90, value: (r) => r.endedBy, optional: true },
];

const addSchema = followUpConfigApi.add.body!.pick(["workCode", ...arrangingNames]);

function useTaskActions(open: (id: string) => void) {
  const press = useMayPress("/followuplist");
  const [add] = tasks.add.useMutation();
  const [remove] = tasks.delete.useMutation();
  const rows: readonly Action<FollowUpTask>[] = [
    {
      label: "呼叫",
      main: true,
      may: press("followUpTask.update"),
      shown: (r) => r.state === "open" && r.subNumber !== "",
      // What comes of the call is said in the sheet that opens beside it.
      run: (r) => {
        open(r.id);
        bus.publish("call.dial", { ref: r.subNumber, callType: 3 });
      },
    },
    { label: "处理", may: press("followUpTask.update"), shown: (r) => r.state === "open", run: (r) => open(r.id) },
    { label: "查看", shown: (r) => r.state !== "open", run: (r) => open(r.id) },
    {
      label: "删除",
      may: press("followUpTask.delete"),
      danger: true,
      confirm: (r) => ({ title: "删除回访", text: `确定要删除“${r.title}”的回访吗？回访结果一并删除，不能恢复。` }),
      run: (r) => remove({ params: { id: r.id }, query: {} }),
      done: ["回访", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("followUpTask.add"),
      adds: true,
      form: () =>
        formOf({
          title: "新增回访",
          schema: addSchema,
          values: { workCode: "", ...arrangingValues },
          fields: (
            <>
              <TextField name="workCode" label="工单编号" hint="回访该工单的客户。" />
              <ArrangingFields />
            </>
          ),
          send: (body) => add({ body }).unwrap(),
        }),
      done: [...arranged],
    },
  ];
  return { rows, bar };
}

/** The follow-up that a notification or a to-do opened the tab for, or covered it with: `waiting` while answers of another are typed. */
function useOpened() {
  const { id } = useTabParams<{ readonly id: unknown }>();
  const { revision = 0 } = useTab();
  const key = useTabKey();
  const [seen, setSeen] = useState(-1);
  const [shown, setShown] = useState<string>();
  const [waiting, setWaiting] = useState<string>();
  if (typeof id === "string" && id !== "" && seen !== revision) {
    setSeen(revision);
    if (shown !== undefined && shown !== id && unsavedOf([key]).length > 0) setWaiting(id);
    else setShown(id);
  }
  const open = (next: string | undefined) => {
    setShown(next);
    setWaiting(undefined);
  };
  return { shown, open, waiting, stay: () => setWaiting(undefined) };
}

/** 回访任务 */
export function TasksView() {
  const supervises = useSupervises();
  const { forms, seats } = useChoices();
  const { shown, open, waiting, stay } = useOpened();
  const resource = useResourceList<FollowUpTask, ReturnType<typeof defaults>>({
    id: "followuplist",
    endpoint: tasks.list,
    filterSchema,
    defaults,
  });
  const { rows, bar } = useTaskActions(open);
  return (
    <ResourceScreen
      label="回访任务"
      columns={supervises ? columns : columns.filter(({ id }) => id !== "agent")}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      actionsWidth={supervises ? 160 : 120}
      empty={{
        title: "没有符合条件的回访",
        hint: "工单办结后按回访规则生成。",
        how: "也可以点击“新增”安排一次回访。",
      }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="回访时间" future />
          <SelectField name="state" label="状态" options={states} width="100px" />
          <TextField name="customerName" label="客户姓名" width="110px" />
          <TextField name="phone" label="电话号码" width="130px" inputMode="numeric" />
          <TextField name="workCode" label="工单编号" width="140px" />
          {supervises && <SelectField name="formId" label="表单" options={optionsOf(forms)} width="130px" />}
          {supervises && <SelectField name="agentId" label="回访人" options={seatOptions(seats)} width="130px" />}
          {supervises && (
            <SelectField name="unassigned" label="分配" options={[{ value: "1", label: "待分配" }]} width="100px" />
          )}
        </>
      }
    >
      {shown !== undefined && <TaskSheet key={shown} id={shown} onClose={() => open(undefined)} />}
      <LeaveQuestion open={waiting !== undefined} onLeave={() => open(waiting)} onStay={stay} />
    </ResourceScreen>
  );
}
