import { Box } from "@chakra-ui/react";
import { useColorMode } from "@liantai/ui";
import {
  canvasColors,
  canvasKeys,
  CanvasStyles,
  CanvasTools,
  canvasWords,
  useNodeChanges,
  FarContext,
  useFar,
  type Point,
} from "@liantai/ui/canvas";
import {
  Background,
  ConnectionLineType,
  MiniMap,
  ReactFlow,
  useReactFlow,
  type Connection,
  type Edge,
} from "@xyflow/react";
import { useCallback, useMemo } from "react";
import type { Surroundings } from "../../parts/surroundings.ts";
import { useFlowBoard } from "../board.tsx";
import { connect, type FlowDesign, moveNodes, newId, reconnect, refusalOf } from "../../parts/graph.ts";
import { type CardNode, NodeCard } from "./node-card.tsx";
import { type Look, useCards, useLines } from "./parts-of.ts";
import { laidOut } from "../model/layout.ts";

const nodeTypes = { card: NodeCard };
interface CanvasProps extends Omit<Look, "held"> {
  readonly design: FlowDesign;
  readonly around: Surroundings;
}

/** What the library tells, as changes of the drawing. */
function useChanges(design: FlowDesign, marked: ReadonlySet<string>) {
  const { draw, select } = useFlowBoard();
  const onMove = useCallback(
    (places: ReadonlyMap<string, Point>) =>
      draw((flow) => moveNodes(flow, places), `move ${[...places.keys()].join(" ")}`),
    [draw],
  );
  const isValidConnection = useCallback(
    ({ source, target }: Connection | Edge) => refusalOf(design.flow, source, target) === undefined,
    [design.flow],
  );
  const onConnect = useCallback(
    ({ source, target }: Connection) => {
      const id = newId();
      draw((flow) => connect(flow, { id, from: source, to: target }));
      select([id]);
    },
    [draw, select],
  );
  const onReconnect = useCallback(
    ({ id }: Edge, { source, target }: Connection) => draw((flow) => reconnect(flow, id, source, target)),
    [draw],
  );
  return {
    ...useNodeChanges<CardNode>({ marked, onSelect: select, onMove }),
    ...{ isValidConnection, onConnect, onReconnect },
  };
}

/** The graph: by mouse (drag, draw a line from a point, wheel) and by keys. */
export function Canvas({ design, around, ...look }: CanvasProps) {
  const { draw, select } = useFlowBoard();
  const { mode } = useColorMode();
  const { held, ...changes } = useChanges(design, look.marked);
  const all = { ...look, held };
  const cards = useCards(design, around, all);
  const lines = useLines(design, around, all);
  const far = useFar();
  const { fitView } = useReactFlow();
  const fit = useMemo(() => ({ padding: 0.06, maxZoom: 1 }), []);
  const whole = () => void fitView(fit);
  const order = () => {
    draw((flow) => moveNodes(flow, laidOut(flow)));
    // After the nodes stand in their places.
    requestAnimationFrame(() => requestAnimationFrame(whole));
  };
  return (
    <Box flex="1" minW="0" position="relative" role="region" aria-label="流程图" css={canvasColors} data-flow-canvas>
      <CanvasStyles />
      <FarContext value={far}>
        <ReactFlow<CardNode, Edge>
          nodes={cards}
          edges={lines}
          nodeTypes={nodeTypes}
          {...changes}
          {...(far && { "data-far": "" })}
          colorMode={mode}
          connectionLineType={ConnectionLineType.SmoothStep}
          connectionRadius={28}
          minZoom={0.1}
          maxZoom={2}
          fitView
          fitViewOptions={fit}
          {...canvasKeys}
          proOptions={{ hideAttribution: true }}
          ariaLabelConfig={canvasWords}
          onPaneClick={() => select([])}
        >
          <Background gap={16} />
          <MiniMap pannable zoomable style={{ width: 128, height: 84 }} />
          <CanvasTools empty={design.flow.nodes.length === 0} onOrder={order} onFit={whole} />
        </ReactFlow>
      </FarContext>
    </Box>
  );
}
