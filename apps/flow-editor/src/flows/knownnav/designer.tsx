import { Badge, Box, Flex, HStack, IconButton, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { LoadingState, ScrollBox } from "@liantai/ui";
import { BoardHead } from "@liantai/ui/board";
import type { Point } from "@liantai/ui/canvas";
import { useUnsaved } from "@liantai/ui/resource";
import { ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { Copy, Search, Spline } from "lucide-react";
import { Suspense, useCallback, useDeferredValue, useMemo, useReducer, useRef, useState } from "react";
import { actionsOf, BoardActionsProvider, type BoardActions } from "./board.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { Palette } from "./canvas/palette.tsx";
import type { Taken } from "./canvas/parts-of.ts";
import { ConnectDialog } from "./dialogs/connect.tsx";
import { PublishDialog } from "./dialogs/publish.tsx";
import { SearchDialog } from "./dialogs/search.tsx";
import { StaleDialog } from "./dialogs/stale.tsx";
import { FindingsBar } from "./findings-bar.tsx";
import { duplicate, keysOf } from "./keys.ts";
import { newId, nodeOf, subOf, type Design } from "./model/body.ts";
import { copied, pasted } from "./model/clipboard.ts";
import { editorOf, stepped, type Editor } from "./model/editor.ts";
import { addNode, newNode, sizeOf } from "./model/nodes.ts";
import { typeNames, type OneFlow } from "./queries.ts";
import { sides } from "./sides/index.ts";
import { SubTabs } from "./sub-tabs.tsx";
import { useFindings } from "./use-findings.ts";
import { designOf, useSaving } from "./use-saving.ts";

interface DesignerProps {
  readonly loaded: OneFlow;
  readonly reload: () => void;
  readonly onClose: () => void;
}

const views = Object.fromEntries(sides.map(({ id, title }) => [id, title]));
const listed: readonly [] = [];

/** Goes to nodes: shown in the middle and, by keys, given the focus once they are drawn. */
function useGoing(design: Design, { find }: BoardActions) {
  const { setCenter, getZoom } = useReactFlow();
  const latest = useRef(design);
  latest.current = design;
  return useCallback(
    (nodeId: string, focus = false) => {
      const found = nodeOf(latest.current.body, nodeId);
      if (!found) return;
      find(nodeId);
      const { width, height } = sizeOf(found.node);
      const { x, y } = found.node;
      // After its sub-process is on show.
      requestAnimationFrame(() => {
        void setCenter(x + width / 2, y + height / 2, { zoom: Math.max(getZoom(), 0.7) });
        if (!focus) return;
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`)?.focus(),
        );
      });
    },
    [find, setCenter, getZoom],
  );
}

/** Copy, cut and paste of the page itself, so that nodes go from one flow, tab or window to another. */
function useClipboard({ sub: shown, marked }: Editor, design: Design, flowId: string, actions: BoardActions) {
  const { screenToFlowPosition } = useReactFlow();
  const sub = subOf(design.body, shown);
  const typed = (target: EventTarget) =>
    target instanceof Element && target.closest("input, textarea, select") !== null;
  return {
    onCopy(event: React.ClipboardEvent) {
      const text = sub && !typed(event.target) ? copied(sub, marked) : undefined;
      if (text === undefined) return;
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    },
    onPaste(event: React.ClipboardEvent) {
      if (!sub || typed(event.target)) return;
      const text = event.clipboardData.getData("text/plain");
      // What comes from elsewhere stands where one looks.
      const box = event.currentTarget.querySelector("[data-flow-canvas]")?.getBoundingClientRect();
      const own = sub.flow.nodes.some(({ nodeId }) => text.includes(`"nodeId":"${nodeId}"`));
      const at = own || !box ? undefined : screenToFlowPosition({ x: box.left + 80, y: box.top + 80 });
      const made = pasted(sub, text, { flowId, newId, at });
      if (!made) return;
      actions.editSub(sub.subProcessId, () => made.sub);
      actions.select(made.ids);
      event.preventDefault();
    },
  };
}

function Board({ loaded, reload, onClose }: DesignerProps) {
  const first = useMemo(() => designOf(loaded), [loaded]);
  const [editor, dispatch] = useReducer(stepped, first, editorOf);
  const actions = useMemo(() => actionsOf(dispatch), []);
  const { board, marked } = editor;
  const design = board.now;
  const sub = subOf(design.body, editor.sub)!;
  const [flow, setFlow] = useState(loaded);
  const [view, setView] = useState(sides[0]!.id);
  const [asked, setAsked] = useState<"publish" | "connect" | "search">();
  const [taken, setTaken] = useState<Taken>();
  const press = useMayPress("/processconfig");
  const [may, mayPublish] = [press("flow.edit"), press("flow.publish")];
  const late = useDeferredValue(design);
  const findings = useFindings(loaded, late);
  const replace = useCallback((to: Design) => dispatch({ do: "edit", edit: () => to }), []);
  const saving = useSaving({ loaded, first, design, may, replace });
  const go = useGoing(design, actions);
  useUnsaved(may && saving.dirty);

  const latest = useRef({ sub, marked });
  latest.current = { sub, marked };
  const add = useCallback(
    (type: string, at?: Point) => {
      const { sub: on, marked: chosen } = latest.current;
      const [after] = chosen;
      const node = newNode(on, type, { id: newId(), flowId: loaded.id });
      const where = at ? { at } : chosen.size === 1 && after !== undefined ? { after } : {};
      actions.editSub(on.subProcessId, (now) => addNode(now, node, where));
      actions.select([node.nodeId]);
    },
    [actions, loaded.id],
  );
  const close = () => setAsked(undefined);
  const show = useCallback(
    (nodeId: string) => {
      setView(sides[0]!.id);
      go(nodeId, true);
    },
    [go],
  );
  const onKeyDown = keysOf({
    ...{ sub, marked, actions, may, flowId: loaded.id },
    onConnect: () => setAsked("connect"),
    onSearch: () => setAsked("search"),
    onSave: () => may && void saving.save(),
    onGo: (nodeId) => go(nodeId, true),
  });
  const clipboard = useClipboard(editor, design, loaded.id, actions);
  const side = sides.find(({ id }) => id === view) ?? sides[0]!;
  const Side = side.render;
  const [one = ""] = marked;
  const tool = { size: "xs", variant: "ghost", colorPalette: "gray" } as const;
  return (
    <BoardActionsProvider value={actions}>
      <Flex
        direction="column"
        h="full"
        minH="420px"
        bg="bg.panel"
        tabIndex={-1}
        outline="none"
        onKeyDown={onKeyDown}
        onCopy={clipboard.onCopy}
        {...(may && { onPaste: clipboard.onPaste })}
        data-flow-designer
      >
        <BoardHead
          views={views}
          view={view}
          onView={setView}
          faults={listed}
          saving={saving}
          undoable={board.past.length > 0}
          redoable={board.future.length > 0}
          onStep={actions.step}
          {...(may && { onSave: () => void saving.save() })}
          {...(mayPublish && { onPublish: () => setAsked("publish") })}
          onClose={onClose}
          title={
            <HStack gap="2" minW="0">
              <Text fontWeight="600" truncate maxW="220px" title={flow.name}>
                {flow.name}
              </Text>
              <Badge size="sm">{typeNames[flow.flowType]}</Badge>
              <Badge size="sm" colorPalette={flow.version > 0 ? "green" : "gray"}>
                {flow.version > 0 ? `已发布第${flow.version}版` : "未发布"}
              </Badge>
              <IconButton {...tool} aria-label="查找节点" title="查找节点 Ctrl+F" onClick={() => setAsked("search")}>
                <Search aria-hidden />
              </IconButton>
              {may && (
                <>
                  <IconButton {...tool} aria-label="连接节点" title="连接节点 C" onClick={() => setAsked("connect")}>
                    <Spline aria-hidden />
                  </IconButton>
                  <IconButton
                    {...tool}
                    aria-label="复制节点"
                    title="复制节点 Ctrl+D"
                    disabled={marked.size === 0}
                    onClick={() => duplicate({ sub, flowId: loaded.id, actions }, marked)}
                  >
                    <Copy aria-hidden />
                  </IconButton>
                </>
              )}
            </HStack>
          }
        />
        <SubTabs body={design.body} sub={sub} flowId={loaded.id} may={may} />
        <Flex flex="1" minH="0">
          {may && <Palette sub={sub} onAdd={add} />}
          <Canvas key={sub.subProcessId} sub={sub} marked={marked} findings={findings.by} taken={taken} />
          <ScrollBox asChild flex="none" w={side.width} p="3" borderStartWidth="1px">
            <aside aria-label={side.title}>
              <Suspense fallback={<LoadingState />}>
                <Side
                  {...{ flow, design, sub, marked, saving, may, mayPublish }}
                  findings={findings.list}
                  onShow={go}
                  onTaken={setTaken}
                  onPublished={({ versionId, version }) =>
                    setFlow((now) => ({ ...now, versionId, version, changed: 0 }))
                  }
                  onReplaced={reload}
                />
              </Suspense>
            </aside>
          </ScrollBox>
        </Flex>
        <FindingsBar
          list={findings.list}
          checking={findings.checking}
          body={late.body}
          onCheck={findings.check}
          onShow={show}
        />
        {asked === "connect" && <ConnectDialog sub={sub} from={nodeOf(design.body, one) ? one : ""} onClose={close} />}
        {asked === "search" && <SearchDialog body={design.body} onGo={show} onClose={close} />}
        {asked === "publish" && (
          <PublishDialog
            id={loaded.id}
            findings={findings.list}
            saving={saving}
            onPublished={({ versionId, version }) => setFlow((now) => ({ ...now, versionId, version, changed: 0 }))}
            onShow={show}
            onClose={close}
          />
        )}
        {saving.stale && <StaleDialog stale={saving.stale} mine={design} settle={saving.settle} />}
        {!may && (
          <Box px="3" py="1" textStyle="xs" color="fg.muted" borderTopWidth="1px">
            您没有编辑流程的权限，只能查看。
          </Box>
        )}
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
