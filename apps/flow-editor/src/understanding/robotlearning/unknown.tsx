import { useMayPress } from "@liantai/api/client";
import { heardStates, learningStates, robotLearningApi } from "@liantai/api/contract/flow-editor";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  DateField,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type Action,
  type Outcome,
} from "@liantai/ui/resource";
import { useState } from "react";
import { object, string } from "yup";
import { learning, percent, type Group } from "../parts/queries.ts";
import { CallLinks } from "../parts/call-links.tsx";
import { placeOf } from "./place.ts";
import { Assign } from "./assign.tsx";

const { keyword, startTime, endTime } = robotLearningApi.list.body!.fields;
const filterSchema = object({
  keyword,
  state: string()
    .label("状态")
    .oneOf(["all", ...learningStates]),
  startTime,
  endTime,
});
const defaults = () => ({ keyword: "", state: "unknown", startTime: "", endTime: "" });
const states = [
  { value: "all", label: "全部" },
  ...learningStates.map((value) => ({ value, label: heardStates[value] })),
];
const tones = { unknown: "busy", assigned: "ready", ignored: "offline" } as const;

const nearest = ({ intentName, score }: Group): string => (intentName ? `${intentName}（${percent(score)}）` : "");

const columns: readonly Column<Group>[] = [
  { id: "text", title: "句子", width: 190, value: (r) => r.text },
  { id: "count", title: "次数", width: 64, align: "end", value: (r) => r.count, sortBy: "count" },
  {
    id: "state",
    title: "状态",
    width: 72,
    value: (r) => heardStates[r.state],
    cell: (r) => <StatusBadge tone={tones[r.state]}>{heardStates[r.state]}</StatusBadge>,
  },
  {
    id: "nearest",
    title: "最接近的意图",
    width: 134,
    value: (r) => (r.state === "assigned" ? r.intentName : nearest(r)),
  },
  { id: "firstTime", title: "首次", width: 160, value: (r) => r.firstTime, optional: true },
  { id: "lastTime", title: "最近", width: 156, value: (r) => r.lastTime, sortBy: "lastTime" },
  { id: "node", title: "流程与节点", width: 164, value: placeOf },
  {
    id: "calls",
    title: "通话",
    width: 110,
    value: (r) => r.callIds.join("、"),
    cell: (r) => <CallLinks callIds={r.callIds} />,
  },
];

function useLearningActions(selected: ReadonlySet<string>, clear: () => void) {
  const may = useMayPress("/robotlearning");
  const [ignore] = learning.ignore.useMutation();
  const [remove] = learning.delete.useMutation();
  const ids = [...selected];
  const none = ids.length === 0;
  const assign = (groups: readonly string[], nearest: string, close: (outcome?: Outcome) => void) => (
    <Assign
      ids={groups}
      nearest={nearest}
      onClose={(outcome) => {
        if (outcome) clear();
        close(outcome);
      }}
    />
  );
  const ignoring = (groups: readonly string[]) =>
    ignore({ body: { ids: [...groups] } })
      .unwrap()
      .then(clear);
  const actions: readonly Action[] = [
    {
      label: "归入意图",
      may: may("robotLearning.assign"),
      main: true,
      disabled: none,
      sheet: (_, close) => assign(ids, "", close),
    },
    {
      label: "忽略",
      may: may("robotLearning.ignore"),
      disabled: none,
      run: () => ignoring(ids),
      done: ["句子", "忽略", { count: ids.length }],
    },
    {
      label: "删除",
      may: may("robotLearning.delete"),
      danger: true,
      disabled: none,
      confirm: () => ({ title: "删除句子", text: `确定要删除选中的 ${ids.length} 组句子吗？删除后不能恢复。` }),
      run: () => remove({ body: { ids } }).unwrap().then(clear),
      done: ["句子", "删除", { count: ids.length }],
    },
  ];
  const rowActions: readonly Action<Group>[] = [
    {
      label: "归入意图",
      may: may("robotLearning.assign"),
      shown: ({ state }) => state !== "assigned",
      sheet: (row, close) => assign([row.id], row.intentId, close),
    },
    {
      label: "忽略",
      may: may("robotLearning.ignore"),
      shown: ({ state }) => state === "unknown",
      run: (row) => ignoring([row.id]),
      done: ["句子", "忽略"],
    },
  ];
  return { actions, rowActions };
}

/** 未识别: what no branch understood, in groups. */
export function Unknown() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const resource = useResourceList<Group, ReturnType<typeof defaults>>({
    id: "robotlearning",
    endpoint: learning.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="句子"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的句子", hint: "流程里没有听懂、知识库也没有答案的话会出现在这里" }}
      selection={{ selected, onChange: setSelected }}
      query={
        <>
          <TextField name="keyword" label="句子" />
          <SelectField name="state" label="状态" options={states} none={false} width="110px" />
          <DateField name="startTime" label="开始日期" />
          <DateField name="endTime" label="结束日期" />
        </>
      }
      {...useLearningActions(selected, () => setSelected(new Set()))}
    />
  );
}
