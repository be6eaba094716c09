/** The left menu: the tree of the role's menus; narrow on demand. */
import { memo, useEffect, useMemo, useState } from "react";
import { Box, Button, Flex, IconButton, Skeleton, Text, VStack } from "@chakra-ui/react";
import { ChevronDown, ChevronRight, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import {
  opened,
  selectActiveKey,
  selectHome,
  showing,
  useDispatch,
  useMenus,
  useSelector,
  type RootState,
} from "@liantai/api/client";
import { iconOf } from "./menu-icons.ts";
import { holds, menuNodes, openAtFirst, type MenuNode } from "./menu-model.ts";

const kept = "liantai.menu";
const widths = { wide: "208px", narrow: "48px" } as const;

/** A page on which names of menus would take the room of what they lead to: a large text on a small screen makes one, too. */
const smallPage = "(max-width: 640px)";

function useNarrow() {
  const [small] = useState(() => globalThis.matchMedia?.(smallPage));
  const [narrow, setNarrow] = useState(() => small?.matches || localStorage.getItem(kept) === "narrow");
  useEffect(() => {
    document.documentElement.style.setProperty("--menu-width", narrow ? widths.narrow : widths.wide);
    return () => void document.documentElement.style.removeProperty("--menu-width");
  }, [narrow]);
  useEffect(() => {
    const fit = () => setNarrow(small?.matches || localStorage.getItem(kept) === "narrow");
    small?.addEventListener("change", fit);
    return () => small?.removeEventListener("change", fit);
  }, [small]);
  const choose = (now: boolean) => {
    setNarrow(now);
    // What is chosen for want of room is not how a page with room is wanted.
    if (!small?.matches) localStorage.setItem(kept, now ? "narrow" : "wide");
  };
  return [narrow, choose] as const;
}

interface RowsProps {
  readonly nodes: readonly MenuNode[];
  readonly depth: number;
  readonly active: string;
  readonly narrow: boolean;
  isOpen(node: MenuNode): boolean;
  toggle(node: MenuNode): void;
}

/** Of all rows at once: rows are plain elements, because a switch of tabs unfolds and draws many of them. */
const look = {
  "& ul": { listStyleType: "none" },
  "& [data-row]": {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    w: "full",
    h: "34px",
    pe: "2",
    borderRadius: "md",
    textAlign: "start",
    cursor: "pointer",
    color: "fg",
    _hover: { bg: "bg.muted" },
    _currentPage: { bg: "accent.subtle", color: "accent.fg", fontWeight: "600" },
    focusVisibleRing: "inside",
  },
  "& [data-row=within]": { color: "accent.fg" },
  "& [data-name=shown]": { flex: "1", truncate: true },
  "& [data-name=said]": { srOnly: true },
} as const;

type FaceProps = Pick<RowsProps, "depth" | "narrow"> & { readonly node: MenuNode };

const Face = memo(function Face({ node, depth, narrow }: FaceProps) {
  const Icon = iconOf(node, depth);
  return (
    <>
      <Icon size={16} aria-hidden />
      <span data-name={narrow ? "said" : "shown"}>{node.name}</span>
    </>
  );
});

const indent = (depth: number, narrow: boolean) => ({ paddingInlineStart: `${narrow ? 8 : 8 + depth * 14}px` });

interface EndProps extends Pick<RowsProps, "depth" | "narrow"> {
  readonly node: Exclude<MenuNode, { kind: "group" }>;
  readonly current: boolean;
}

/** An entry that opens a screen or another page; drawn anew when it becomes the current one or ceases to be. */
const End = memo(function End({ node, depth, narrow, current }: EndProps) {
  const dispatch = useDispatch();
  const props = { "data-row": "", title: node.name, style: indent(depth, narrow) };
  const face = <Face node={node} depth={depth} narrow={narrow} />;
  return node.kind === "link" ? (
    <a href={node.url} target="_blank" rel="noopener noreferrer" {...props}>
      {face}
    </a>
  ) : (
    <button
      type="button"
      {...props}
      aria-current={current ? "page" : undefined}
      onClick={() => (node.kind === "leaf" && showing.show(node.key)) || dispatch(opened(node.request))}
    >
      {face}
    </button>
  );
});

function Row({ node, ...rest }: Omit<RowsProps, "nodes"> & { readonly node: MenuNode }) {
  const { depth, active, narrow, isOpen, toggle } = rest;
  if (node.kind !== "group")
    return <End node={node} depth={depth} narrow={narrow} current={node.kind === "leaf" && node.key === active} />;
  const open = !narrow && isOpen(node);
  const Arrow = open ? ChevronDown : ChevronRight;
  return (
    <>
      <button
        type="button"
        data-row={narrow && holds(node, active) ? "within" : ""}
        title={node.name}
        style={indent(depth, narrow)}
        aria-expanded={open}
        onClick={() => toggle(node)}
      >
        <Face node={node} depth={depth} narrow={narrow} />
        {narrow ? null : <Arrow size={14} aria-hidden />}
      </button>
      {open ? <Rows {...rest} nodes={node.children} depth={depth + 1} /> : null}
    </>
  );
}

function Rows({ nodes, ...rest }: RowsProps) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          <Row node={node} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function Tree({
  nodes,
  narrow,
  widen,
}: {
  readonly nodes: readonly MenuNode[];
  readonly narrow: boolean;
  widen(): void;
}) {
  const active = useSelector((state: RootState) => selectActiveKey(state));
  const [turned, setTurned] = useState<Readonly<Record<string, boolean>>>({});
  const first = useMemo(() => openAtFirst(nodes), [nodes]);
  const isOpen = (node: MenuNode) => turned[node.id] ?? (first.has(node.id) || holds(node, active));
  const toggle = (node: MenuNode) => {
    // A narrow menu has no room below an entry: it widens and shows the group.
    if (narrow) widen();
    const open = narrow || !isOpen(node);
    setTurned((before) => ({ ...before, [node.id]: open }));
  };
  return <Rows nodes={nodes} depth={0} active={active} narrow={narrow} isOpen={isOpen} toggle={toggle} />;
}

function Content({ narrow, widen }: { readonly narrow: boolean; widen(): void }) {
  const { data, isError, refetch } = useMenus();
  const home = useSelector((state: RootState) => selectHome(state));
  const nodes = useMemo(() => (data ? menuNodes(data, home) : []), [data, home]);
  if (data) {
    return nodes.length > 0 ? (
      <Tree nodes={nodes} narrow={narrow} widen={widen} />
    ) : (
      <Text p="2" color="fg.muted">
        暂无可用菜单
      </Text>
    );
  }
  if (!isError)
    return (
      <VStack role="status" aria-label="正在加载菜单" gap="2" p="1">
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} h="28px" w="full" />
        ))}
      </VStack>
    );
  return (
    <VStack role="alert" gap="2" p="2" align="start">
      <Text color="fg.muted">{narrow ? "失败" : "菜单没有加载成功"}</Text>
      <Button size="xs" variant="outline" onClick={() => void refetch()}>
        重试
      </Button>
    </VStack>
  );
}

export function SideMenu() {
  const [narrow, setNarrow] = useNarrow();
  const Fold = narrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <Flex
      as="nav"
      data-area="menu"
      aria-label="主菜单"
      direction="column"
      bg="bg.panel"
      borderEndWidth="1px"
      borderColor="border"
      textStyle="sm"
    >
      <Box flex="1" minH="0" overflowY="auto" p="1.5" css={look}>
        <Content narrow={narrow} widen={() => setNarrow(false)} />
      </Box>
      <Box flex="none" p="1.5" borderTopWidth="1px" borderColor="border.muted">
        <IconButton
          size="xs"
          variant="ghost"
          colorPalette="gray"
          aria-label={narrow ? "展开菜单" : "收起菜单"}
          aria-expanded={!narrow}
          onClick={() => setNarrow(!narrow)}
        >
          <Fold />
        </IconButton>
      </Box>
    </Flex>
  );
}
