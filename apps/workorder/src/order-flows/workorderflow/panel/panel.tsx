import { Button, Heading, Stack, Text } from "@chakra-ui/react";
import { nodeKinds } from "@liantai/api/contract/workorder";
import type { NamedStatus } from "@liantai/api/contract/work-orders";
import { PanelSelect, PanelText, pendingPairs } from "@liantai/ui/board";
import { memo, type ReactNode } from "react";
import type { Surroundings } from "../../parts/surroundings.ts";
import { useFlowBoard } from "../board.tsx";
import { changeNode, type FlowDesign, given, removeParts } from "../../parts/graph.ts";
import { EdgeEditor } from "./edge-editor.tsx";
import { LimitEditor } from "../../parts/node-editor/limit-editor.tsx";
import { NodeEditor, PanelSection } from "../../parts/node-editor/node-editor.tsx";
import { StatusesEditor } from "./statuses-editor.tsx";
import { Ways } from "./ways.tsx";

interface PanelProps {
  readonly design: FlowDesign;
  readonly marked: ReadonlySet<string>;
  readonly faults: ReadonlyMap<string, readonly string[]>;
  readonly around: Surroundings;
  readonly onConnect: () => void;
}

export function Side({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack as="aside" aria-label={label} w="292px" flex="none" gap="3" p="3" overflow="auto" borderStartWidth="1px">
      {children}
    </Stack>
  );
}

const none: readonly NamedStatus[] = [];

function FlowEditor({ design, around }: Pick<PanelProps, "design" | "around">) {
  const { edit, draw } = useFlowBoard();
  return (
    <>
      <Heading as="h3" textStyle="sm">
        流程设置
      </Heading>
      <PanelSelect
        label="工单表单"
        value={design.formId}
        options={around.forms}
        none="请选择"
        hint={
          around.forms.length === 0 && around.forms !== pendingPairs
            ? "还没有工单类型的表单，请先在表单管理中新增"
            : undefined
        }
        onChange={(formId) => edit((now) => ({ ...now, formId }), "form")}
      />
      <PanelSelect
        label="时间规则"
        value={design.flow.timeRuleId ?? ""}
        options={around.timeRules}
        none="不设，按自然时间计"
        hint="所有时限只计规则内的工作时间"
        onChange={(id) =>
          draw((flow) => given({ ...flow, timeRuleId: id === "" ? undefined : id } as typeof flow), "rule")
        }
      />
      <LimitEditor
        label="整单时限"
        limit={design.flow.limit}
        onChange={(limit) => draw((flow) => given({ ...flow, limit } as typeof flow), "limit")}
      />
      <StatusesEditor
        statuses={design.flow.statuses ?? none}
        onChange={(statuses) =>
          draw(
            (flow) => given({ ...flow, statuses: statuses.length > 0 ? statuses : undefined } as typeof flow),
            "statuses",
          )
        }
      />
      <PanelText
        label="备注"
        value={design.remark}
        max={200}
        area
        onChange={(remark) => edit((now) => ({ ...now, remark }), "remark")}
      />
      <PanelSection title="操作">
        <Text color="fg.muted" textStyle="xs">
          鼠标：拖动节点右侧的圆点到另一个节点连线，滚轮缩放，按住 Shift 框选。
        </Text>
        <Text color="fg.muted" textStyle="xs">
          键盘：Tab 到节点，回车选择，方向键移动，C 连线，Ctrl+D 复制，Delete 删除，Ctrl+Z 撤销，Ctrl+Y 重做。
        </Text>
      </PanelSection>
    </>
  );
}

const Wrong = ({ texts }: { readonly texts: readonly string[] | undefined }) =>
  (texts ?? []).map((text) => (
    <Text key={text} role="alert" color="fg.error" textStyle="xs">
      {text}
    </Text>
  ));

/** What is chosen, or the flow itself. */
export const Panel = memo(function Panel({ design, marked, faults, around, onConnect }: PanelProps) {
  const { draw, select } = useFlowBoard();
  const [id] = marked;
  const one = marked.size === 1 ? id : undefined;
  const node = design.flow.nodes.find((each) => each.id === one);
  const edge = design.flow.edges.find((each) => each.id === one);
  const remove = () => {
    draw((flow) => removeParts(flow, marked));
    select([]);
  };
  if (marked.size > 1)
    return (
      <Side label="属性">
        <Text>已选择{marked.size}项，可以一起拖动或用方向键移动。</Text>
        <Button size="xs" variant="outline" colorPalette="red" onClick={remove}>
          删除所选
        </Button>
      </Side>
    );
  if (!node && !edge)
    return (
      <Side label="属性">
        <Wrong texts={faults.get("")} />
        <FlowEditor design={design} around={around} />
      </Side>
    );
  return (
    <Side key={one} label="属性">
      <Heading as="h3" textStyle="sm">
        {node ? node.name || "未命名" : "连线"}
        {node && (
          <Text as="span" color="fg.muted" fontWeight="normal" ms="2" textStyle="xs">
            {nodeKinds[node.kind]}
          </Text>
        )}
      </Heading>
      <Wrong texts={faults.get(one!)} />
      {node && (
        <>
          <NodeEditor
            node={node}
            around={around}
            onChange={(next, place) => draw((flow) => changeNode(flow, node.id, () => next), `${node.id} ${place}`)}
          />
          {node.kind !== "end" && <Ways node={node} design={design} around={around} onConnect={onConnect} />}
        </>
      )}
      {edge && <EdgeEditor edge={edge} design={design} around={around} />}
      <Button size="xs" variant="outline" colorPalette="red" alignSelf="flex-start" onClick={remove}>
        {node ? "删除节点" : "删除连线"}
      </Button>
    </Side>
  );
});
