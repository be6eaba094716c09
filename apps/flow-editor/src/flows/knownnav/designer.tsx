import { Box, Flex } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import type { SubProcess } from "@liantai/api/flows";
import { LoadingState, ScrollBox } from "@liantai/ui";
import type { Point } from "@liantai/ui/canvas";
import { useUnsaved } from "@liantai/ui/resource";
import { ReactFlowProvider } from "@xyflow/react";
import { memo, Suspense, useCallback, useDeferredValue, useMemo, useReducer, useRef, useState } from "react";
import { actionsOf, BoardActionsProvider, type BoardActions } from "./board.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { Palette } from "./canvas/palette.tsx";
import { DesignerHead } from "./designer-head.tsx";
import { Dialogs, type Asked } from "./dialogs/index.tsx";
import { FindingsBar } from "./findings-bar.tsx";
import { keysOf } from "./keys.ts";
import { LayerBar } from "./layers/layer-bar.tsx";
import { BehindContext, useLayers, type Layers } from "./layers/layers.ts";
import { newId, subOf, type Design } from "./model/body.ts";
import { editorOf, stepped } from "./model/editor.ts";
import { addNode, newNode } from "./model/nodes.ts";
import type { OneFlow } from "./queries.ts";
import { sides } from "./sides/index.ts";
import type { Looking, SideProps } from "./sides/side-props.ts";
import { SubTabs } from "./sub-tabs.tsx";
import { useClipboard } from "./use-clipboard.ts";
import { useEntering } from "./use-entering.ts";
import { useFindings } from "./use-findings.ts";
import { useGoing, useSeeing } from "./use-going.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { designOf, useSaving, type Saving } from "./use-saving.ts";
import { useTold } from "./use-told.ts";

interface DesignerProps {
  readonly loaded: OneFlow;
  readonly reload: () => void;
  readonly onClose: () => void;
  /** A call whose replay is asked for. */
  readonly callId?: string | undefined;
}

/** A new node stands behind the chosen one, or where it is dropped. */
function useAdding(sub: SubProcess, marked: ReadonlySet<string>, flowId: string, actions: BoardActions) {
  const latest = useRef({ sub, marked });
  latest.current = { sub, marked };
  const see = useSeeing();
  return useCallback(
    (type: string, at?: Point) => {
      const { sub: on, marked: chosen } = latest.current;
      const [after] = chosen;
      const node = newNode(on, type, { id: newId(), flowId });
      const where = at ? { at } : chosen.size === 1 && after !== undefined ? { after } : {};
      const made = addNode(on, node, where);
      actions.editSub(on.subProcessId, (now) => (now === on ? made : addNode(now, node, where)));
      actions.select([node.nodeId]);
      see(made.flow.nodes.filter(({ nodeId }) => nodeId === node.nodeId));
    },
    [actions, flowId, see],
  );
}

/** Behind what is chosen: a node is held before its form is drawn. */
const Beside = memo(function Beside({ id, ...props }: SideProps & { readonly id: string }) {
  const { title, width, render: Side } = sides.find((side) => side.id === id) ?? sides[0]!;
  return (
    <ScrollBox asChild flex="none" w={width} p="3" borderStartWidth="1px">
      <aside aria-label={title}>
        <Suspense fallback={<LoadingState />}>
          <Side {...props} />
        </Suspense>
      </aside>
    </ScrollBox>
  );
});

/** What was chosen when a hand took hold: a form that is drawn in the middle of a drag is a step that stands still. */
function useHand<T>(marked: T) {
  const [holds, onHold] = useState(false);
  const free = useRef(marked);
  if (!holds) free.current = marked;
  return { holds, onHold, chosen: free.current };
}

/** The same object while nothing of it changes: what stands beside the canvas is not drawn anew with every step on it. */
function useKeptSaving({ dirty, revision, save }: Saving): SideProps["saving"] {
  return useMemo(() => ({ dirty, revision, save }), [dirty, revision, save]);
}

const layersOf = ({ taken, figures }: Layers) => ({ taken, figures });

const ReadOnly = () => (
  <Box px="3" py="1" textStyle="xs" color="fg.muted" borderTopWidth="1px">
    您没有编辑流程的权限，只能查看。
  </Box>
);

/** What was drawn stays to be looked at and copied. */
const Deleted = ({ by }: { readonly by: string }) => (
  <Box role="alert" px="3" py="1.5" color="fg.error" bg="bg.error" borderBottomWidth="1px">
    流程已被{by}删除，不能再保存和发布。还要用的节点可以复制到其他流程。
  </Box>
);

/** The flow beside its draft, as this page and others change it, and what one may do with it. */
function useNow(loaded: OneFlow) {
  const press = useMayPress("/processconfig");
  const [flow, setFlow] = useState(loaded);
  const deletedBy = useTold(loaded.id, ({ version, versionId, changed }) =>
    setFlow((now) => ({ ...now, version, versionId, changed })),
  );
  const onPublished = useCallback<SideProps["onPublished"]>(
    ({ versionId, version }) => setFlow((now) => ({ ...now, versionId, version, changed: 0 })),
    [],
  );
  const there = deletedBy === undefined;
  return { flow, onPublished, deletedBy, may: there && press("flow.edit"), mayPublish: there && press("flow.publish") };
}

