import { Flex, Input } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { flowLimits, type NodeKind } from "@liantai/api/contract/workorder";
import type { Decision, OrderValues } from "@liantai/api/contract/work-orders";
import { type Board as BoardOf, type BoardFault, BoardHead, boardOf, BoardQuestions } from "@liantai/ui/board";
import type { Point } from "@liantai/ui/canvas";
import { useUnsaved } from "@liantai/ui/resource";
import { ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { useCallback, useDeferredValue, useMemo, useReducer, useRef, useState } from "react";
import { seatsIn } from "../parts/seats.tsx";
import { type Surroundings, useSurroundings } from "../parts/surroundings.ts";
import type { OneFlow } from "../queries.ts";
import {
  actionsOf,
  FlowActionsProvider,
  type FlowActions,
  faultsBy,
  moved,
  useFaults,
  useFlowBoard,
} from "./board.tsx";
import { Canvas } from "./canvas/canvas.tsx";
import { Palette } from "./canvas/palette.tsx";
import { addNode, connect, type FlowDesign, newId, nodeOf, placeAfter, sizeOf } from "../parts/graph.ts";
import { HeatSide } from "./heat/heat-side.tsx";
import { useHeat } from "./heat/heat.ts";
import { tryOut } from "./model/trial.ts";
import { ConnectDialog } from "./panel/connect-dialog.tsx";
import { Panel } from "./panel/panel.tsx";
import { PublishDialog } from "./sides/publish.tsx";
import { Simulate } from "./sides/simulate.tsx";
import { Versions } from "./sides/versions.tsx";
import { keysOf } from "./keys.ts";
import { designOf, type FlowSaving, useSaving } from "./use-saving.ts";

interface DesignerProps {
  readonly loaded: OneFlow;
  readonly reload: () => Promise<OneFlow | undefined>;
  readonly onClose: () => void;
}

const views = { design: "设计", simulate: "试运行", heat: "耗时", versions: "版本" } as const;
type View = keyof typeof views;
const none: ReadonlySet<string> = new Set();
const noWay: ReadonlyMap<string, readonly number[]> = new Map();

/** A new node stands behind the chosen one and is joined to it, where nothing leads on from there yet. */
function useAdding(design: FlowDesign, marked: ReadonlySet<string>, { draw, select }: FlowActions) {
  const latest = useRef({ design, marked });
  latest.current = { design, marked };
  return useCallback(
    (kind: NodeKind, at?: Point) => {
      const { flow } = latest.current.design;
      const [one] = latest.current.marked;
      const after = latest.current.marked.size === 1 ? flow.nodes.find(({ id }) => id === one) : undefined;
      const node = nodeOf(flow, kind, newId(), at ?? placeAfter(flow, kind, after ?? flow.nodes.at(-1)));
      const joins = at === undefined && after !== undefined && flow.edges.every(({ from }) => from !== after.id);
      draw((now) => {
        const added = addNode(now, node);
        return joins ? connect(added, { id: newId(), from: after.id, to: node.id }) : added;
      });
      select([node.id]);
    },
    [draw, select],
  );
}

/** What is typed into the trial, and the way that comes of it. */
function useTrial(design: FlowDesign, open: boolean, wrong: boolean) {
  const [values, setValues] = useState<OrderValues>({});
  const [decisions, setDecisions] = useState<readonly (Decision | undefined)[]>([]);
  const flow = useDeferredValue(design.flow);
  const trial = useMemo(
    () => (open && !wrong ? tryOut(flow, values, decisions, Date.now()) : undefined),
    [open, wrong, flow, values, decisions],
  );
  const decide = (at: number, what: Decision) =>
    // What was decided later was decided on another way.
    setDecisions((now) => [...Array.from({ length: at }, (_, n) => now[n]), what]);
  return { values, setValues, trial, decide, reset: () => setDecisions([]) };
}

interface FlowHeadProps {
  readonly board: BoardOf<FlowDesign>;
  readonly view: View;
  readonly saving: FlowSaving;
  readonly faults: readonly BoardFault[];
  readonly onView: (view: View) => void;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

function FlowHead({ board, saving, onPublish, ...rest }: FlowHeadProps) {
  const { edit, step } = useFlowBoard();
  const may = useMayPress("/workorderflow");
  return (
    <BoardHead
      {...rest}
      views={views}
      saving={saving}
      undoable={board.past.length > 0}
      redoable={board.future.length > 0}
      onStep={step}
      {...(may("workFlow.update") && { onSave: () => void saving.save() })}
      {...(may("workFlow.publish") && { onPublish })}
      title={
        <Input
          size="xs"
          w="180px"
          fontWeight="600"
          aria-label="流程名称"
          value={board.now.name}
          maxLength={flowLimits.name}
          onChange={(event) => edit((now) => ({ ...now, name: event.target.value }), "name")}
        />
      }
    />
  );
}

type Asked = "leave" | "publish" | "connect" | undefined;

interface DialogsProps {
  readonly asked: Asked;
  readonly loaded: OneFlow;
  readonly design: FlowDesign;
  readonly marked: ReadonlySet<string>;
  readonly around: Surroundings;
  readonly saving: FlowSaving;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

function Dialogs({ asked, loaded, design, marked, around, saving, onLeave, onClose }: DialogsProps) {
  const from = design.flow.nodes.find(({ id }) => marked.size === 1 && marked.has(id));
  return (
    <>
      {asked === "connect" && <ConnectDialog design={design} from={from} onClose={onClose} />}
      {asked === "publish" && (
        <PublishDialog
          before={saving.published}
          after={design.flow}
          around={around}
          running={loaded.list.reduce((sum, one) => sum + one.running, 0)}
          onPublish={() => saving.publish().then(onClose)}
          onClose={onClose}
        />
      )}
      <BoardQuestions
        leaving={asked === "leave"}
        onStay={onClose}
        onLeave={onLeave}
        conflict={saving.conflict}
        onOverride={() => void saving.override()}
        onForget={saving.forget}
      />
    </>
  );
}

function Board({ loaded, reload, onClose }: DesignerProps) {
  const [board, dispatch] = useReducer(moved, loaded, (of) => boardOf(designOf(of)));
  const design = board.now;
  const { id } = loaded.flow;
  const [marked, setMarked] = useState(none);
  const [view, setView] = useState<View>("design");
  const [asked, setAsked] = useState<Asked>();
  const actions = useMemo(() => actionsOf(dispatch, (ids) => setMarked(new Set(ids))), []);
  const versions = useMemo(() => loaded.list.flatMap(({ definition }) => definition.nodes), [loaded]);
  const around = useSurroundings(design.formId, seatsIn([...design.flow.nodes, ...versions]));
  const faults = useFaults(design, around.fields);
  const byPart = useMemo(() => faultsBy(faults), [faults]);
  const saving = useSaving(loaded, design, reload);
  const add = useAdding(design, marked, actions);
  const heat = useHeat(id, view === "heat");
  const trial = useTrial(design, view === "simulate", faults.length > 0);
  const { setCenter, getZoom } = useReactFlow();
  const connectBy = useCallback(() => setAsked("connect"), []);
  const close = () => setAsked(undefined);
  useUnsaved(saving.dirty);

  const show = (part: string | undefined) => {
    setView("design");
    if (part === undefined) return setMarked(none);
    setMarked(new Set([part]));
    const edge = design.flow.edges.find((one) => one.id === part);
    const node = design.flow.nodes.find((one) => one.id === (edge?.from ?? part));
    if (!node) return;
    const { width, height } = sizeOf(node.kind);
    void setCenter(node.x + width / 2, node.y + height / 2, { zoom: Math.max(getZoom(), 0.8) });
  };
  const onKeyDown = keysOf({ design, marked, actions, drawing: view === "design", onConnect: connectBy });
  return (
    <FlowActionsProvider value={actions}>
      <Flex direction="column" h="full" minH="420px" bg="bg.panel" onKeyDown={onKeyDown} data-flow-designer>
        <FlowHead
          {...{ board, view, saving }}
          faults={faults.map(({ nodeId, edgeId, text }) => ({ text, onShow: () => show(nodeId ?? edgeId) }))}
          onView={setView}
          onPublish={() => setAsked("publish")}
          onClose={() => (saving.dirty ? setAsked("leave") : onClose())}
        />
        <Flex flex="1" minH="0" display={view === "versions" ? "none" : "flex"}>
          {view === "design" && <Palette design={design} onAdd={add} />}
          <Canvas
            design={design}
            around={around}
            marked={marked}
            faults={byPart}
            walked={trial.trial?.walked ?? noWay}
            warmth={heat.warmth}
          />
          {view === "heat" && <HeatSide heat={heat} onShow={(node) => setMarked(new Set([node]))} />}
          {view === "simulate" && (
            <Simulate
              {...{ design, around, faults }}
              trial={trial.trial}
              values={trial.values}
              onValues={trial.setValues}
              onDecide={trial.decide}
              onReset={trial.reset}
              onShow={(node) => setMarked(new Set([node]))}
            />
          )}
          {(view === "design" || view === "versions") && (
            <Panel design={design} marked={marked} faults={byPart} around={around} onConnect={connectBy} />
          )}
        </Flex>
        {view === "versions" && (
          <Flex direction="column" flex="1" minH="0" overflow="auto" p="4">
            <Versions
              {...{ id, around }}
              list={loaded.list}
              draft={design.flow}
              onTake={(flow) => {
                actions.draw(() => flow);
                setMarked(none);
                setView("design");
              }}
              onMoved={() => void reload()}
            />
          </Flex>
        )}
        <Dialogs {...{ asked, loaded, design, marked, around, saving }} onLeave={onClose} onClose={close} />
      </Flex>
    </FlowActionsProvider>
  );
}

/** The board of a flow: kinds of nodes, the graph, the properties of what is chosen; a way tried out; versions. */
export function Designer(props: DesignerProps) {
  return (
    <ReactFlowProvider>
      <Board {...props} />
    </ReactFlowProvider>
  );
}
