import { Box } from "@chakra-ui/react";
import { useColorMode } from "@liantai/ui";
import {
  Background,
  ConnectionLineType,
  MiniMap,
  ReactFlow,
  useReactFlow,
  type Connection,
  type Edge,
  type EdgeChange,
  type NodeChange,
} from "@xyflow/react";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Surroundings } from "../../parts/surroundings.ts";
import { useFlowBoard } from "../board.tsx";
import { connect, type FlowDesign, moveNodes, newId, type Point, reconnect, refusalOf } from "../../parts/graph.ts";
import { type CardNode, NodeCard } from "./node-card.tsx";
import { type Look, useCards, useLines } from "./parts-of.ts";
import { CanvasStyles, canvasColors } from "./styles.tsx";
import { CanvasTools } from "./tools.tsx";

const nodeTypes = { card: NodeCard };
const nothing: ReadonlyMap<string, Point> = new Map();
/** What the library says to those who do not see. */
const words = {
  "node.a11yDescription.default": "按回车或空格选择节点，选择后用方向键移动，按Delete删除，按Escape取消",
  "node.a11yDescription.keyboardDisabled": "按回车或空格选择节点，选择后用方向键移动，按Delete删除，按Escape取消",
  "node.a11yDescription.ariaLiveMessage": ({ x, y }: Point) => `节点已移到横向${Math.round(x)}、纵向${Math.round(y)}`,
  "edge.a11yDescription.default": "按回车或空格选择连线，按Delete删除，按Escape取消",
  "minimap.ariaLabel": "缩略图",
  "handle.ariaLabel": "连接点",
};

interface CanvasProps extends Omit<Look, "held"> {
  readonly design: FlowDesign;
  readonly around: Surroundings;
}

/** What the library tells: nodes that a hand holds stay out of the drawing until it lets go. */
function useChanges(design: FlowDesign, marked: ReadonlySet<string>) {
  const { draw, select } = useFlowBoard();
  const [held, setHeld] = useState(nothing);
  const chosen = useRef(marked);
  chosen.current = marked;
  const choose = useCallback(
    (changes: readonly (NodeChange<CardNode> | EdgeChange)[]) => {
      const next = new Set(chosen.current);
      for (const change of changes) if (change.type === "select") next[change.selected ? "add" : "delete"](change.id);
      if (changes.some(({ type }) => type === "select")) {
        chosen.current = next;
        select([...next]);
      }
    },
    [select],
  );
  const onNodesChange = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      choose(changes);
      const moves = changes.flatMap((change) => (change.type === "position" && change.position ? [change] : []));
      if (moves.length === 0) return;
      const places = new Map(moves.map(({ id, position }) => [id, position!]));
      if (moves.some(({ dragging }) => dragging)) setHeld(places);
      else {
        setHeld(nothing);
        draw((flow) => moveNodes(flow, places), `move ${[...places.keys()].join(" ")}`);
      }
    },
    [choose, draw],
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
  return { held, onNodesChange, onEdgesChange: choose, isValidConnection, onConnect, onReconnect };
}

/** The graph: by mouse (drag, draw a line from a point, wheel) and by keys. */
export function Canvas({ design, around, ...look }: CanvasProps) {
  const { select } = useFlowBoard();
  const { mode } = useColorMode();
  const { held, ...changes } = useChanges(design, look.marked);
  const all = { ...look, held };
  const cards = useCards(design, around, all);
  const lines = useLines(design, around, all);
  const { fitView } = useReactFlow();
  const fit = useMemo(() => ({ padding: 0.06, maxZoom: 1 }), []);
  return (
    <Box flex="1" minW="0" position="relative" role="region" aria-label="流程图" css={canvasColors} data-flow-canvas>
      <CanvasStyles />
      <ReactFlow<CardNode, Edge>
        nodes={cards}
        edges={lines}
        nodeTypes={nodeTypes}
        {...changes}
        colorMode={mode}
        connectionLineType={ConnectionLineType.SmoothStep}
        connectionRadius={28}
        minZoom={0.1}
        maxZoom={2}
        fitView
        fitViewOptions={fit}
        // Keys are the canvas's own: the library listens to the whole page, other tabs included.
        deleteKeyCode={null}
        panActivationKeyCode={null}
        zoomActivationKeyCode={null}
        zoomOnDoubleClick={false}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={words}
        onPaneClick={() => select([])}
      >
        <Background gap={16} />
        <MiniMap pannable zoomable style={{ width: 128, height: 84 }} />
        <CanvasTools design={design} onFit={() => void fitView(fit)} />
      </ReactFlow>
    </Box>
  );
}