/** What is laid over the canvas, and what is asked of the side 回放: a call, or those behind a figure. */
function useLooking(flowId: string, callId: string | undefined, onView: (view: string) => void) {
  const layers = useLayers(flowId);
  const { figures, days, versionId } = layers;
  const shown = useMemo(() => ({ figures, days, versionId }), [figures, days, versionId]);
  const [looking, setLooking] = useState<Looking | undefined>(() =>
    callId === undefined ? undefined : { filter: { days: 30, versionId: "" }, callId },
  );
  const onBehind = useCallback(
    (filter: Omit<Looking["filter"], "days" | "versionId">) => {
      setLooking({ filter: { ...filter, days, versionId } });
      onView("replay");
    },
    [days, versionId, onView],
  );
  return { layers, onBehind, side: { layers: shown, looking, onLooking: setLooking, onTaken: layers.onTaken } };
}

interface TopProps {
  readonly body: SideProps["design"]["body"];
  readonly sub: SubProcess;
  readonly flowId: string;
  readonly may: boolean;
  readonly layers: Layers;
}

/** Over the canvas: its sub-processes, and what is laid over it. */
const Top = ({ layers, ...tabs }: TopProps) => (
  <Flex align="center" borderBottomWidth="1px">
    <Box flex="1" minW="0">
      <SubTabs {...tabs} />
    </Box>
    <LayerBar flowId={tabs.flowId} layers={layers} />
  </Flex>
);

function Board({ loaded, reload, onClose, callId }: DesignerProps) {
  const first = useMemo(() => designOf(loaded), [loaded]);
  const [editor, dispatch] = useReducer(stepped, first, editorOf);
  const actions = useMemo(() => actionsOf(dispatch), []);
  const { board, marked } = editor;
  const design = board.now;
  const sub = subOf(design.body, editor.sub)!;
  const [view, setView] = useState(callId === undefined ? sides[0]!.id : "replay");
  const [asked, setAsked] = useState<Asked>();
  const { layers, onBehind, side } = useLooking(loaded.id, callId, setView);
  const { flow, onPublished, deletedBy, may, mayPublish } = useNow(loaded);
  const there = deletedBy === undefined;
  const late = useDeferredValue(design);
  const hand = useHand(marked);
  const findings = useFindings(loaded, late, hand.holds);
  const replace = useCallback((to: Design) => dispatch({ do: "edit", edit: () => to }), []);
  const saving = useSaving({ loaded, first, design, may, replace, holds: hand.holds });
  const [kept, chosen] = [useKeptSaving(saving), useDeferredValue(hand.chosen)];
  const go = useGoing(design, actions);
  useUnsaved(may && saving.dirty);

  const add = useAdding(sub, marked, loaded.id, actions);
  const close = () => setAsked(undefined);
  const show = useCallback(
    (nodeId: string) => {
      setView(sides[0]!.id);
      go(nodeId, true);
    },
    [go],
  );
  const entering = useEntering(sub, (nodeId) => go(nodeId, true, true));
  const onKeyDown = keysOf({
    ...{ sub, marked, actions, may, flowId: loaded.id },
    onConnect: () => setAsked("connect"),
    onSearch: () => setAsked("search"),
    onSave: () => may && void saving.save(),
    onGo: entering.go,
    onHelp: () => setAsked("help"),
  });
  const keeping = { ...useKeptFocus(), ...entering.on };
  const clipboard = useClipboard(editor, design, loaded.id, actions);
  return (
    <BoardActionsProvider value={actions}>
      <Flex
        {...{ direction: "column", h: "full", minH: "420px", bg: "bg.panel", tabIndex: -1, outline: "none" }}
        {...keeping}
        onKeyDown={onKeyDown}
        onCopy={clipboard.onCopy}
        {...(may && { onPaste: clipboard.onPaste })}
        data-flow-designer
      >
        <DesignerHead
          {...{ flow, editor, sub, saving, may, view }}
          onView={setView}
          onAsk={setAsked}
          {...(mayPublish && { onPublish: () => setAsked("publish") })}
          onClose={onClose}
        />
        {deletedBy !== undefined && <Deleted by={deletedBy} />}
        <Top body={design.body} flowId={loaded.id} {...{ sub, may, layers }} />
        <Flex flex="1" minH="0">
          {may && <Palette sub={sub} onAdd={add} />}
          <BehindContext value={onBehind}>
            <Canvas
              key={sub.subProcessId}
              {...{ sub, marked, ...layersOf(layers) }}
              findings={findings.by}
              onHold={hand.onHold}
            />
          </BehindContext>
          <Beside
            id={view}
            {...{ flow, design, sub, may, mayPublish, onPublished }}
            marked={chosen}
            saving={kept}
            findings={findings.list}
            onShow={go}
            {...side}
            onReplaced={reload}
          />
        </Flex>
        <FindingsBar
          {...{ list: findings.list, checking: findings.checking, state: findings.state }}
          body={late.body}
          onCheck={findings.check}
          onShow={show}
        />
        <Dialogs
          {...{ design, sub, marked, saving, onPublished }}
          asked={there ? asked : undefined}
          findings={findings.list}
          id={loaded.id}
          onShow={show}
          onClose={close}
        />
        {there && !may && <ReadOnly />}
      </Flex>
    </BoardActionsProvider>
  );
}

/** The board of a flow: types of nodes, sub-processes, the graph, what is beside it, what is wrong with it. */
export function Designer(props: DesignerProps) {
  return (
    <ReactFlowProvider>
      <Board {...props} />
    </ReactFlowProvider>
  );
}
