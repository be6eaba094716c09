/** The form of a role and the question before it goes, for every kind of role. */
import { notifyDone } from "@liantai/api/client";
import { addCompBody, addDefBody, addOptBody } from "@liantai/api/contract/admin";
import { ConfirmDialog, type Option } from "@liantai/ui";
import { FormDrawer, RadioField, SelectField, TextAreaField, TextField } from "@liantai/ui/resource";
import { done, roles, roleTypeOptions, type Role } from "./model.ts";

export type RoleKind = Role["kind"];
/** A new role of the kind, or the one that is edited. */
export type Edited = { readonly kind: RoleKind; readonly role?: Role };

const schemas = { operator: addOptBody, enterprise: addCompBody, custom: addDefBody } as const;
const titles: Readonly<Record<RoleKind, string>> = {
  operator: "运营角色",
  enterprise: "企业默认角色",
  custom: "坐席角色",
};

interface RoleFormProps {
  readonly edited: Edited | undefined;
  readonly enterprises?: readonly Option[];
  readonly onClose: () => void;
}

export function RoleForm({ edited, enterprises = [], onClose }: RoleFormProps) {
  const [addOpt] = roles.addOpt.useMutation();
  const [addComp] = roles.addComp.useMutation();
  const [addDef] = roles.addDef.useMutation();
  const [update] = roles.update.useMutation();
  if (!edited) return null;
  const { kind, role } = edited;
  const save = async (values: {
    name: string;
    remark?: string | undefined;
    compId?: string | undefined;
    roleType?: 1 | 2 | 3 | 4 | undefined;
  }) => {
    const { name, remark = "" } = values;
    if (role) await update({ body: { id: role.id, compId: role.compId, name, remark } }).unwrap();
    else if (kind === "operator") await addOpt({ body: { name, remark } }).unwrap();
    else if (kind === "enterprise")
      await addComp({ body: { compId: values.compId!, name, remark, roleType: values.roleType! } }).unwrap();
    else await addDef({ body: { compId: undefined, name, remark, roleType: values.roleType! } }).unwrap();
    done(role ? "角色已保存" : "角色已新增", name);
  };
  return (
    <FormDrawer
      open
      title={`${role ? "编辑" : "新增"}${titles[kind]}`}
      schema={role ? addOptBody : schemas[kind]}
      values={
        role
          ? { name: role.name, remark: role.remark }
          : {
              name: "",
              remark: "",
              ...(kind === "enterprise" ? { compId: "" } : {}),
              ...(kind === "operator" ? {} : { roleType: kind === "custom" ? 2 : "" }),
            }
      }
      onSubmit={(values) => save(values)}
      onClose={onClose}
    >
      {!role && kind === "enterprise" && <SelectField name="compId" label="企业" options={enterprises} />}
      <TextField name="name" label="角色名称" maxLength={30} />
      {!role && kind !== "operator" && (
        <RadioField name="roleType" label="角色类型" options={roleTypeOptions} hint="保存后不能修改" />
      )}
      <TextAreaField name="remark" label="备注" maxLength={200} />
    </FormDrawer>
  );
}

export function DeleteRole({ role, onClose }: { readonly role: Role | undefined; readonly onClose: () => void }) {
  const [remove, { isLoading }] = roles.delete.useMutation();
  if (!role) return null;
  const confirm = async () => {
    try {
      await remove({ body: { compId: role.compId, ids: [role.id] } }).unwrap();
      notifyDone("角色", "删除", { note: role.name });
    } catch {
      // The shell says why; the list stays as it is.
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="删除角色"
      text={`确定要删除角色“${role.name}”吗？删除后不能恢复。`}
      confirm="删除"
      dangerous
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
