/** Dictionaries (数据字典): named lists of options, the installation's and the enterprises'. */
import { RoleTypes } from "../roles.ts";
import { array, boolean, number, object, string } from "yup";
import { compField, countReply, crud, deleteBody, idField, idReply } from "../crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, roles, signedIn, onPages } from "../resource.ts";
import { readers } from "./parts.ts";

const editors = (button: string) => roles(RoleTypes.managers, { button, operate: "dictionarie.edit" });

/** Whose a dictionary is: the installation's, which operators keep, or one enterprise's. */
export const dictionaryScopes = { installation: "全局", enterprise: "企业" } as const;
/** What an enterprise's dictionary does with the installation's of the same code. */
export const dictionaryModes = { extend: "补充全局字典", replace: "替换全局字典" } as const;

const code = () =>
  string()
    .label("字典编码")
    .trim()
    .required("请输入字典编码")
    .matches(/^[A-Za-z][\w.-]{1,39}$/, "字典编码为2到40位字母、数字、点、横线或下划线，以字母开头");
const itemFields = {
  dictionaryId: idField("字典"),
  value: lengthField("选项值", 60).required("请输入选项值"),
  label: lengthField("选项名称", 60).required("请输入选项名称"),
  sort: numberField("排序", { max: 99_999 }).required("请输入排序"),
  enabled: flagField("启用").required(),
  remark: remarkField(),
};
const itemTags = ["Dictionary"];
const item = object({
  id: string().required(),
  dictionaryId: string().required(),
  value: string().required(),
  label: string().required(),
  sort: number().required(),
  enabled: number().oneOf([0, 1]).required(),
  remark: string().defined(),
});

export const dictionarieApi = defineResource({
  ...crud({
    name: "dictionarie",
    prefix: "/ret/api/v1/dictionarie",
    noun: "dictionary",
    tag: "Dictionary",
    row: object({
      id: string().required(),
      code: string().required(),
      name: string().required(),
      scope: string().oneOf(["installation", "enterprise"]).required(),
      mode: string().oneOf(["extend", "replace"]).required(),
      remark: string().defined(),
      items: number().required(),
      editable: boolean().required(),
    }),
    filters: {
      keyword: lengthField("编码或名称", 40),
      scope: string().label("范围").oneOf(["", "installation", "enterprise"]),
    },
    sortable: ["code", "name"],
    fields: {
      code: code(),
      name: nameField("字典名称"),
      mode: string().label("与全局字典的关系").oneOf(["extend", "replace"]).default("extend"),
      remark: remarkField(),
    },
    permission: {
      list: onPages(readers, "/dictionarie"),
      add: editors("dictionarie.add"),
      update: editors("dictionarie.update"),
      delete: editors("dictionarie.delete"),
    },
  }),
  items: defineEndpoint({
    name: "dictionarieItems",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/list",
    summary: "Items of a dictionary",
    permission: onPages(readers, "/dictionarie"),
    reads: true,
    body: object({ compId: compField(), dictionaryId: idField("字典") }),
    reply: array().of(item).required(),
    tags: itemTags,
  }),
  itemAdd: defineEndpoint({
    name: "dictionarieItemAdd",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/add",
    summary: "Adds an item to a dictionary",
    permission: editors("dictionarie.update"),
    body: object({ compId: compField(), ...itemFields }),
    reply: idReply,
    tags: itemTags,
  }),
  itemUpdate: defineEndpoint({
    name: "dictionarieItemUpdate",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/update",
    summary: "Changes an item of a dictionary",
    permission: editors("dictionarie.update"),
    body: object({ compId: compField(), id: idField(), ...itemFields }),
    tags: itemTags,
  }),
  itemDelete: defineEndpoint({
    name: "dictionarieItemDelete",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/delete",
    summary: "Deletes items of a dictionary",
    permission: editors("dictionarie.update"),
    body: deleteBody(),
    reply: countReply,
    tags: itemTags,
  }),
  /** What a form offers: the installation's items with the enterprise's over them, enabled ones only, in order. Unknown codes have none. */
  options: defineEndpoint({
    name: "dictionarieOptions",
    method: "POST",
    path: "/ret/api/v1/dictionarie/options",
    summary: "Options of a dictionary by its code",
    permission: signedIn,
    reads: true,
    body: object({ compId: compField(), code: string().label("字典编码").required().max(40) }),
    reply: array()
      .of(object({ value: string().required(), label: string().required() }))
      .required(),
    tags: itemTags,
  }),
});
