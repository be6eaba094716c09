import { useLayoutEffect, useState, type RefObject } from "react";

const isField = (element: Element): element is HTMLElement => element instanceof HTMLElement;
const holdsValue = (field: HTMLElement): boolean =>
  [...field.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")].some((input) => input.value !== "");

export interface OneRow {
  /** Fields that stand below the first row. */
  readonly below: number;
  /** Those of them that hold something. */
  readonly given: number;
  /** px of the first row. */
  readonly height: number;
}

const nothing: OneRow = { below: 0, given: 0, height: 0 };

/** Which fields of a wrapping row are below its first line. Folded, they are out of reach of keys and readers. */
export function useOneRow(box: RefObject<HTMLElement | null>, folded: boolean, values: unknown): OneRow {
  const [row, setRow] = useState(nothing);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const fields = [...element.children].filter(isField);
      // A hidden tab has no width: what it had stays.
      if (element.clientWidth === 0) return;
      const top = fields[0]?.offsetTop ?? 0;
      const below = fields.filter((field) => field.offsetTop > top);
      for (const field of fields) field.toggleAttribute("inert", folded && below.includes(field));
      const first = fields.filter((field) => !below.includes(field));
      const next = {
        below: below.length,
        given: below.filter(holdsValue).length,
        height: Math.max(0, ...first.map((field) => field.offsetHeight)),
      };
      setRow((now) =>
        now.below === next.below && now.given === next.given && now.height === next.height ? now : next,
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const field of element.children) observer.observe(field);
    return () => observer.disconnect();
  }, [box, folded, values]);
  return row;
}
