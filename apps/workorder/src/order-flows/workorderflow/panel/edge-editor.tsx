import { Button, Text } from "@chakra-ui/react";
import { flowLimits, type FlowEdge } from "@liantai/api/contract/workorder";
import { PanelSelect, PanelSwitch, PanelText } from "@liantai/ui/board";
import { useState } from "react";
import type { Surroundings } from "../../parts/surroundings.ts";
import { conditionText } from "../../parts/words.ts";
import { useFlowBoard } from "../board.tsx";
import { changeEdge, type FlowDesign, given, reconnect, refusalOf } from "../../parts/graph.ts";
import { ConditionDialog } from "./condition-dialog.tsx";

interface EdgeEditorProps {
  readonly edge: FlowEdge;
  readonly design: FlowDesign;
  readonly around: Surroundings;
}

export const nameIn = ({ flow }: FlowDesign, id: string): string =>
  flow.nodes.find((node) => node.id === id)?.name || "未命名";

/** Where a line leads, and when it is taken. */
export function EdgeEditor({ edge, design, around }: EdgeEditorProps) {
  const { draw } = useFlowBoard();
  const [open, setOpen] = useState(false);
  const put = (more: { readonly [K in keyof FlowEdge]?: FlowEdge[K] | undefined }, place: string) =>
    draw((flow) => changeEdge(flow, edge.id, (now) => given({ ...now, ...more } as FlowEdge)), `${edge.id} ${place}`);
  const rest = { ...design.flow, edges: design.flow.edges.filter(({ id }) => id !== edge.id) };
  const targets = design.flow.nodes
    .filter(({ id }) => id === edge.to || refusalOf(rest, edge.from, id) === undefined)
    .map(({ id, name }) => [id, name || "未命名"] as const);
  return (
    <>
      <PanelText
        label="连线名称"
        value={edge.name ?? ""}
        max={flowLimits.name}
        onChange={(name) => put({ name: name === "" ? undefined : name }, "name")}
      />
      <Text textStyle="xs">起点：{nameIn(design, edge.from)}</Text>
      <PanelSelect
        label="指向"
        value={edge.to}
        options={targets}
        onChange={(to) => draw((flow) => reconnect(flow, edge.id, edge.from, to))}
      />
      <PanelSwitch
        label="其他情况"
        value={edge.otherwise === true}
        hint="同一节点的其他连线都不满足时，走这一条"
        onChange={(otherwise) =>
          put(otherwise ? { otherwise, when: undefined } : { otherwise: undefined }, "otherwise")
        }
      />
      {edge.otherwise !== true && (
        <>
          <Text textStyle="xs">条件：{edge.when ? conditionText(edge.when, around.fields) : "无，总是走这一条"}</Text>
          <Button size="xs" variant="outline" disabled={!around.fields} onClick={() => setOpen(true)}>
            {edge.when ? "编辑条件" : "设置条件"}
          </Button>
          {!around.fields && (
            <Text color="fg.muted" textStyle="xs">
              请先选择流程的表单
            </Text>
          )}
        </>
      )}
      {open && around.fields && (
        <ConditionDialog
          title={`「${nameIn(design, edge.from)}」到「${nameIn(design, edge.to)}」的条件`}
          when={edge.when}
          fields={around.fields}
          onDone={(when) => {
            put({ when }, "when");
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
