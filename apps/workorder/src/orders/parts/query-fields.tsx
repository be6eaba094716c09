import { orderDues, orderPriorities, orderStates, targetFilters } from "@liantai/api/contract/work-orders";
import { recordSources } from "@liantai/api/contract/workorder";
import { DateRangeField, MultiSelectField, SelectField, TextField } from "@liantai/ui/resource";
import { Asked } from "../../records/parts/query-fields.tsx";
import type { AskedField } from "../../records/parts/question.ts";
import { nodes } from "./queries.ts";
import { useFlowOptions } from "./choices.ts";
import { SeatField } from "./seat-field.tsx";

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const dues = optionsOf(orderDues);
const targetOptions = optionsOf(targetFilters);
const priorities = optionsOf(orderPriorities);
const sources = optionsOf(recordSources);
const states = optionsOf(orderStates).filter(({ value }) => value !== "deleted");

/** Nodes of the form's flows by name, without those where no order stays. */
function useNodeNames(formId: string | undefined) {
  const { data } = nodes.config.useQuery({ query: { formConfId: formId ?? "" } }, { skip: formId === undefined });
  return [...new Set(data?.nodes.map(({ nodeName }) => nodeName))].map((name) => ({ value: name, label: name }));
}

/** The query bar of a list of orders; `formId`: that of the form whose columns are shown. */
export function OrderQuery({
  asked,
  formId,
  fixed,
  tags,
}: {
  readonly asked: readonly AskedField[];
  readonly formId: string | undefined;
  /** The screen shows orders of one source alone. */
  readonly fixed: boolean;
  /** Of the form. */
  readonly tags: readonly { readonly value: string; readonly label: string }[];
}) {
  const nodeNames = useNodeNames(formId);
  const flowOptions = useFlowOptions();
  return (
    <>
      <TextField name="workCode" label="工单编号" width="140px" />
      <TextField name="title" label="标题" width="120px" />
      <SelectField name="state" label="状态" options={states} width="96px" />
      <TextField name="status" label="状态名称" width="110px" />
      <SelectField name="due" label="到期" options={dues} width="96px" />
      <SelectField name="target" label="服务目标" options={targetOptions} width="96px" />
      <SelectField name="priority" label="优先级" options={priorities} width="84px" />
      {formId === undefined ? (
        <TextField name="node" label="当前节点" width="130px" />
      ) : (
        <SelectField name="node" label="当前节点" options={nodeNames} width="100px" />
      )}
      <SeatField name="holder" label="处理人" width="116px" />
      <SeatField name="creator" label="创建人" width="116px" />
      <SelectField name="flowId" label="流程" options={flowOptions} width="116px" />
      {!fixed && <SelectField name="source" label="来源" options={sources} width="100px" />}
      <DateRangeField from="startTime" to="endTime" label="创建时间" />
      {tags.length > 0 && <MultiSelectField name="tags" label="标签" options={tags} />}
      {asked.map((one) => (
        <Asked key={one.name} asked={one} />
      ))}
    </>
  );
}
