import { chakra } from "@chakra-ui/react";
import type { Header } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Features } from "./columns.ts";

const step = 16;
const ariaSort = { asc: "ascending", desc: "descending" } as const;
const icons = { asc: ArrowUp, desc: ArrowDown };

const SortButton = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "1",
    w: "full",
    h: "32px",
    px: "2",
    textAlign: "start",
    cursor: "pointer",
    focusVisibleRing: "inside",
    "& span": { truncate: true },
    "th[data-align=end] &": { justifyContent: "flex-end" },
    "& svg": { flex: "none", color: "fg.subtle" },
    "&:not([data-unsorted]) svg": { color: "accent.fg" },
    "&:is(:hover, :focus-visible) svg": { color: "fg" },
  },
});
const Handle = chakra("span", {
  base: {
    position: "absolute",
    top: "4px",
    bottom: "4px",
    right: "0",
    w: "7px",
    cursor: "col-resize",
    borderRightWidth: "1px",
    borderColor: "border",
    userSelect: "none",
    touchAction: "none",
    _hover: { borderColor: "accent.solid", borderRightWidth: "2px" },
    focusVisibleRing: "inside",
  },
});

/** How a column is sorted, and what a press on its heading does; `hint` says over what. */
export interface HeadSorting {
  readonly now: "asc" | "desc" | false;
  readonly press: ((event: unknown) => void) | undefined;
  readonly hint: string;
}

interface HeadCellProps<T extends object> {
  readonly header: Header<Features, T>;
  /** Undefined: not sorted by. */
  readonly sorting: HeadSorting | undefined;
  /** A column of buttons. */
  readonly actions: boolean | undefined;
  readonly align: "start" | "end" | undefined;
  /** What the title means. */
  readonly hint?: string | undefined;
  readonly resize: (width: number) => void;
}

/** A column's heading: sorts on press, widens by dragging its edge or with the arrow keys on it. */
export function HeadCell<T extends object>({ header, sorting, actions, align, hint, resize }: HeadCellProps<T>) {
  const { column } = header;
  const title = String(column.columnDef.header);
  const sorted = sorting?.now;
  const Icon = sorted ? icons[sorted] : ArrowUpDown;
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = event.key === "ArrowRight" ? step : event.key === "ArrowLeft" ? -step : 0;
    if (!delta) return;
    event.preventDefault();
    resize(column.getSize() + delta);
  };
  return (
    <th scope="col" aria-sort={sorted ? ariaSort[sorted] : undefined} data-actions={actions} data-align={align}>
      {sorting ? (
        <SortButton
          type="button"
          onClick={sorting.press}
          title={hint ? `${hint}\n${sorting.hint}` : sorting.hint}
          data-unsorted={sorted ? undefined : true}
        >
          <span>{title}</span>
          <Icon size={13} aria-hidden />
        </SortButton>
      ) : (
        <chakra.span px="2" title={hint}>
          {title}
        </chakra.span>
      )}
      <Handle
        role="separator"
        aria-orientation="vertical"
        aria-label={`${title}列宽`}
        aria-valuenow={column.getSize()}
        aria-valuemin={column.columnDef.minSize}
        aria-valuemax={column.columnDef.maxSize}
        tabIndex={0}
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onKeyDown={onKeyDown}
      />
    </th>
  );
}
