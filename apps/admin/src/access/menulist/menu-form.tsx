import { notifyDone } from "@liantai/api/client";
import { menuForms } from "@liantai/api/contract/admin";
import { CheckboxesField, FormDialog, FormDrawer, SelectField, SwitchField, TextField } from "@liantai/ui/resource";
import { object, string, type InferType } from "yup";
import { done } from "../roles/model.ts";
import { groupOptions, iconOptions, isButton, isGroup, kindText, menus, whoOptions, type MenuNode } from "./model.ts";

/** A new one under `parent` (null: at the top), or the one that is edited. */
export type Edited =
  { readonly kind: "group" | "page" | "button"; readonly parent: MenuNode | null } | { readonly node: MenuNode };

const titles = { group: "新增分组", page: "新增外部链接", button: "新增按钮" } as const;
const schemaOf = (edited: Edited) => {
  if (!("node" in edited)) return menuForms[edited.kind];
  const { node } = edited;
  // The product's own: name, icon and whether it shows.
  return node.source === "code"
    ? menuForms.group
    : menuForms[isButton(node) ? "button" : isGroup(node) ? "group" : "page"];
};

export function MenuForm({
  edited,
  onClose,
  onAdded,
}: {
  readonly edited: Edited | undefined;
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}) {
  const [add] = menus.add.useMutation();
  const [update] = menus.update.useMutation();
  if (!edited) return null;
  const node = "node" in edited ? edited.node : undefined;
  const kind =
    "node" in edited ? (isButton(edited.node) ? "button" : isGroup(edited.node) ? "group" : "page") : edited.kind;
  const own = node === undefined || node.source === "operator";
  const page = "node" in edited ? undefined : edited.parent;
  const values = {
    name: node?.name ?? "",
    ...(kind === "button" ? {} : { icon: node?.icon ?? "", hidden: node?.hidden ?? 0 }),
    ...(own && kind === "page" ? { url: node?.url ?? "", alias: node?.alias ?? "" } : {}),
    ...(own && kind === "button" ? { code: node?.code ?? "" } : {}),
    ...(own && kind !== "group" ? { who: node?.who ?? (kind === "button" ? (page?.who ?? []) : []) } : {}),
  };
  const save = async (typed: InferType<typeof menuForms.page>) => {
    const body = { ...typed, hidden: typed.hidden ?? 0 };
    if (node) await update({ body: { ...body, id: node.id } }).unwrap();
    else if (!("node" in edited))
      onAdded(
        (
          await add({
            body: { ...body, parentId: edited.parent?.id ?? null, category: kind === "button" ? 1 : 2 },
          }).unwrap()
        ).id,
      );
    done(node ? "菜单已保存" : "菜单已新增", body.name);
  };
  return (
    <FormDrawer
      open
      title={node ? `编辑${kindText(node)}` : titles[kind]}
      schema={schemaOf(edited) as typeof menuForms.page}
      values={values}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField name="name" label={kind === "button" ? "按钮名称" : "菜单名称"} maxLength={30} />
      {own && kind === "page" && <TextField name="url" label="链接地址" placeholder="https://" inputMode="url" />}
      {own && kind === "page" && (
        <TextField name="alias" label="别名" hint="填写后在工作台的标签页中打开，否则在新窗口打开" maxLength={30} />
      )}
      {own && kind === "button" && (
        <TextField name="code" label="按钮编码" hint="例如 report.export，页面按编码判断权限" maxLength={30} />
      )}
      {own && kind !== "group" && (
        <CheckboxesField
          name="who"
          label="适用对象"
          options={whoOptions.filter(({ value }) => kind !== "button" || !page || page.who.includes(value))}
        />
      )}
      {kind !== "button" && <SelectField name="icon" label="图标" options={iconOptions} none="默认图标" />}
      {kind !== "button" && <SwitchField name="hidden" label="隐藏" on="不在菜单中显示" off="在菜单中显示" />}
    </FormDrawer>
  );
}

const moveSchema = object({ parentId: string().label("上级菜单") });

/** Puts a menu at the end of another group. */
export function MoveMenu({
  tree,
  node,
  onClose,
}: {
  readonly tree: readonly MenuNode[];
  readonly node: MenuNode | undefined;
  readonly onClose: () => void;
}) {
  const [move] = menus.move.useMutation();
  if (!node) return null;
  const save = async ({ parentId }: { parentId?: string | undefined }) => {
    await move({ body: { id: node.id, parentId: parentId || null, position: 9_999 } }).unwrap();
    notifyDone("菜单", "移动", { note: node.name });
  };
  return (
    <FormDialog
      open
      title={`移动“${node.name}”`}
      submit="移动"
      schema={moveSchema}
      values={{ parentId: node.parentId ?? "" }}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField name="parentId" label="上级菜单" options={groupOptions(tree, node)} none="最上级" />
    </FormDialog>
  );
}
