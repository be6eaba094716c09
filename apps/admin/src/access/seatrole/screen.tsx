import { Button } from "@chakra-ui/react";
import { roleFilterSchema } from "@liantai/api/contract/admin";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { roleColumns } from "../roles/columns.tsx";
import { noFilters, roles, roleTypeOptions, useOpenGrant, useRoleRights, type Role } from "../roles/model.ts";
import { DeleteRole, RoleForm, type Edited } from "../roles/role-form.tsx";

/** 坐席角色: the roles that an enterprise makes itself. */
export default function SeatRoleScreen() {
  const resource = useResourceList({
    id: "seatrole",
    endpoint: roles.listDef,
    filterSchema: roleFilterSchema,
    defaults: noFilters,
  });
  const rights = useRoleRights();
  const openGrant = useOpenGrant();
  const [edited, setEdited] = useState<Edited>();
  const [doomed, setDoomed] = useState<Role>();
  const columns = useMemo(
    () =>
      roleColumns({
        grant: rights.grant ? openGrant : undefined,
        edit: rights.update ? (role) => setEdited({ kind: "custom", role }) : undefined,
        remove: rights.delete ? setDoomed : undefined,
      }),
    [rights.grant, rights.update, rights.delete, openGrant],
  );
  return (
    <ResourceScreen
      label="坐席角色"
      columns={columns}
      rowId={(role) => role.id}
      empty={{ title: "还没有自定义角色", hint: "新增角色并授权后，可以分配给账号。" }}
      resource={resource}
      filterSchema={roleFilterSchema}
      defaults={noFilters}
      query={
        <>
          <TextField name="name" label="角色名称" />
          <SelectField name="roleType" label="角色类型" options={roleTypeOptions} />
        </>
      }
      onAdd={rights.add ? () => setEdited({ kind: "custom" }) : undefined}
      toolbar={
        rights.add && (
          <Button size="xs" onClick={() => setEdited({ kind: "custom" })}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      <RoleForm edited={edited} onClose={() => setEdited(undefined)} />
      <DeleteRole role={doomed} onClose={() => setDoomed(undefined)} />
    </ResourceScreen>
  );
}
