import { HStack, IconButton } from "@chakra-ui/react";
import { Panel, useReactFlow } from "@xyflow/react";
import { LayoutGrid, Maximize, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";

interface CanvasToolsProps {
  readonly empty: boolean;
  /** Puts everything in order; the view fits it once it stands in its places. */
  readonly onOrder: () => void;
  readonly onFit: () => void;
  /** Buttons of its own. */
  readonly children?: ReactNode;
}

const look = { size: "2xs", variant: "ghost", colorPalette: "gray" } as const;

/** How it is looked at, and everything put in order. */
export function CanvasTools({ empty, onOrder, onFit, children }: CanvasToolsProps) {
  const { zoomIn, zoomOut } = useReactFlow();
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
        <IconButton {...look} aria-label="自动布局" title="自动布局" disabled={empty} onClick={onOrder}>
          <LayoutGrid aria-hidden />
        </IconButton>
        {children}
      </HStack>
    </Panel>
  );
}
