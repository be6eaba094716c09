import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";

/** Rows chosen by their ids; they stay chosen over pages. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

/** A checkbox as the browser draws it, in the theme's colour: one for each of a page's rows should cost nothing. */
export const Check = chakra("input", {
  base: {
    boxSize: "15px",
    flex: "none",
    accentColor: "accent.solid",
    cursor: "pointer",
    verticalAlign: "middle",
    focusVisibleRing: "outside",
    _disabled: { cursor: "not-allowed" },
  },
});

export const selectionWidth = 36;

export function toggled(set: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids)
    if (on) next.add(id);
    else next.delete(id);
  return next;
}

/** Chooses the whole page; half chosen is drawn as such. */
export function PageCheck({ ids, selection }: { readonly ids: readonly string[]; readonly selection: Selection }) {
  const ref = useRef<HTMLInputElement>(null);
  const count = ids.filter((id) => selection.selected.has(id)).length;
  const all = count > 0 && count === ids.length;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <Check
      ref={ref}
      type="checkbox"
      aria-label="选择本页"
      disabled={ids.length === 0}
      checked={all}
      onChange={() => selection.onChange(toggled(selection.selected, ids, !all))}
    />
  );
}
