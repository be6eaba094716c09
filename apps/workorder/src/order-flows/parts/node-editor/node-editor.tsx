import { Heading, Stack, Text } from "@chakra-ui/react";
import {
  flowLimits,
  nodeActions,
  signModes,
  waitModes,
  type CountersignNode,
  type FlowLimit,
  type FlowNode,
  type HandlerRule,
  type NodeAction,
  type SignMode,
  type SubOrderNode,
  type TaskNode,
  type WaitMode,
} from "@liantai/api/contract/workorder";
import type { OtherRender } from "@liantai/api/forms";
import { Ticks } from "@liantai/ui";
import { PanelNumber, PanelSelect, PanelText } from "@liantai/ui/board";
import type { ReactNode } from "react";
import { flowPairs, type Surroundings } from "../surroundings.ts";
import { given } from "../graph.ts";
import { FieldRules } from "./field-rules.tsx";
import { HandlerEditor } from "./handler-editor.tsx";
import { LimitEditor } from "./limit-editor.tsx";

const actions = Object.entries(nodeActions) as [NodeAction, string][];
/** A countersign knows yes and no. */
const signing: readonly NodeAction[] = ["approve", "returnPrevious", "returnCreator"];

export function PanelSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" aria-label={title} gap="2">
      <Heading as="h4" textStyle="xs" color="fg.muted" borderBottomWidth="1px" pb="1">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

interface NodeEditorProps<N extends FlowNode = FlowNode> {
  readonly node: N;
  readonly around: Surroundings;
  /** `place`: what is typed into one is one step back. */
  readonly onChange: (node: FlowNode, place: string) => void;
}

/** undefined: not given any more. */
interface WorkChange {
  readonly handler?: HandlerRule | undefined;
  readonly limit?: FlowLimit | undefined;
  readonly claimMinutes?: number | undefined;
  readonly actions?: readonly NodeAction[];
  readonly fields?: OtherRender | undefined;
  readonly mode?: SignMode;
  readonly percentage?: number | undefined;
}

function WorkEditor({ node, around, onChange }: NodeEditorProps<TaskNode | CountersignNode>) {
  const put = (more: WorkChange, place: string) => onChange(given({ ...node, ...more }) as FlowNode, place);
  const signs = node.kind === "countersign";
  return (
    <>
      <PanelSection title="处理人">
        <HandlerEditor
          rule={node.handler}
          around={around}
          signing={signs}
          onChange={(handler) => put({ handler }, "handler")}
        />
        {signs && (
          <PanelSelect
            label="通过方式"
            value={node.mode}
            options={Object.entries(signModes)}
            onChange={(mode) =>
              put(
                { mode: mode as SignMode, percentage: mode === "percentage" ? (node.percentage ?? 50) : undefined },
                "mode",
              )
            }
          />
        )}
        {signs && node.mode === "percentage" && (
          <PanelNumber
            label="通过比例（%）"
            value={node.percentage}
            min={1}
            max={100}
            standard={undefined}
            onChange={(percentage) => put({ percentage }, "percentage")}
          />
        )}
      </PanelSection>
      <PanelSection title="时限">
        <LimitEditor label="处理时限" limit={node.limit} onChange={(limit) => put({ limit }, "limit")} />
        {!signs && (
          <PanelNumber
            label="未打开退回（分钟）"
            value={node.claimMinutes}
            min={0}
            max={flowLimits.minutes}
            standard={0}
            hint="分到坐席后，超过这么久没有打开，工单回到待领取；0或不填不退回"
            onChange={(claimMinutes) => put({ claimMinutes }, "claim")}
          />
        )}
      </PanelSection>
      <PanelSection title="允许的操作">
        <Ticks
          label="允许的操作"
          all={signs ? actions.filter(([action]) => signing.includes(action)) : actions}
          chosen={node.actions}
          onChange={(chosen) => put({ actions: chosen as NodeAction[] }, "actions")}
        />
      </PanelSection>
      <PanelSection title="字段规则">
        <FieldRules
          fields={around.fields}
          rules={node.fields ?? {}}
          onChange={(fields) => put({ fields: Object.keys(fields).length === 0 ? undefined : fields }, "fields")}
        />
      </PanelSection>
    </>
  );
}

function SubOrderEditor({ node, around, onChange }: NodeEditorProps<SubOrderNode>) {
  const flows = around.flows.filter(({ formId }) => node.formId === "" || formId === node.formId);
  return (
    <PanelSection title="子工单">
      <PanelSelect
        label="子工单表单"
        value={node.formId}
        options={around.forms}
        none="请选择"
        onChange={(formId) => onChange({ ...node, formId, flowId: "" }, "form")}
      />
      <PanelSelect
        label="子工单流程"
        value={node.flowId}
        options={flowPairs(flows, around.flows)}
        none="请选择"
        hint="只列出已发布并启用的流程"
        onChange={(flowId) =>
          onChange({ ...node, flowId, formId: flows.find(({ id }) => id === flowId)?.formId ?? node.formId }, "flow")
        }
      />
      <PanelSelect
        label="等待"
        value={node.wait}
        options={Object.entries(waitModes)}
        hint="本节点的子工单办结后，上级工单才继续"
        onChange={(wait) => onChange({ ...node, wait: wait as WaitMode }, "wait")}
      />
    </PanelSection>
  );
}

/** Everything of one node but its lines. */
export function NodeEditor({ node, around, onChange }: NodeEditorProps) {
  return (
    <>
      <PanelText
        label="节点名称"
        value={node.name}
        max={flowLimits.name}
        onChange={(name) => onChange({ ...node, name }, "name")}
      />
      {(node.kind === "task" || node.kind === "countersign") && (
        <WorkEditor node={node} around={around} onChange={onChange} />
      )}
      {node.kind === "subOrder" && <SubOrderEditor node={node} around={around} onChange={onChange} />}
      {node.kind === "gateway" && (
        <Text color="fg.muted" textStyle="xs">
          工单到这里不停留：按连线的顺序，走第一条条件成立的；都不成立时走“其他情况”。
        </Text>
      )}
    </>
  );
}
