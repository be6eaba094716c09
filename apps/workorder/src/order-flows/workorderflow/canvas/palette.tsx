import { Button, Stack, Text } from "@chakra-ui/react";
import { flowLimits, nodeKinds, type NodeKind } from "@liantai/api/contract/workorder";
import { type Point, useDragOut } from "@liantai/ui/canvas";
import type { FlowDesign } from "../../parts/graph.ts";
import { sizeOf } from "../../parts/graph.ts";
import { kindIcons, kindPalettes } from "./kinds.tsx";

interface PaletteProps {
  readonly design: FlowDesign;
  /** At a place, or where there is room. */
  readonly onAdd: (kind: NodeKind, at?: Point) => void;
}

const wordOf = (kind: NodeKind) => nodeKinds[kind];

/** Kinds of nodes: pressed, one stands behind the chosen node; dragged, where it is dropped. */
export function Palette({ design: { flow }, onAdd }: PaletteProps) {
  const drag = useDragOut<NodeKind>({ wordOf, sizeOf, onDrop: onAdd });
  const full = flow.nodes.length >= flowLimits.nodes;
  const started = flow.nodes.some(({ kind }) => kind === "start");
  return (
    <Stack
      as="section"
      aria-label="节点类型"
      w="104px"
      flex="none"
      gap="1.5"
      p="2"
      borderEndWidth="1px"
      overflow="auto"
    >
      {(Object.entries(nodeKinds) as [NodeKind, string][]).map(([kind, label]) => {
        const Icon = kindIcons[kind];
        return (
          <Button
            key={kind}
            size="xs"
            variant="outline"
            colorPalette={kindPalettes[kind]}
            justifyContent="flex-start"
            aria-label={`添加${label}节点`}
            disabled={full || (kind === "start" && started)}
            touchAction="none"
            onPointerDown={(event) => drag(kind, event)}
            onClick={() => onAdd(kind)}
          >
            <Icon aria-hidden />
            {label}
          </Button>
        );
      })}
      <Text color="fg.muted" textStyle="xs">
        {full ? `节点最多${flowLimits.nodes}个` : "点击添加到所选节点之后，或拖到画布上。"}
      </Text>
    </Stack>
  );
}
