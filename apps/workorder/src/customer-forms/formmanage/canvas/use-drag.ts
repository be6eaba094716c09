/**
 * Dragging of fields with a pointer. While it goes on nothing of React is drawn: the line that shows the place and the label at the
 * pointer are moved by hand, places of cards are measured once and follow the scrolling.
 */
import type { FormField } from "@liantai/api/forms";
import { useCallback, useEffect, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from "react";
import type { Place } from "../model/design.ts";

export interface Dragged {
  readonly label: string;
  /** Of one that stands there already. */
  readonly id?: string;
  readonly make?: (names: readonly string[], labels: readonly string[]) => FormField;
}
export type StartDrag = (event: ReactPointerEvent, what: Dragged) => void;

interface Box {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface GroupBox extends Box {
  readonly cards: readonly Box[];
}

const beginsAt = 5;
const edge = 40;

/** In the canvas' own coordinates: scrolling changes none of them. */
function boxOf(element: HTMLElement, canvas: HTMLElement, origin: DOMRect, id: string): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [canvas.scrollLeft - origin.left, canvas.scrollTop - origin.top];
  return { id, left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function measured(canvas: HTMLElement): readonly GroupBox[] {
  const origin = canvas.getBoundingClientRect();
  return [...canvas.querySelectorAll<HTMLElement>("[data-group]")].map((group) => ({
    ...boxOf(group, canvas, origin, group.dataset.group ?? ""),
    cards: [...group.querySelectorAll<HTMLElement>("[data-card]")].map((card) =>
      boxOf(card, canvas, origin, card.dataset.card ?? ""),
    ),
  }));
}

interface Target extends Place {
  /** Of the line that shows it. */
  readonly line: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** Pure: where it would stand, at this point of the canvas. */
export function placeAt(groups: readonly GroupBox[], x: number, y: number): Target | undefined {
  const group = groups.find(({ bottom }) => y < bottom) ?? groups.at(-1);
  if (!group) return undefined;
  const { id: section, cards } = group;
  const row = cards.filter(({ top, bottom }) => y >= top && y < bottom);
  const halves = row.length > 1;
  const next = halves
    ? (row.find(({ left, right }) => x < (left + right) / 2) ?? cards[cards.indexOf(row.at(-1)!) + 1])
    : cards.find(({ top, bottom }) => y < (top + bottom) / 2);
  if (next) {
    const upright = halves && row.includes(next);
    return {
      section,
      before: next.id,
      line: upright
        ? { left: next.left - 4, top: next.top, width: 3, height: next.bottom - next.top }
        : { left: group.left, top: next.top - 4, width: group.right - group.left, height: 3 },
    };
  }
  const last = cards.at(-1);
  const top = last ? last.bottom + 2 : group.bottom - 6;
  return { section, before: undefined, line: { left: group.left, top, width: group.right - group.left, height: 3 } };
}

export function useDrag(
  canvas: RefObject<HTMLElement | null>,
  onDrop: (what: Dragged, place: Place) => void,
): StartDrag {
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  return useCallback(
    (event, what) => {
      const board = canvas.current;
      if (event.button !== 0 || !board) return;
      const begin = { x: event.clientX, y: event.clientY };
      const pointer = { ...begin };
      let groups: readonly GroupBox[] | undefined;
      let target: Target | undefined;
      let frame = 0;
      const line = document.createElement("div");
      line.style.cssText = "position:absolute;pointer-events:none;border-radius:2px;z-index:3";
      line.style.background = "var(--chakra-colors-accent-solid)";
      const label = document.createElement("div");
      label.textContent = what.label;
      label.style.cssText =
        "position:fixed;left:0;top:0;pointer-events:none;z-index:2000;padding:4px 8px;border-radius:6px;font-size:12px";
      label.style.boxShadow = "0 2px 8px rgb(0 0 0 / 25%)";
      label.style.background = "var(--chakra-colors-bg-panel)";
      const draw = () => {
        frame = 0;
        const area = board.getBoundingClientRect();
        const up = pointer.y - area.top;
        const down = area.bottom - pointer.y;
        const inside = pointer.x >= area.left && pointer.x <= area.right && up >= -edge && down >= -edge;
        if (inside && (up < edge || down < edge)) {
          board.scrollTop += up < edge ? -12 : 12;
          frame = requestAnimationFrame(draw);
        }
        label.style.transform = `translate(${pointer.x + 10}px, ${pointer.y + 10}px)`;
        target = inside
          ? placeAt(groups ?? [], pointer.x - area.left + board.scrollLeft, up + board.scrollTop)
          : undefined;
        line.hidden = !target;
        if (!target) return;
        line.style.transform = `translate(${target.line.left}px, ${target.line.top}px)`;
        line.style.width = `${target.line.width}px`;
        line.style.height = `${target.line.height}px`;
      };
      const move = (to: PointerEvent) => {
        pointer.x = to.clientX;
        pointer.y = to.clientY;
        if (!groups) {
          if (Math.hypot(pointer.x - begin.x, pointer.y - begin.y) < beginsAt) return;
          groups = measured(board);
          line.style.left = line.style.top = "0";
          board.append(line);
          document.body.append(label);
        }
        if (frame === 0) frame = requestAnimationFrame(draw);
      };
      const stop = () => {
        cancelAnimationFrame(frame);
        line.remove();
        label.remove();
        document.removeEventListener("pointermove", move);
        document.removeEventListener("pointerup", up);
        document.removeEventListener("pointercancel", stop);
        document.removeEventListener("keydown", escape, true);
        end.current = undefined;
      };
      const up = () => {
        const dragged = groups !== undefined;
        // The last move may be waiting for its frame.
        if (dragged) draw();
        const place = target;
        stop();
        if (!dragged) return;
        // The press that ends it presses nothing.
        document.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => document.removeEventListener("click", swallow, true), 0);
        if (place) drop.current(what, { section: place.section, before: place.before });
      };
      const escape = (key: KeyboardEvent) => {
        if (key.key !== "Escape") return;
        key.stopPropagation();
        stop();
      };
      document.addEventListener("pointermove", move);
      document.addEventListener("pointerup", up);
      document.addEventListener("pointercancel", stop);
      document.addEventListener("keydown", escape, true);
      end.current?.();
      end.current = stop;
    },
    [canvas],
  );
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
