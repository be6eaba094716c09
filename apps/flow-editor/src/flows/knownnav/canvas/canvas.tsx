import { Box } from "@chakra-ui/react";
import { notify } from "@liantai/api/client";
import type { SubProcess } from "@liantai/api/flows";
import { useColorMode } from "@liantai/ui";
import {
  canvasColors,
  canvasKeys,
  CanvasStyles,
  CanvasTools,
  canvasWords,
  FarContext,
  useFar,
} from "@liantai/ui/canvas";
import { Background, MiniMap, ReactFlow, useReactFlow, type Edge } from "@xyflow/react";
import { memo, useCallback, useMemo, useRef, useState } from "react";
import { useBoard } from "../board.ts";
import { layOut } from "../model/lay-out.ts";
import { moveNodes } from "../model/nodes.ts";
import type { NodeFigures, Taken } from "../model/replay.ts";
import { shapesOf } from "../model/shapes.ts";
import type { Finding } from "../queries.ts";
import { useChanges, type Part } from "./changes.ts";
import { firstView } from "./first-view.ts";
import { GroupFrame } from "./frame.tsx";
import { NodeCard } from "./node-card.tsx";
import { useCards, useFrames, useLines } from "./parts-of.ts";

const types = { card: NodeCard, frame: GroupFrame };
const fit = { padding: 0.08, maxZoom: 1 };
const map = { width: 128, height: 84 } as const;
const bare = { hideAttribution: true } as const;
const colors = {
  ...canvasColors,
  "& .react-flow__edge.jump .react-flow__edge-path": { strokeDasharray: "6 4" },
} as const;

interface CanvasProps {
  readonly sub: SubProcess;
  readonly marked: ReadonlySet<string>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly taken: Taken | undefined;
  readonly figures: ReadonlyMap<string, NodeFigures> | undefined;
  /** A hand takes hold of nodes, or lets go of them. */
  readonly onHold: (holds: boolean) => void;
}

/** The graph of one sub-process: by mouse (drag, draw a line from a point, wheel, a frame with Shift) and by keys. */
export const Canvas = memo(function Canvas(props: CanvasProps) {
  return (
    <Box flex="1" minW="0" position="relative" role="region" aria-label="流程图" css={colors} data-flow-canvas>
      <CanvasStyles />
      <Graph {...props} />
    </Box>
  );
});

/** Drawn anew at each step of a drag: what it is made of besides the moved card stays the same object, or all of it would be compared. */
function Graph({ sub, marked, findings, taken, figures, onHold }: CanvasProps) {
  const { editSub, select } = useBoard();
  const { mode } = useColorMode();
  const { held, sized, on } = useChanges(sub, marked, onHold);
  const look = { marked, findings, held, sized, taken, figures };
  const cards = useCards(sub, look);
  const frames = useFrames(sub, look);
  const lines = useLines(sub, look);
  const nodes = useMemo(() => (frames.length === 0 ? cards : [...frames, ...cards]), [frames, cards]);
  const far = useFar();
  const { fitView } = useReactFlow();
  const [first] = useState(() => firstView(sub));
  const latest = useRef(sub);
  latest.current = sub;
  const whole = useCallback(() => void fitView(fit), [fitView]);
  const order = useCallback(() => {
    const { subProcessId } = latest.current;
    void layOut(shapesOf(latest.current)).then(
      (ordered) => {
        const places = new Map(ordered);
        editSub(subProcessId, (now) => moveNodes(now, places));
        // After the nodes stand in their places.
        requestAnimationFrame(() => requestAnimationFrame(whole));
      },
      // Its part of the page is loaded when it is asked for.
      () => notify({ title: "自动布局没有完成", text: "请检查网络后重试。", level: "error" }),
    );
  }, [editSub, whole]);
  const nothing = useCallback(() => select([]), [select]);
  const empty = sub.flow.nodes.length === 0;
  const beside = useMemo(
    () => (
      <>
        <Background gap={16} />
        <MiniMap pannable zoomable style={map} />
        <CanvasTools empty={empty} onOrder={order} onFit={whole} />
      </>
    ),
    [empty, order, whole],
  );
  return (
    <FarContext value={far}>
      <ReactFlow<Part, Edge>
        nodes={nodes}
        edges={lines}
        nodeTypes={types}
        {...(far && { "data-far": "" })}
        {...on}
        {...canvasKeys}
        colorMode={mode}
        connectionRadius={28}
        minZoom={0.1}
        maxZoom={2}
        {...(first ? { defaultViewport: first } : { fitView: true, fitViewOptions: fit })}
        onlyRenderVisibleElements
        // Lines are their nodes' exits: by keys they are led elsewhere in the dialog of a node.
        edgesFocusable={false}
        proOptions={bare}
        ariaLabelConfig={canvasWords}
        onPaneClick={nothing}
      >
        {beside}
      </ReactFlow>
    </FarContext>
  );
}
