import { useMayPress } from "@liantai/api/client";
import {
  followUpDoers,
  followUpLimits,
  followUpSettingsApi,
  followUpTriggers,
  type FollowUpTrigger,
} from "@liantai/api/contract/workorder";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  formOf,
  NumberField,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import { useFormContext } from "react-hook-form";
import { string } from "yup";
import { minutesText } from "../../order-flows/parts/words.ts";
import { optionsOf, seatOptions, settings, useChoices, type Choices, type Setting } from "../queries.ts";

const filterSchema = followUpSettingsApi.list.body!.pick(["name", "formId", "trigger"]);
const defaults = () => ({ name: "", formId: "", trigger: "" });
const triggers = Object.entries(followUpTriggers).map(([value, label]) => ({ value, label }));
const doers = Object.entries(followUpDoers).map(([value, label]) => ({ value, label }));

const whenText = ({ trigger, nodeName, minutes, timeRuleName }: Setting): string =>
  `${trigger === "nodeLeft" ? `离开“${nodeName || "已删除的节点"}”后` : followUpTriggers[trigger]}${minutesText(minutes)}${
    timeRuleName === "" ? "" : `（按${timeRuleName}）`
  }`;

const columns: readonly Column<Setting>[] = [
  { id: "name", title: "规则名称", width: 150, value: (r) => r.name },
  { id: "formName", title: "表单", width: 120, value: (r) => r.formName },
  { id: "when", title: "触发条件", width: 250, value: whenText },
  {
    id: "who",
    title: "回访人",
    width: 130,
    value: (r) => (r.whoName === "" ? followUpDoers[r.who] : r.whoName),
  },
  { id: "tries", title: "次数", width: 150, value: (r) => `${r.tries}次，间隔${minutesText(r.retryMinutes)}` },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => (r.enabled === 1 ? "启用" : "停用"),
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "updateTime", title: "更新时间", width: 156, value: (r) => r.updateTime, sortBy: "updateTime" },
  { id: "updatedBy", title: "更新人", width: 90, value: (r) => r.updatedBy, optional: true },
];

/** A form of orders ends or leaves nodes, every other form has records. */
const triggersOf = (form: Choices["forms"][number] | undefined) =>
  triggers.filter(({ value }) => form === undefined || (form.formType === "workOrder") !== (value === "recordMade"));

/** One of two values in one choice: a node's id is its flow's. */
const nodeKey = (flowId: string, nodeId: string): string => (nodeId === "" ? "" : `${flowId}/${nodeId}`);

function Fields({ choices }: { readonly choices: Choices }) {
  const { watch } = useFormContext();
  const [formId, trigger, who] = watch(["formId", "trigger", "who"]) as [string, FollowUpTrigger, string];
  const form = choices.forms.find(({ id }) => id === formId);
  const nodes = choices.nodes.filter((node) => node.formId === formId);
  return (
    <>
      <TextField name="name" label="规则名称" />
      <SelectField name="formId" label="表单" options={optionsOf(choices.forms)} />
      <SelectField name="trigger" label="触发条件" options={triggersOf(form)} />
      {trigger === "nodeLeft" && (
        <SelectField
          name="node"
          label="节点"
          options={nodes.map(({ flowId, flowName, nodeId, nodeName }) => ({
            value: nodeKey(flowId, nodeId),
            label: `${nodeName}（${flowName}）`,
          }))}
        />
      )}
      <NumberField
        name="minutes"
        label="间隔时长"
        unit="分钟"
        max={followUpLimits.minutes}
        hint="触发后经过这么长时间，提醒回访人。"
      />
      <SelectField name="timeRuleId" label="时间规则" options={optionsOf(choices.timeRules)} none="按自然时间计" />
      <SelectField name="who" label="回访人" options={doers} none={false} />
      {who === "seat" && <SelectField name="agentId" label="坐席" options={seatOptions(choices.seats)} />}
      {who === "group" && (
        <SelectField
          name="groupId"
          label="坐席组"
          options={optionsOf(choices.groups)}
          hint="到时间分配给组内待回访最少的坐席。"
        />
      )}
      <NumberField name="tries" label="回访次数" unit="次" max={followUpLimits.tries} />
      <NumberField name="retryMinutes" label="重试间隔" unit="分钟" max={followUpLimits.minutes} />
      <SwitchField name="enabled" label="启用" />
    </>
  );
}

const fresh = {
  ...{ name: "", formId: "", trigger: "", minutes: 60, timeRuleId: "", who: "creator", agentId: "", groupId: "" },
  ...{ tries: 3, retryMinutes: 60, enabled: 1, flowId: "", nodeId: "", node: "" },
};
const schema = followUpSettingsApi.add.body!.shape({ node: string().label("节点") });

function useSettingActions(choices: Choices) {
  const press = useMayPress("/followuplist");
  const [add] = settings.add.useMutation();
  const [update] = settings.update.useMutation();
  const [remove] = settings.delete.useMutation();
  const may = press("followUpSettings.save");
  const sheet = (row: Setting | undefined) =>
    formOf({
      title: row ? "编辑回访规则" : "新增回访规则",
      schema,
      width: "480px",
      values: row ? { ...row, node: nodeKey(row.flowId, row.nodeId) } : fresh,
      fields: <Fields choices={choices} />,
      send: ({ node = "", ...typed }) => {
        const at = node.indexOf("/");
        const body = { ...typed, flowId: node.slice(0, Math.max(at, 0)), nodeId: at < 0 ? "" : node.slice(at + 1) };
        return (row ? update({ body: { ...body, id: row.id } }) : add({ body })).unwrap();
      },
    });
  const rows: readonly Action<Setting>[] = [
    { label: "编辑", may, form: sheet, done: ["回访规则", "保存"] },
    {
      label: "删除",
      may: press("followUpSettings.delete"),
      danger: true,
      confirm: (r) => ({ title: "删除回访规则", text: `确定要删除“${r.name}”吗？已生成的回访任务保留。` }),
      run: (r) => remove({ params: { id: r.id }, query: {} }),
      done: ["回访规则", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    { label: "新增", may, adds: true, form: () => sheet(undefined), done: ["回访规则", "新增"] },
  ];
  return { rows, bar };
}

/** 回访规则 */
export function SettingsView() {
  const choices = useChoices();
  const resource = useResourceList<Setting, ReturnType<typeof defaults>>({
    id: "followuplist.settings",
    endpoint: settings.list,
    filterSchema,
    defaults,
  });
  const { rows, bar } = useSettingActions(choices);
  return (
    <ResourceScreen
      label="回访规则"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      actionsWidth={110}
      empty={{ title: "没有符合条件的回访规则", how: "点击“新增”设置哪些工单或数据需要回访。" }}
      query={
        <>
          <TextField name="name" label="规则名称" width="140px" />
          <SelectField name="formId" label="表单" options={optionsOf(choices.forms)} width="140px" />
          <SelectField name="trigger" label="触发条件" options={triggers} width="130px" />
        </>
      }
    />
  );
}
