/** Private addresses and further ports that operators allow an enterprise. */
import { RoleTypes } from "../roles.ts";
import { array, object, string } from "yup";
import { compField, countReply, deleteBody, idReply } from "../crud.ts";
import { lengthField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, roles, onPages } from "../resource.ts";

export const isPortList = (text: string): boolean =>
  text.split(",").every((part) => {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim());
    const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    return match !== null && from >= 1 && from <= to && to <= 65_535;
  });

const readers = roles(RoleTypes.managers);
/** An enterprise's own people are refused in the handler: an operator inside the enterprise calls with its role. */
const operators = roles(RoleTypes.managers, { operate: "interface.allow" });
export const interfaceAllowanceApi = defineResource({
  list: defineEndpoint({
    name: "interfaceAllowanceList",
    method: "POST",
    path: "/pbx/api/v1/interfaceAllowance/list",
    summary: "Private addresses and further ports an enterprise may reach",
    permission: onPages(readers, "/interfaceConfigList", "/enterprise"),
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(
        object({
          id: string().required(),
          target: string().required(),
          ports: string().defined(),
          remark: string().defined(),
          createdBy: string().defined(),
          createdAt: string().required(),
        }),
      )
      .required(),
    tags: ["InterfaceAllowance"],
  }),
  add: defineEndpoint({
    name: "interfaceAllowanceAdd",
    method: "POST",
    path: "/pbx/api/v1/interfaceAllowance/add",
    summary: "Allows an enterprise a private host or network",
    permission: operators,
    body: object({
      compId: compField(),
      target: lengthField("主机或网段", 255).required("请输入主机或网段"),
      ports: lengthField("端口", 100).test("ports", "端口格式如 80,443,8000-9000", (v) => !v || isPortList(v)),
      remark: remarkField(),
    }),
    reply: idReply,
    tags: ["InterfaceAllowance"],
  }),
  delete: defineEndpoint({
    name: "interfaceAllowanceDelete",
    method: "POST",
    path: "/pbx/api/v1/interfaceAllowance/delete",
    summary: "Takes allowances back",
    permission: operators,
    body: deleteBody(),
    reply: countReply,
    tags: ["InterfaceAllowance"],
  }),
});
