import { Box, chakra, Text } from "@chakra-ui/react";
import { ChevronRight } from "lucide-react";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import type { CheckState, TreeNode, TreeRow } from "./model.ts";

const Row = chakra("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "1",
    minH: "30px",
    pe: "1",
    cursor: "pointer",
    borderRadius: "sm",
    _hover: { bg: "bg.subtle" },
    "[role=tree]:focus &": { "&[data-active]": { bg: "bg.muted" } },
    "&[aria-selected=true]": { bg: "accent.subtle", color: "accent.fg" },
    "& [data-actions]": { visibility: "hidden", flex: "none" },
    "&:is(:hover, :focus-within, [data-active], [aria-selected=true]) [data-actions]": { visibility: "visible" },
  },
});
const Arrow = chakra("span", {
  base: {
    display: "grid",
    placeItems: "center",
    boxSize: "18px",
    flex: "none",
    color: "fg.subtle",
    transition: "rotate 0.1s",
    "&[data-open]": { rotate: "90deg" },
  },
});

interface TreeProps {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  readonly onOpen: (id: string, open: boolean) => void;
  readonly onPress: (node: TreeNode) => void;
  readonly selected?: string | undefined;
  /** Given: nodes have checkboxes. */
  readonly stateOf?: (node: TreeNode) => CheckState;
  readonly actions?: (node: TreeNode) => ReactNode;
  readonly disabled?: boolean;
  readonly lead?: (node: TreeNode) => ReactNode;
}

/** What TreeList and CheckTree are drawn by. One stop of the Tab key: arrows move, open and close; Enter and space press. */
export function Tree({ label, rows, onOpen, onPress, selected, stateOf, actions, disabled, lead }: TreeProps) {
  const [at, setAt] = useState<string>();
  const id = useId();
  const index = Math.max(
    0,
    rows.findIndex((r) => r.node.id === (at ?? selected)),
  );
  const active = rows[index];
  const idOf = (node: TreeNode) => `${id}-${node.id}`;
  const move = (row: TreeRow | undefined) => {
    if (!row) return;
    setAt(row.node.id);
    document.getElementById(idOf(row.node))?.scrollIntoView?.({ block: "nearest" });
  };
  const sideways = ({ node, open, parent }: TreeRow, right: boolean) => {
    if (right && open) move(rows[index + 1]);
    else if (right && node.children?.length) onOpen(node.id, true);
    else if (!right && open) onOpen(node.id, false);
    else if (!right) move(rows.find((r) => r.node.id === parent));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Buttons in a row have keys of their own.
    if (!active || event.target !== event.currentTarget) return;
    if (event.key === "ArrowDown") move(rows[index + 1]);
    else if (event.key === "ArrowUp") move(rows[index - 1]);
    else if (event.key === "Home") move(rows[0]);
    else if (event.key === "End") move(rows.at(-1));
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") sideways(active, event.key === "ArrowRight");
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (!disabled) onPress(active.node);
    event.preventDefault();
  };
  return (
    <Box
      role="tree"
      aria-label={label}
      aria-multiselectable={stateOf ? true : undefined}
      aria-disabled={disabled || undefined}
      aria-activedescendant={active ? idOf(active.node) : undefined}
      tabIndex={0}
      p="1"
      focusVisibleRing="inside"
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => {
        const { node, level, open, position, size } = row;
        const parent = (node.children?.length ?? 0) > 0;
        return (
          <Row
            key={node.id}
            id={idOf(node)}
            role="treeitem"
            aria-level={level}
            aria-posinset={position}
            aria-setsize={size}
            aria-expanded={parent ? open : undefined}
            data-active={node === active?.node ? true : undefined}
            {...(stateOf ? { "aria-checked": stateOf(node) } : { "aria-selected": node.id === selected })}
            style={{ paddingInlineStart: (level - 1) * 16 }}
            onClick={() => {
              setAt(node.id);
              if (!disabled) onPress(node);
            }}
          >
            <Arrow
              data-open={open || undefined}
              aria-hidden
              onClick={(event) => {
                if (!parent) return;
                event.stopPropagation();
                onOpen(node.id, !open);
              }}
            >
              {parent && <ChevronRight size={14} />}
            </Arrow>
            {lead?.(node)}
            <Text as="span" flex="1" truncate title={node.label}>
              {node.label}
            </Text>
            {node.badge !== undefined && (
              <Text as="span" flex="none" textStyle="xs" color="fg.muted">
                {node.badge}
              </Text>
            )}
            {actions && (
              <span data-actions="" onClick={(event) => event.stopPropagation()}>
                {actions(node)}
              </span>
            )}
          </Row>
        );
      })}
    </Box>
  );
}
