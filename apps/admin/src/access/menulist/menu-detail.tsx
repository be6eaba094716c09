import { Button, chakra, Heading, HStack, Stack } from "@chakra-ui/react";
import type { Edited } from "./menu-form.tsx";
import {
  iconText,
  isButton,
  isGroup,
  kindText,
  menus,
  useMenuRights,
  whoText,
  type Found,
  type MenuNode,
} from "./model.ts";

const Items = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "96px 1fr",
    rowGap: "2",
    columnGap: "3",
    "& dt": { color: "fg.muted" },
    "& dd": { overflowWrap: "anywhere" },
  },
});

function itemsOf({ node, trail }: Found): readonly (readonly [string, string])[] {
  return [
    ["类型", kindText(node)],
    ["上级菜单", trail.map(({ name }) => name).join(" / ") || "最上级"],
    ["来源", node.source === "code" ? `系统${node.edited === 1 ? "（已调整）" : ""}` : "自建"],
    ...(node.url !== null ? [["链接地址", node.url] as const] : []),
    ...(node.alias !== null ? [["别名", node.alias] as const] : []),
    ...(node.code !== null ? [["按钮编码", node.code] as const] : []),
    ...(isGroup(node) ? [] : [["适用对象", whoText(node)] as const]),
    ...(isButton(node)
      ? []
      : [
          ["图标", iconText(node.icon) || "默认图标"] as const,
          ["显示", node.hidden === 1 ? "已隐藏" : "在菜单中显示"] as const,
        ]),
  ];
}

interface DetailProps {
  readonly found: Found;
  readonly onEdit: (edited: Edited) => void;
  readonly onMove: (node: MenuNode) => void;
  readonly onDelete: (node: MenuNode) => void;
}

/** The chosen node and what can be done with it. */
export function MenuDetail({ found, onEdit, onMove, onDelete }: DetailProps) {
  const { node, siblings } = found;
  const rights = useMenuRights();
  const [move, { isLoading }] = menus.move.useMutation();
  const at = siblings.findIndex(({ id }) => id === node.id);
  const step = (by: -1 | 1) => void move({ body: { id: node.id, parentId: node.parentId, position: at + by } });
  return (
    <Stack gap="4" p="4">
      <HStack gap="2" wrap="wrap">
        <Heading as="h2" textStyle="md" me="2">
          {node.name}
        </Heading>
        {rights.update && (
          <Button size="xs" onClick={() => onEdit({ node })}>
            编辑
          </Button>
        )}
        {rights.update && (
          <Button size="xs" variant="outline" disabled={at === 0 || isLoading} onClick={() => step(-1)}>
            上移
          </Button>
        )}
        {rights.update && (
          <Button
            size="xs"
            variant="outline"
            disabled={at === siblings.length - 1 || isLoading}
            onClick={() => step(1)}
          >
            下移
          </Button>
        )}
        {rights.update && !isButton(node) && (
          <Button size="xs" variant="outline" onClick={() => onMove(node)}>
            移动到
          </Button>
        )}
        {rights.add && isGroup(node) && (
          <Button size="xs" variant="outline" onClick={() => onEdit({ kind: "group", parent: node })}>
            新增下级分组
          </Button>
        )}
        {rights.add && isGroup(node) && (
          <Button size="xs" variant="outline" onClick={() => onEdit({ kind: "page", parent: node })}>
            新增下级链接
          </Button>
        )}
        {rights.add && !isGroup(node) && !isButton(node) && (
          <Button size="xs" variant="outline" onClick={() => onEdit({ kind: "button", parent: node })}>
            新增按钮
          </Button>
        )}
        {rights.delete && node.source === "operator" && (
          <Button size="xs" variant="outline" colorPalette="red" onClick={() => onDelete(node)}>
            删除
          </Button>
        )}
      </HStack>
      <Items>
        {itemsOf(found).map(([label, text]) => [<dt key={label}>{label}</dt>, <dd key={`${label}:`}>{text}</dd>])}
      </Items>
    </Stack>
  );
}
