/** Operator units (运营单位) and the enterprises each looks after. */
import { array, boolean, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "../crud.ts";
import { limits, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages } from "../resource.ts";
import { may, operators } from "./parts.ts";

export const unitRow = object({
  id: string().required(),
  parentId: string().nullable().defined(),
  name: string().required(),
  remark: string().defined(),
  sort: number().integer().required(),
  /** Enterprises and accounts of this unit itself, without those below. */
  enterprises: number().integer().required(),
  accounts: number().integer().required(),
});
export const unitFields = {
  parentId: string().label("上级单位").max(64).nullable(),
  name: nameField("单位名称"),
  sort: numberField("排序", { max: 9_999 }),
  remark: remarkField(),
};
const unitTags = { tags: ["OperatorUnit"] };

/** Operators without isSuper see and change their unit and those below it. */
export const unitApi = defineResource({
  /** All at once: units are few. In the order of the tree's siblings. */
  list: defineEndpoint({
    name: "unitList",
    method: "POST",
    path: "/pbx/api/v1/operator/list",
    summary: "Operator units, flat, with their parents",
    permission: onPages(operators, "/operationunits", "/operateaccount", "/enterprise"),
    reads: true,
    body: object({}),
    reply: array().of(unitRow).required(),
    ...unitTags,
  }),
  add: defineEndpoint({
    name: "unitAdd",
    method: "POST",
    path: "/pbx/api/v1/operator/add",
    summary: "Adds an operator unit",
    permission: may("unit.add"),
    body: object(unitFields),
    reply: idReply,
    ...unitTags,
  }),
  update: defineEndpoint({
    name: "unitUpdate",
    method: "POST",
    path: "/pbx/api/v1/operator/update",
    summary: "Changes an operator unit, also its place",
    permission: may("unit.update"),
    body: object({ id: idField(), ...unitFields }),
    ...unitTags,
  }),
  delete: defineEndpoint({
    name: "unitDelete",
    method: "POST",
    path: "/pbx/api/v1/operator/delete",
    summary: "Deletes operator units that have nothing below them",
    permission: may("unit.delete"),
    body: deleteBody(),
    reply: countReply,
    ...unitTags,
  }),
  /** unitId empty: of no unit. below: also those of the units below. */
  organizCompanyList: defineEndpoint({
    name: "unitCompanyList",
    method: "POST",
    path: "/pbx/api/v1/operator/organizCompanyList",
    summary: "The enterprises a unit looks after",
    permission: onPages(operators, "/operationunits"),
    reads: true,
    body: listBody(
      {
        unitId: string().label("运营单位").max(64),
        below: boolean().default(false),
        name: string().label("企业名称").max(limits.input),
      },
      ["compId", "name"],
    ),
    reply: listOf(
      object({
        compId: string().required(),
        name: string().required(),
        enabled: number().required(),
        unitId: string().nullable().defined(),
        unitName: string().defined(),
      }),
    ),
    tags: ["OperatorUnit", "Company"],
  }),
  /** unitId empty: takes them out of their unit. */
  assign: defineEndpoint({
    name: "unitAssign",
    method: "POST",
    path: "/pbx/api/v1/operator/assign",
    summary: "Gives enterprises to a unit",
    permission: may("unit.assign"),
    body: object({
      unitId: string().label("运营单位").max(64),
      compIds: array().label("企业").of(compField().required()).min(1, "请选择企业").max(500).required(),
    }),
    reply: countReply,
    tags: ["OperatorUnit", "Company"],
  }),
});
