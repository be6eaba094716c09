/**
 * Where notifications may stand. Sheets and pagers say where they are, so that the notifications at the bottom right never
 * cover what a hand is about to press: beside an open sheet where there is room, else above its buttons.
 */
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";

type Kind = "sheet" | "strip";

const places = new Map<HTMLElement, Kind>();
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());
/** A tab that is hidden keeps its layout: visibility says what is on show, and it changes without any size changing. */
const visible = (element: HTMLElement) =>
  element.checkVisibility?.({ visibilityProperty: true, contentVisibilityAuto: true }) ?? true;

/**
 * Keeps notifications off this element: a sheet (and its buttons), or a strip of buttons at the lower edge of a screen. `filled`: whether
 * its buttons are there yet.
 */
export function useKeepClear(ref: RefObject<HTMLElement | null>, kind: Kind, filled = true): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    places.set(element, kind);
    changed();
    return () => {
      places.delete(element);
      changed();
    };
  }, [ref, kind, filled]);
}

export interface Room {
  /** px from the right and the lower edge of the window. */
  readonly right: number;
  readonly bottom: number;
}

const gap = 16;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const above = (box: Box, height: number): Room => ({ right: gap, bottom: Math.max(gap, height - box.top + gap / 2) });

/** Pure: the corner for a stack of `width`, with the sheets that are open (the top one last) and the strips of the screen. */
export function roomFor(
  width: number,
  view: { readonly width: number; readonly height: number },
  sheets: readonly { readonly panel: Box; readonly footer: Box | null }[],
  strips: readonly Box[],
): Room {
  const corner = { right: gap, bottom: gap };
  const top = sheets.at(-1);
  if (top) {
    // Right of it, left of it, or over its body but above its buttons.
    if (view.width - top.panel.right >= width + 2 * gap) return corner;
    if (top.panel.left >= width + 2 * gap) return { right: view.width - top.panel.left + gap, bottom: gap };
    return top.footer ? above(top.footer, view.height) : corner;
  }
  const left = view.width - gap - width;
  const inTheWay = strips.filter((s) => s.right > left && s.bottom > view.height / 2 && s.top < view.height);
  return inTheWay.length > 0
    ? inTheWay.map((s) => above(s, view.height)).reduce((a, b) => (a.bottom > b.bottom ? a : b))
    : corner;
}

function look(width: number): Room {
  const shown = [...places].filter(([element]) => visible(element));
  const box = (element: Element): Box => element.getBoundingClientRect();
  return roomFor(
    width,
    { width: innerWidth, height: innerHeight },
    shown
      .filter(([, kind]) => kind === "sheet")
      .map(([element]) => {
        const footer = element.querySelector("[data-sheet-footer]");
        return { panel: box(element), footer: footer && box(footer) };
      }),
    shown.filter(([, kind]) => kind === "strip").map(([element]) => box(element)),
  );
}

/** The corner for notifications of this width; `when`: whatever else moves things, such as the tab on show. Looked at only while `on`. */
export function useRoom(width: number, on: boolean, when: unknown): Room {
  const [room, setRoom] = useState<Room>({ right: gap, bottom: gap });
  useEffect(() => {
    if (!on) return;
    let frame = 0;
    const again = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const next = look(width);
        setRoom((before) => (before.right === next.right && before.bottom === next.bottom ? before : next));
      });
    };
    again();
    listeners.add(again);
    addEventListener("resize", again);
    return () => {
      cancelAnimationFrame(frame);
      listeners.delete(again);
      removeEventListener("resize", again);
    };
  }, [width, on, when]);
  return room;
}
