import { Heading, HStack, Stack } from "@chakra-ui/react";
import { FactList } from "@liantai/ui";
import { useMenuForm, useMoveForm } from "./menu-form.tsx";
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
import { type Action, ActionBar } from "@liantai/ui/resource";

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

/** What may be done with a node; another one is chosen where it was added or deleted. */
function useNodeActions(
  tree: readonly MenuNode[],
  { siblings }: Found,
  onSelect: (id: string | undefined) => void,
): readonly Action<MenuNode>[] {
  const rights = useMenuRights();
  const edit = useMenuForm(onSelect);
  const moveTo = useMoveForm(tree);
  const [move] = menus.move.useMutation();
  const [remove] = menus.delete.useMutation();
  const at = ({ id }: MenuNode) => siblings.findIndex((each) => each.id === id);
  const step = (by: -1 | 1) => (node: MenuNode) =>
    move({ body: { id: node.id, parentId: node.parentId, position: at(node) + by } });
  const isPage = (node: MenuNode) => !isGroup(node) && !isButton(node);
  return [
    { label: "编辑", may: rights.update, main: true, form: (node) => edit({ node }) },
    { label: "上移", may: rights.update, disabled: (node) => at(node) === 0, run: step(-1) },
    { label: "下移", may: rights.update, disabled: (node) => at(node) === siblings.length - 1, run: step(1) },
    {
      label: "移动到",
      may: rights.update,
      shown: (node) => !isButton(node),
      form: moveTo,
      done: ({ name }) => ["菜单", "移动", { note: name }],
    },
    {
      label: "新增下级分组",
      may: rights.add,
      shown: isGroup,
      form: (parent) => edit({ kind: "group", parent }),
    },
    {
      label: "新增下级链接",
      may: rights.add,
      shown: isGroup,
      form: (parent) => edit({ kind: "page", parent }),
    },
    { label: "新增按钮", may: rights.add, shown: isPage, form: (parent) => edit({ kind: "button", parent }) },
    {
      label: "删除",
      may: rights.delete,
      danger: true,
      shown: ({ source }) => source === "operator",
      confirm: ({ name }) => ({
        title: "删除菜单",
        text: `确定要删除“${name}”吗？已授予角色的权限会一并收回。`,
      }),
      async run({ id }) {
        await remove({ body: { id } }).unwrap();
        onSelect(undefined);
      },
      done: ({ name }) => ["菜单", "删除", { note: name }],
    },
  ];
}

interface DetailProps {
  readonly tree: readonly MenuNode[];
  readonly found: Found;
  readonly onSelect: (id: string | undefined) => void;
}

/** The chosen node and what can be done with it. */
export function MenuDetail({ tree, found, onSelect }: DetailProps) {
  const actions = useNodeActions(tree, found, onSelect);
  return (
    <Stack gap="4" p="4">
      <HStack gap="2" wrap="wrap">
        <Heading as="h2" textStyle="md" me="2">
          {found.node.name}
        </Heading>
        <ActionBar actions={actions} row={found.node} />
      </HStack>
      <FactList facts={itemsOf(found)} />
    </Stack>
  );
}
