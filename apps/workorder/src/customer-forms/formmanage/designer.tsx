import { Flex } from "@chakra-ui/react";
import { boardOf, BoardQuestions, type Move } from "@liantai/ui/board";
import { ConfigFields, serverSources } from "@liantai/ui/dynamic";
import { useUnsaved } from "@liantai/ui/resource";
import { useCallback, useMemo, useReducer, useRef, useState, type Dispatch, type KeyboardEvent } from "react";
import type { OneForm } from "../queries.ts";
import { actionsOf, BoardActionsProvider, moved, useFaults } from "./board.tsx";
import { Canvas } from "./canvas/canvas.tsx";
import type { CardActions } from "./canvas/card.tsx";
import { type freshField, Palette } from "./canvas/palette.tsx";
import { type Dragged, useDrag } from "./canvas/use-drag.ts";
import { useFocus } from "./canvas/use-focus.ts";
import { Columns } from "./columns.tsx";
import { DesignerHead, type View } from "./designer-head.tsx";
import {
  addField,
  contentOf,
  type Content,
  type Design,
  designOf,
  freeLabel,
  freeName,
  groupsOf,
  labelsOf,
  moveField,
  namesOf,
  type Place,
  removeField,
  stepOf,
} from "./model/design.ts";
import { Panel } from "./panel/panel.tsx";
import { Preview } from "./preview.tsx";
import { PublishDialog } from "./publish.tsx";
import { Rules } from "./rules/rules.tsx";
import { useSaving } from "./use-saving.ts";
import { Versions } from "./versions.tsx";

interface DesignerProps {
  readonly form: OneForm;
  readonly reload: () => Promise<OneForm | undefined>;
  readonly onClose: () => void;
}

const startOf = (form: OneForm): Design => designOf(form.draft ?? form);

function after(design: Design, id: string | undefined): Place {
  const item = design.items.find((one) => one.id === id);
  if (!item) return { section: "", before: undefined };
  const section = item.field.ext?.section ?? "";
  const same = design.items.filter(({ field }) => (field.ext?.section ?? "") === section);
  return { section, before: same[same.indexOf(item) + 1]?.id };
}

/** What is pressed, dragged and typed on the canvas. */
function useCards(design: Design, selected: string | undefined, dispatch: Dispatch<Move<Design>>) {
  const latest = useRef({ design, selected });
  latest.current = { design, selected };
  const canvas = useRef<HTMLDivElement>(null);
  const reveal = useCallback(
    (id: string, block: ScrollLogicalPosition) =>
      requestAnimationFrame(() => canvas.current?.querySelector(`[data-card="${id}"]`)?.scrollIntoView?.({ block })),
    [],
  );
  const add = useCallback(
    (make: ReturnType<typeof freshField>, place?: Place) => {
      const { design: of, selected: chosen } = latest.current;
      const [next, id] = addField(of, make(namesOf(of), labelsOf(of)), place ?? after(of, chosen));
      dispatch({ do: "edit", edit: () => next, select: id });
      // Without a place it goes behind what is chosen, or to the end, which mostly lies below what is seen. It grows when it is seen.
      if (!place) reveal(id, "center");
      return id;
    },
    [dispatch, reveal],
  );
  const focus = useFocus(canvas);
  const drop = (what: Dragged, place: Place) => {
    if (what.make) add(what.make, place);
    else if (what.id) dispatch({ do: "edit", edit: (of) => moveField(of, what.id!, place), select: what.id });
  };
  const drag = useDrag(canvas, drop);
  const cards = useMemo<CardActions>(
    () => ({
      drag,
      select: (id) => dispatch({ do: "select", id }),
      step(id, by) {
        const place = stepOf(latest.current.design, id, by);
        if (place) dispatch({ do: "edit", edit: (of) => moveField(of, id, place), select: id });
        focus.keep(id);
        reveal(id, "nearest");
      },
      copy(id) {
        const field = latest.current.design.items.find((one) => one.id === id)?.field;
        if (!field) return;
        const { config: _, ...rest } = field;
        dispatch({ do: "select", id });
        latest.current = { ...latest.current, selected: id };
        const made = add((names, labels) => ({
          ...rest,
          name: freeName(names),
          label: freeLabel(labels, field.label),
        }));
        focus.to(made);
      },
      remove(id) {
        const drawn = groupsOf(latest.current.design).flatMap(({ items }) => items);
        const at = drawn.findIndex((one) => one.id === id);
        dispatch({ do: "edit", edit: (of) => removeField(of, id), select: null });
        focus.to((drawn[at + 1] ?? drawn[at - 1])?.id);
      },
    }),
    [add, drag, dispatch, focus, reveal],
  );
  return { canvas, add, cards, drag, reveal };
}

