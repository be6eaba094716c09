import { Button, Stack, Text } from "@chakra-ui/react";
import { flowLimits, nodeKinds, type NodeKind } from "@liantai/api/contract/workorder";
import { useReactFlow } from "@xyflow/react";
import { useEffect, useRef, type PointerEvent } from "react";
import type { FlowDesign, Point } from "../../parts/graph.ts";
import { sizeOf } from "../../parts/graph.ts";
import { kindIcons, kindPalettes } from "./kinds.tsx";

interface PaletteProps {
  readonly design: FlowDesign;
  /** At a place, or where there is room. */
  readonly onAdd: (kind: NodeKind, at?: Point) => void;
}

/** px before a press becomes a drag. */
const slop = 6;

const signLook = {
  ...{ position: "fixed", left: "0", top: "0", zIndex: "1900", pointerEvents: "none" },
  ...{ padding: "4px 12px", borderRadius: "6px", fontSize: "12px" },
  ...{ background: "#fff", color: "#222", boxShadow: "0 1px 6px rgba(0, 0, 0, 0.35)" },
} as const;

/** A sign follows the pointer by hand: React hears of the drop alone. */
function useDragOut(onDrop: (kind: NodeKind, at: Point) => void) {
  const { screenToFlowPosition } = useReactFlow();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return (kind: NodeKind, start: PointerEvent<HTMLElement>) => {
    if (start.button !== 0) return;
    const board = start.currentTarget.closest("[data-flow-designer]")?.querySelector("[data-flow-canvas]");
    let sign: HTMLElement | undefined;
    const move = (event: globalThis.PointerEvent) => {
      if (!sign && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < slop) return;
      if (!sign) {
        sign = document.createElement("div");
        sign.textContent = nodeKinds[kind];
        Object.assign(sign.style, signLook);
        document.body.append(sign);
      }
      sign.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
    };
    const end = (event?: globalThis.PointerEvent) => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      stop.current = undefined;
      const dragged = sign !== undefined;
      sign?.remove();
      const box = board?.getBoundingClientRect();
      const { clientX: x = 0, clientY: y = 0 } = event ?? {};
      if (!dragged || !event || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return;
      const at = screenToFlowPosition({ x, y });
      const { width, height } = sizeOf(kind);
      onDrop(kind, { x: at.x - width / 2, y: at.y - height / 2 });
    };
    stop.current = end;
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
  };
}

/** Kinds of nodes: pressed, one stands behind the chosen node; dragged, where it is dropped. */
export function Palette({ design: { flow }, onAdd }: PaletteProps) {
  const drag = useDragOut(onAdd);
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
