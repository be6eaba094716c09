import { notify, useMayPress } from "@liantai/api/client";
import { flowStatuses } from "@liantai/api/contract";
import { flowApi } from "@liantai/api/contract/flow-editor";
import { flowTypes } from "@liantai/api/flows";
import { useBus } from "@liantai/bus/react";
import {
  downloadFile,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import { useRef } from "react";
import { LookUpTables } from "../contents/look-up-tables.tsx";
import { SharedPrompts } from "../contents/shared-prompts.tsx";
import { flows } from "../knownnav/queries.ts";
import { tellUntrained } from "../untrained.ts";
import { DependentsDialog } from "./dependents-dialog.tsx";
import { useFlowForms } from "./forms.tsx";
import { useInside } from "./inside.tsx";
import { useOpenFlow } from "./open-flow.ts";
import { RobotsDialog } from "./robots-dialog.tsx";
import { Settings } from "./settings.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { SurveyDialog } from "./survey-dialog.tsx";
import { VersionsDrawer } from "./versions-drawer.tsx";
import { columns, typeOptions, type ListedFlow } from "./words.tsx";

const filterSchema = flowApi.list.body!.pick(["name", "flowType", "enabled", "published"]);
const defaults = () => ({ name: "", flowType: "", enabled: "", published: "" });

/** Goes on after its answer; that it is over is told to the page. */
function useTraining() {
  const [send] = flows.train.useMutation();
  const going = useRef(new Map<string, string>());
  useBus("flow.updated", ({ flowId, status, text }) => {
    const name = going.current.get(flowId);
    if (name === undefined || (status !== flowStatuses.trained && status !== flowStatuses.notTrained)) return;
    going.current.delete(flowId);
    if (status === flowStatuses.trained) notify({ title: `“${name}”的意图已训练` });
    else tellUntrained(flowId, name, text);
  });
  return async ({ id, name }: ListedFlow) => {
    going.current.set(id, name);
    const { data } = await send({ params: { id }, query: {} });
    if (!data || data.intents === 0) going.current.delete(id);
    if (data?.intents === 0)
      notify({
        title: `“${name}”没有要训练的意图`,
        text: "草稿的识别分支和问答画布都没有选用意图，不需要训练。",
        level: "info",
      });
    // A short training may be over before its answer is here.
    else if (data && going.current.has(id))
      notify({ title: `已开始训练“${name}”`, text: `共${data.intents}个意图，完成后会提示` });
  };
}

function useFlowActions() {
  const train = useTraining();
  const press = useMayPress("/processconfig");
  const open = useOpenFlow();
  const inside = useInside();
  const { added, cloned, imported } = useFlowForms(open);
  const [remove] = flows.delete.useMutation();
  const bar: readonly Action[] = [
    { label: "新增", may: press("flow.add"), adds: true, form: added },
    { label: "导入", may: press("flow.import"), form: imported },
    { label: "共享话术", sheet: (_, close) => <SharedPrompts onClose={() => close()} /> },
    { label: "满意度评价", sheet: (_, close) => <SurveyDialog may={press("flow.edit")} onClose={() => close()} /> },
    { label: "查找表", sheet: (_, close) => <LookUpTables onClose={() => close()} /> },
    {
      label: "依赖查询",
      sheet: (_, close) => (
        <DependentsDialog
          onOpen={(flow) => {
            close();
            open(flow);
          }}
          onClose={() => close()}
        />
      ),
    },
  ];
  const rows: readonly Action<ListedFlow>[] = [
    { label: press("flow.edit") ? "编辑" : "查看", run: open },
    { label: "版本", sheet: (flow, close) => <VersionsDrawer flow={flow} onClose={() => close()} /> },
    {
      label: "流量分配",
      may: press("flow.publish"),
      shown: ({ version, flowType }) => version > 0 && flowType !== flowTypes.shared,
      sheet: (flow, close) => <ShareDialog flow={flow} onClose={() => close()} />,
    },
    { label: "训练意图", folded: true, may: press("flow.edit"), run: train },
    ...inside,
    {
      label: "机器人",
      folded: true,
      may: press("flow.edit"),
      shown: ({ flowType }) => flowType === flowTypes.robot,
      sheet: (flow, close) => <RobotsDialog flow={flow} onClose={() => close()} />,
    },
    {
      label: "设置",
      folded: true,
      may: press("flow.edit"),
      sheet: (flow, close) => <Settings flow={flow} onClose={() => close()} />,
    },
    { label: "复制", folded: true, may: press("flow.add"), form: cloned, done: ["流程", "复制"] },
    {
      label: "导出",
      folded: true,
      may: press("flow.export"),
      run: ({ id, name }) => downloadFile(flowApi.exportZip, `${name}.zip`, { query: { id } }),
    },
    {
      label: "删除",
      folded: true,
      may: press("flow.delete"),
      danger: true,
      confirm: ({ name, usedBy }) =>
        usedBy.length > 0
          ? {
              title: "删除流程",
              text: `“${name}”正被${usedBy.join("、")}使用，要先改到别处才能删除。`,
              tells: true,
            }
          : { title: "删除流程", text: `确定要删除“${name}”吗？草稿、版本和测试一并删除，不能恢复。` },
      run: ({ id }) => remove({ params: { id }, query: {} }),
      done: ["流程", "删除"],
    },
  ];
  return { bar, rows };
}

/** 流程配置: flows of calls, their versions, and what uses what. */
export default function ProcessConfigScreen() {
  const { bar, rows } = useFlowActions();
  const resource = useResourceList<ListedFlow, ReturnType<typeof defaults>>({
    id: "processconfig",
    endpoint: flows.list,
    filterSchema,
    defaults,
  });
  const { refetch } = resource;
  useBus("flow.updated", ({ status }) => {
    if (status === flowStatuses.published || status === flowStatuses.deleted) refetch();
  });
  return (
    <ResourceScreen
      label="流程"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      empty={{ title: "没有符合条件的流程", how: "点击“新增”，从空白或模板开始画出来电经过的节点。" }}
      query={
        <>
          <TextField name="name" label="流程名称" />
          <SelectField name="flowType" label="类型" options={typeOptions} width="130px" />
          <SelectField
            name="enabled"
            label="状态"
            options={[
              { value: "1", label: "启用" },
              { value: "0", label: "停用" },
            ]}
            width="100px"
          />
          <SelectField
            name="published"
            label="发布"
            options={[
              { value: 1, label: "已发布" },
              { value: 0, label: "未发布" },
            ]}
            width="100px"
          />
        </>
      }
    />
  );
}