/** The board of a form: the controls, the form as it will be, the properties of what is chosen. */
export function Designer({ form, reload, onClose }: DesignerProps) {
  const [board, dispatch] = useReducer(moved, form, (of) => boardOf(startOf(of)));
  const { now: design, selected } = board;
  const [view, setView] = useState<View>("design");
  const [leaving, setLeaving] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const [sources] = useState(() => serverSources());
  const saving = useSaving(form, design, reload);
  const { published, dirty } = saving;
  const identity = useMemo(
    () => ({ formId: form.id, version: form.version, formType: form.formType }),
    [form.id, form.version, form.formType],
  );
  const faults = useFaults(design, identity, published);
  const actions = useMemo(() => actionsOf(dispatch), []);
  useUnsaved(dirty);

  const { canvas, add, cards, drag, reveal } = useCards(design, selected, dispatch);
  const gone = useMemo(() => {
    const names = new Set(namesOf(design));
    return published?.fields.filter(({ name }) => !names.has(name)) ?? [];
  }, [design, published]);
  const item = useMemo(() => design.items.find(({ id }) => id === selected), [design, selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    const redo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    dispatch({ do: redo ? "redo" : "undo" });
  };
  const show = (name: string | undefined) => {
    const found = design.items.find(({ field }) => field.name === name);
    setView(found ? "design" : "rules");
    if (!found) return;
    dispatch({ do: "select", id: found.id });
    reveal(found.id, "center");
  };
  const take = (content: Content) => {
    const next = designOf(content);
    dispatch({ do: "edit", edit: () => next, select: null });
    setView("design");
  };
  return (
    <BoardActionsProvider value={actions}>
      <Flex direction="column" h="full" minH="420px" bg="bg.panel" onKeyDown={onKeyDown} data-designer>
        <DesignerHead
          {...{ form, design, view, faults, saving, actions }}
          undoable={board.past.length > 0}
          redoable={board.future.length > 0}
          onView={setView}
          onShow={show}
          onPublish={() => setPublishing(true)}
          onClose={() => (dirty ? setLeaving(true) : onClose())}
        />
        <Flex flex="1" minH="0" hidden={view !== "design"} display={view === "design" ? "flex" : "none"}>
          <ConfigFields sources={sources}>
            <Palette count={design.items.length} gone={gone} onAdd={add} onDrag={drag} />
            <Canvas box={canvas} design={design} selected={selected} faults={faults} actions={cards} />
          </ConfigFields>
          <Panel item={item} design={design} faults={faults} sources={sources} />
        </Flex>
        {view === "rules" && <Rules design={design} faults={faults} />}
        {view === "columns" && <Columns design={design} />}
        {view === "preview" && <Preview design={design} of={identity} faults={faults} sources={sources} />}
        {view === "versions" && (
          <Flex direction="column" flex="1" minH="0" overflow="auto" p="4">
            <Versions id={form.id} draft={contentOf(design)} onTake={take} />
          </Flex>
        )}
        {publishing && (
          <PublishDialog
            before={published}
            after={contentOf(design)}
            onPublish={(accept) => saving.publish(accept).then(() => setPublishing(false))}
            onClose={() => setPublishing(false)}
          />
        )}
        <BoardQuestions
          leaving={leaving}
          onStay={() => setLeaving(false)}
          onLeave={onClose}
          conflict={saving.conflict}
          onOverride={() => void saving.override()}
          onForget={saving.forget}
        />
      </Flex>
    </BoardActionsProvider>
  );
}
