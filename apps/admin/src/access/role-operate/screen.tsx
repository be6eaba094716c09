import { Box, Button, Flex, HStack } from "@chakra-ui/react";
import { enterpriseRoleFilterSchema, roleFilterSchema } from "@liantai/api/contract/admin";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { roleColumns } from "../roles/columns.tsx";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { noFilters, roles, roleTypeOptions } from "../roles/model.ts";
import { useRoleActions } from "../roles/actions.tsx";

const kinds = [
  { kind: "operator", title: "运营角色" },
  { kind: "enterprise", title: "企业默认角色" },
] as const;
const noEnterpriseFilters = () => ({ ...noFilters(), compId: "" });

const operatorColumns = roleColumns({ type: false, builtin: true });
const enterpriseColumns = roleColumns({ enterprise: true, builtin: true });

function OperatorRoles() {
  const resource = useResourceList({
    id: "role-operate",
    endpoint: roles.listOpt,
    filterSchema: roleFilterSchema,
    defaults: noFilters,
  });
  const { actions, rowActions } = useRoleActions("operator");
  return (
    <ResourceScreen
      label="运营角色"
      columns={operatorColumns}
      rowId={(role) => role.id}
      empty="没有符合条件的角色"
      resource={resource}
      filterSchema={roleFilterSchema}
      defaults={noFilters}
      query={<TextField name="name" label="角色名称" />}
      actions={actions}
      rowActions={rowActions}
    />
  );
}

function EnterpriseRoles() {
  const resource = useResourceList({
    id: "role-enterprise",
    endpoint: roles.listComp,
    filterSchema: enterpriseRoleFilterSchema,
    defaults: noEnterpriseFilters,
  });
  const enterprises = useEnterpriseOptions();
  const { actions, rowActions } = useRoleActions("enterprise", enterprises);
  return (
    <ResourceScreen
      label="企业默认角色"
      columns={enterpriseColumns}
      rowId={(role) => role.id}
      empty="没有符合条件的角色"
      resource={resource}
      filterSchema={enterpriseRoleFilterSchema}
      defaults={noEnterpriseFilters}
      query={
        <>
          <SelectField name="compId" label="企业" options={enterprises} width="220px" />
          <TextField name="name" label="角色名称" />
          <SelectField name="roleType" label="角色类型" options={roleTypeOptions} />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}

/** 运营角色: the operators' own roles, and the default roles of enterprises. */
export default function RoleOperateScreen() {
  const [kind, setKind] = useState<(typeof kinds)[number]["kind"]>("operator");
  const [, setParams] = useSearchParams();
  const choose = (next: typeof kind) => {
    setKind(next);
    // Each list has its own question.
    setParams("", { replace: true });
  };
  return (
    <Flex direction="column" h="full" minH="0">
      <HStack role="tablist" aria-label="角色种类" gap="1" px="3" pt="2">
        {kinds.map((each) => (
          <Button
            key={each.kind}
            role="tab"
            id={`role-tab-${each.kind}`}
            aria-selected={kind === each.kind}
            aria-controls="role-panel"
            size="xs"
            variant={kind === each.kind ? "subtle" : "ghost"}
            onClick={() => choose(each.kind)}
          >
            {each.title}
          </Button>
        ))}
      </HStack>
      <Box id="role-panel" role="tabpanel" aria-labelledby={`role-tab-${kind}`} flex="1" minH="0">
        {kind === "operator" ? <OperatorRoles /> : <EnterpriseRoles />}
      </Box>
    </Flex>
  );
}
