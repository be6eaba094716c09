import { roleFilterSchema } from "@liantai/api/contract/admin";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { roleColumns } from "../roles/columns.tsx";
import { noFilters, roles, roleTypeOptions } from "../roles/model.ts";
import { useRoleActions } from "../roles/actions.tsx";

const columns = roleColumns();

/** 坐席角色: the roles that an enterprise makes itself. */
export default function SeatRoleScreen() {
  const resource = useResourceList({
    id: "seatrole",
    endpoint: roles.listDef,
    filterSchema: roleFilterSchema,
    defaults: noFilters,
  });
  const { actions, rowActions } = useRoleActions("custom");
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
      actions={actions}
      rowActions={rowActions}
    />
  );
}
