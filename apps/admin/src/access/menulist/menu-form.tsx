import { menuForms } from "@liantai/api/contract/admin";
import {
  CheckboxesField,
  SelectField,
  SwitchField,
  TextField,
  type ActionForm,
  formOf,
  Outcome,
} from "@liantai/ui/resource";
import { object, string } from "yup";
import { groupOptions, iconOptions, isButton, isGroup, kindText, menus, whoOptions, type MenuNode } from "./model.ts";

/** A new one under `parent` (null: at the top), or the one that is edited. */
type Edited =
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

const kindOf = (edited: Edited): "group" | "page" | "button" => {
  if (!("node" in edited)) return edited.kind;
  return isButton(edited.node) ? "button" : isGroup(edited.node) ? "group" : "page";
};

/** The product's own keep where they lead and whom they are for. */
const isOwn = (edited: Edited): boolean => !("node" in edited) || edited.node.source === "operator";

function valuesOf(edited: Edited) {
  const kind = kindOf(edited);
  const own = isOwn(edited);
  const node = "node" in edited ? edited.node : undefined;
  const page = "node" in edited ? undefined : edited.parent;
  return {
    name: node?.name ?? "",
    ...(kind === "button" ? {} : { icon: node?.icon ?? "", hidden: node?.hidden ?? 0 }),
    ...(own && kind === "page" ? { url: node?.url ?? "", alias: node?.alias ?? "" } : {}),
    ...(own && kind === "button" ? { code: node?.code ?? "" } : {}),
    ...(own && kind !== "group" ? { who: node?.who ?? (kind === "button" ? (page?.who ?? []) : []) } : {}),
  };
}

function Fields({ edited }: { readonly edited: Edited }) {
  const kind = kindOf(edited);
  const own = isOwn(edited);
  const page = "node" in edited ? undefined : edited.parent;
  return (
    <>
      <TextField name="name" label={kind === "button" ? "按钮名称" : "菜单名称"} />
      {own && kind === "page" && <TextField name="url" label="链接地址" placeholder="https://" inputMode="url" />}
      {own && kind === "page" && (
        <TextField name="alias" label="别名" chars hint="填写后在工作台的标签页中打开，否则在新窗口打开" />
      )}
      {own && kind === "button" && (
        <TextField name="code" label="按钮编码" hint="例如 report.export，页面按编码判断权限" />
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
    </>
  );
}

/** The form of a menu or a button. `onAdded` takes a new one's id. */
export function useMenuForm(onAdded: (id: string) => void): (edited: Edited) => ActionForm {
  const [add] = menus.add.useMutation();
  const [update] = menus.update.useMutation();
  return (edited) =>
    formOf({
      title: "node" in edited ? `编辑${kindText(edited.node)}` : titles[edited.kind],
      schema: schemaOf(edited) as typeof menuForms.page,
      values: valuesOf(edited),
      fields: <Fields edited={edited} />,
      async send(typed) {
        const body = { ...typed, hidden: typed.hidden ?? 0 };
        if ("node" in edited) await update({ body: { ...body, id: edited.node.id } }).unwrap();
        else {
          const parentId = edited.parent?.id ?? null;
          const category = edited.kind === "button" ? 1 : 2;
          onAdded((await add({ body: { ...body, parentId, category } }).unwrap()).id);
        }
        return new Outcome({ done: ["菜单", "node" in edited ? "保存" : "新增", { note: body.name }] });
      },
    });
}

const moveSchema = object({ parentId: string().label("上级菜单") });

/** The form that puts a menu at the end of another group. */
export function useMoveForm(tree: readonly MenuNode[]): (node: MenuNode) => ActionForm {
  const [move] = menus.move.useMutation();
  return (node) =>
    formOf({
      title: `移动“${node.name}”`,
      small: true,
      submit: "移动",
      schema: moveSchema,
      values: { parentId: node.parentId ?? "" },
      fields: <SelectField name="parentId" label="上级菜单" options={groupOptions(tree, node)} none="最上级" />,
      send: ({ parentId }) => move({ body: { id: node.id, parentId: parentId || null, position: 9_999 } }),
    });
}
