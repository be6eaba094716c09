import { useMayPress } from "@liantai/api/client";
import { intentApi } from "@liantai/api/contract/flow-editor";
import type { Column } from "@liantai/ui";
import { ResourceScreen, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { object } from "yup";
import { ClassTree } from "../parts/class-tree.tsx";
import { intents, type IntentRow } from "../parts/queries.ts";
import { IntentForm } from "./intent-form.tsx";
import { Trial } from "./trial.tsx";

const filterSchema = object({ name: intentApi.list.body!.fields.name });
const defaults = () => ({ name: "" });

const columns: readonly Column<IntentRow>[] = [
  { id: "name", title: "意图名称", width: 160, value: (r) => r.name, sortBy: "name" },
  { id: "keywords", title: "关键词", width: 150, value: (r) => r.keywords.join("、") },
  { id: "rules", title: "正则规则", width: 80, align: "end", value: (r) => r.ruleIds.length },
  { id: "samples", title: "相似句", width: 80, align: "end", value: (r) => r.sampleCount },
  { id: "priority", title: "优先级", width: 80, align: "end", value: (r) => r.priority, sortBy: "priority" },
  {
    id: "threshold",
    title: "识别阈值",
    width: 90,
    align: "end",
    value: (r) => r.threshold ?? "按节点",
    optional: true,
  },
  { id: "updateTime", title: "修改时间", width: 160, value: (r) => r.updateTime, sortBy: "updateTime", optional: true },
];

function useIntentActions(classId: string) {
  const may = useMayPress("/knowledgebaseclassify");
  const [remove] = intents.delete.useMutation();
  const actions: readonly Action[] = [
    {
      label: "新增",
      may: may("intent.add"),
      adds: true,
      sheet: (_, close) => <IntentForm classId={classId} onClose={close} />,
    },
    { label: "测试", icon: <FlaskConical aria-hidden />, sheet: (_, close) => <Trial onClose={() => close()} /> },
  ];
  const rowActions: readonly Action<IntentRow>[] = [
    {
      label: "编辑",
      may: may("intent.update"),
      sheet: (row, close) => <IntentForm id={row.id} classId={row.classId} onClose={close} />,
    },
    {
      label: "删除",
      may: may("intent.delete"),
      danger: true,
      confirm: ({ name }) => ({
        title: "删除意图",
        text: `确定要删除“${name}”吗？它的关键词和相似句会一起删除，不能恢复。`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["意图", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** The intents that branches of flows point at. */
export function Intents() {
  const [classId, setClassId] = useState("");
  const resource = useResourceList<IntentRow, ReturnType<typeof defaults>>({
    id: "intents",
    endpoint: intents.list,
    filterSchema,
    defaults,
    extra: { classId },
  });
  return (
    <ResourceScreen
      label="意图"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的意图" }}
      side={<ClassTree kind={2} chosen={classId} onChoose={setClassId} />}
      query={<TextField name="name" label="意图名称" />}
      {...useIntentActions(classId)}
    />
  );
}
