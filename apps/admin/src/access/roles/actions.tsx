/** What is done with roles of every kind: granted, added, changed, deleted. */
import { addCompBody, addDefBody, addOptBody } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";
import { formOf, RadioField, SelectField, TextAreaField, TextField, type Action } from "@liantai/ui/resource";
import { roles, roleTypeOptions, useOpenGrant, useRoleRights, type Role } from "./model.ts";

export type RoleKind = Role["kind"];

const titles: Readonly<Record<RoleKind, string>> = {
  operator: "运营角色",
  enterprise: "企业默认角色",
  custom: "坐席角色",
};
const nameAndRemark = (
  <>
    <TextField name="name" label="角色名称" />
    <TextAreaField name="remark" label="备注" />
  </>
);

/** The form of a new role of the kind. */
function useNewRole(kind: RoleKind, enterprises: readonly Option[]) {
  const [addOpt] = roles.addOpt.useMutation();
  const [addComp] = roles.addComp.useMutation();
  const [addDef] = roles.addDef.useMutation();
  const title = `新增${titles[kind]}`;
  const fields = (
    <>
      {kind === "enterprise" && <SelectField name="compId" label="企业" options={enterprises} />}
      <TextField name="name" label="角色名称" />
      <RadioField name="roleType" label="角色类型" options={roleTypeOptions} hint="保存后不能修改" />
      <TextAreaField name="remark" label="备注" />
    </>
  );
  const blank = { name: "", remark: "" };
  if (kind === "operator")
    return formOf({
      title,
      schema: addOptBody,
      values: blank,
      fields: nameAndRemark,
      send: (body) => addOpt({ body }),
    });
  return kind === "enterprise"
    ? formOf({
        title,
        schema: addCompBody,
        values: { ...blank, compId: "", roleType: "" },
        fields,
        send: (body) => addComp({ body }),
      })
    : formOf({
        title,
        schema: addDefBody,
        values: { ...blank, roleType: 2 },
        fields,
        send: (body) => addDef({ body }),
      });
}

/** Buttons of a list of roles and of its rows. */
export function useRoleActions(kind: RoleKind, enterprises: readonly Option[] = []) {
  const rights = useRoleRights();
  const grant = useOpenGrant();
  const [update] = roles.update.useMutation();
  const [remove] = roles.delete.useMutation();
  const form = useNewRole(kind, enterprises);
  const mayAdd = { operator: rights.addOpt, enterprise: rights.addComp, custom: rights.add }[kind];
  const actions: readonly Action[] = [
    { label: "新增", may: mayAdd, adds: true, form: () => form, done: ["角色", "新增"] },
  ];
  const rowActions: readonly Action<Role>[] = [
    { label: "授权", may: rights.grant, run: grant },
    {
      label: "编辑",
      may: rights.update,
      form: ({ id, compId, name, remark }) =>
        formOf({
          title: `编辑${titles[kind]}`,
          schema: addOptBody,
          values: { name, remark },
          fields: nameAndRemark,
          send: (typed) => update({ body: { id, compId, name: typed.name, remark: typed.remark ?? "" } }),
        }),
      done: ["角色", "保存"],
    },
    {
      label: "删除",
      may: rights.delete,
      danger: true,
      shown: ({ builtin }) => builtin === 0,
      confirm: ({ name }) => ({ title: "删除角色", text: `确定要删除角色“${name}”吗？删除后不能恢复。` }),
      run: ({ id, compId }) => remove({ body: { compId, ids: [id] } }),
      done: ({ name }) => ["角色", "删除", { note: name }],
    },
  ];
  return { actions, rowActions };
}
