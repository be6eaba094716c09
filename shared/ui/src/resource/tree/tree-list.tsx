import { Box, Input, Text } from "@chakra-ui/react";
import { useMemo, useState, type ReactNode } from "react";
import { Tick } from "../transfer/tick.tsx";
import { afterCheck, checkState, matching, rowsOf, type CheckState, type TreeNode } from "./model.ts";
import { Tree } from "./tree.tsx";

function useOpening(nodes: readonly TreeNode[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const shown = useMemo(() => matching(nodes, text), [nodes, text]);
  const rows = useMemo(() => rowsOf(shown, text ? new Set() : closed), [shown, text, closed]);
  const onOpen = (id: string, open: boolean) => {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  return { rows, onOpen, text, setText };
}

function Search({
  label,
  text,
  onText,
}: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <Box p="2" pb="1">
      <Input
        size="xs"
        type="search"
        aria-label={`搜索${label}`}
        placeholder="搜索"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
    </Box>
  );
}

const Nothing = ({ text }: { readonly text: string }) => (
  <Text p="3" color="fg.muted" textAlign="center">
    {text ? "没有匹配的结果" : "没有数据"}
  </Text>
);

interface TreeListProps {
  readonly nodes: readonly TreeNode[];
  /** Undefined: none. */
  readonly selected?: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Default 列表. */
  readonly label?: string;
  /** Buttons of a node, in sight while the mouse or the focus is on it. */
  readonly actions?: (node: TreeNode) => ReactNode;
  readonly searchable?: boolean;
}

/** A tree of which one node is chosen, e.g. the groups beside a list. */
export function TreeList({ nodes, selected, onSelect, label = "列表", actions, searchable }: TreeListProps) {
  const { rows, onOpen, text, setText } = useOpening(nodes);
  return (
    <>
      {searchable && <Search label={label} text={text} onText={setText} />}
      {rows.length > 0 ? (
        <Tree
          label={label}
          rows={rows}
          onOpen={onOpen}
          onPress={(node) => onSelect(node.id)}
          selected={selected}
          {...(actions ? { actions } : {})}
        />
      ) : (
        <Nothing text={text} />
      )}
    </>
  );
}

interface CheckTreeProps {
  readonly nodes: readonly TreeNode[];
  /** Every checked node, those that lead to others included: what a role is granted. */
  readonly checked: ReadonlySet<string>;
  readonly onChange: (checked: ReadonlySet<string>) => void;
  readonly label?: string;
  /** A node stands for itself alone: neither what is below it nor what leads to it is checked with it. */
  readonly independent?: boolean;
  readonly disabled?: boolean;
  readonly searchable?: boolean;
}

/**
 * A tree of checkboxes. A node is checked with all below it and what leads to it, and unchecked with all below it; what leads
 * to it stays, so a page can be granted without its buttons.
 */
export function CheckTree({
  nodes,
  checked,
  onChange,
  label = "列表",
  independent,
  disabled,
  searchable,
}: CheckTreeProps) {
  const { rows, onOpen, text, setText } = useOpening(nodes);
  const stateOf = (node: TreeNode): CheckState => (independent ? checked.has(node.id) : checkState(node, checked));
  const press = (node: TreeNode) => {
    if (!independent) return onChange(afterCheck(nodes, node, checked));
    const next = new Set(checked);
    if (!next.delete(node.id)) next.add(node.id);
    onChange(next);
  };
  const box = (node: TreeNode) => <Tick state={stateOf(node)} disabled={disabled} />;
  return (
    <>
      {searchable && <Search label={label} text={text} onText={setText} />}
      {rows.length > 0 ? (
        <Tree
          label={label}
          rows={rows}
          onOpen={onOpen}
          onPress={press}
          stateOf={stateOf}
          lead={box}
          {...(disabled ? { disabled } : {})}
        />
      ) : (
        <Nothing text={text} />
      )}
    </>
  );
}
