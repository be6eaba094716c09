import { HStack, IconButton } from "@chakra-ui/react";
import { Panel, useReactFlow } from "@xyflow/react";
import { LayoutGrid, Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useFlowBoard } from "../board.tsx";
import { type FlowDesign, moveNodes } from "../../parts/graph.ts";
import { laidOut } from "../model/layout.ts";

interface CanvasToolsProps {
  readonly design: FlowDesign;
  readonly onFit: () => void;
}

/** How it is looked at, and everything put in order. */
export function CanvasTools({ design, onFit }: CanvasToolsProps) {
  const { draw } = useFlowBoard();
  const { zoomIn, zoomOut } = useReactFlow();
  const order = () => {
    draw((flow) => moveNodes(flow, laidOut(flow)));
    // After the nodes stand in their places.
    requestAnimationFrame(() => requestAnimationFrame(onFit));
  };
  const look = { size: "2xs", variant: "ghost", colorPalette: "gray" } as const;
  return (
    <Panel position="bottom-left">
      <HStack gap="0.5" bg="bg.panel" borderWidth="1px" borderRadius="sm" p="0.5">
        <IconButton {...look} aria-label="放大" title="放大" onClick={() => void zoomIn()}>
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton {...look} aria-label="缩小" title="缩小" onClick={() => void zoomOut()}>
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton {...look} aria-label="适合窗口" title="适合窗口" onClick={onFit}>
          <Maximize aria-hidden />
        </IconButton>
        <IconButton
          {...look}
          aria-label="自动布局"
          title="自动布局"
          disabled={design.flow.nodes.length === 0}
          onClick={order}
        >
          <LayoutGrid aria-hidden />
        </IconButton>
      </HStack>
    </Panel>
  );
}
