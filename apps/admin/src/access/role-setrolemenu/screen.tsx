import { Box, Flex, NativeSelectField, NativeSelectIndicator, NativeSelectRoot } from "@chakra-ui/react";
import { isAdministrator, operatorCode } from "@liantai/api/contract";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { TreeList, useUnsaved } from "@liantai/ui/resource";
import { useState } from "react";
import { useRoleRights } from "../roles/model.ts";
import { GrantPanel, type Draft } from "./grant-panel.tsx";
import { useChosen, useRoleChoice } from "./model.ts";

/** 角色授权 */
export default function SetRoleMenuScreen() {
  const { operator, compId, roleId, choose } = useChosen();
  const { nodes, list, enterprises, loading, failed } = useRoleChoice(compId, operator);
  const rights = useRoleRights();
  // By role: another one may be looked at before the first is saved.
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  useUnsaved(Object.values(drafts).some((draft) => draft.menus !== undefined || draft.business !== undefined));
  const role = list.find((each) => each.id === roleId);
  // Operators set the menus of its default roles; business permissions of seats and monitors are the enterprise's own.
  const fixed = !operator && role?.kind === "enterprise";
  const only = { menus: !rights.grant || fixed, business: !rights.grant || (fixed && isAdministrator(role)) };
  const note = !rights.grant
    ? "您没有授权的权限，只能查看"
    : fixed
      ? `默认角色的菜单由运营人员维护，只能查看${only.business ? "" : "；业务权限可以修改"}`
      : undefined;
  return (
    <Flex gap="2" p="3" h="full" minH="420px">
      <Flex direction="column" w="240px" flex="none" minH="0" bg="bg" borderWidth="1px" borderRadius="md">
        {operator && (
          <Box p="2" pb="0">
            <NativeSelectRoot size="xs">
              <NativeSelectField
                aria-label="企业"
                value={compId}
                onChange={(event) => choose({ compId: event.target.value, roleId: "" })}
              >
                <option value={operatorCode}>运营平台</option>
                {enterprises.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </NativeSelectField>
              <NativeSelectIndicator />
            </NativeSelectRoot>
          </Box>
        )}
        <Box flex="1" minH="0" overflow="auto">
          {failed ? (
            <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
          ) : loading ? (
            <LoadingState />
          ) : (
            <TreeList
              label="角色"
              searchable
              nodes={nodes}
              selected={roleId || undefined}
              onSelect={(id) => list.some((each) => each.id === id) && choose({ compId, roleId: id })}
            />
          )}
        </Box>
      </Flex>
      {role ? (
        <GrantPanel
          key={role.id}
          role={role}
          operator={operator}
          readOnly={only}
          note={note}
          draft={drafts[role.id] ?? {}}
          setDraft={(draft) => setDrafts((now) => ({ ...now, [role.id]: draft }))}
        />
      ) : (
        <Box flex="1" bg="bg" borderWidth="1px" borderRadius="md">
          <EmptyState title="请选择角色" hint="在左侧选择角色后，可以授予菜单、按钮和业务权限。" />
        </Box>
      )}
    </Flex>
  );
}
