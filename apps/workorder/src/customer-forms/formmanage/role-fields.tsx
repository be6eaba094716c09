import { Button, Flex, HStack, NativeSelect, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { sameValue, type OtherRender } from "@liantai/api/forms";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { GuardedDrawer, isFailure, LeaveButton, useUnsaved } from "@liantai/ui/resource";
import { useState } from "react";
import { FieldRules } from "../../order-flows/parts/node-editor/field-rules.tsx";
import { forms } from "../queries.ts";

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

const nothing: OtherRender = {};

function Roles({ id, onClose }: Props) {
  const { data, error, refetch } = forms.roleFields.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const [save, { isLoading: busy }] = forms.saveRoleFields.useMutation();
  const [chosen, choose] = useState<string>();
  const [typed, setTyped] = useState<Readonly<Record<string, OtherRender>>>({});
  const [said, setSaid] = useState<string>();
  const kept = data?.fields ?? {};
  const changed = Object.keys(typed).filter((role) => !sameValue(typed[role] ?? nothing, kept[role] ?? nothing));
  useUnsaved(changed.length > 0);
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const roleId = chosen ?? data.roles[0]?.id;
  if (roleId === undefined) return <EmptyState title="还没有角色" />;
  const send = async () => {
    setSaid(undefined);
    try {
      for (const role of changed) await save({ body: { id, roleId: role, fields: typed[role]! } }).unwrap();
      notifyDone("角色字段", "保存");
      onClose();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      claimFailure(failure);
      setSaid(failure.text);
    }
  };
  return (
    <Stack gap="3">
      <Text color="fg.muted">
        设置后，该角色的人员在新增、编辑、列表、详情、导出和导入中都按此执行；与流程节点的设置同时存在时，按更严格的执行。
      </Text>
      <HStack gap="2">
        <NativeSelect.Root size="xs" width="220px">
          <NativeSelect.Field aria-label="角色" value={roleId} onChange={(event) => choose(event.currentTarget.value)}>
            {data.roles.map((role) => (
              <option key={role.id} value={role.id}>
                {role.name}
                {changed.includes(role.id) ? "（未保存）" : ""}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </HStack>
      <FieldRules
        key={roleId}
        fields={data.form.fields}
        rules={typed[roleId] ?? kept[roleId] ?? nothing}
        onChange={(rules) => setTyped({ ...typed, [roleId]: rules })}
        maxH="calc(100vh - 300px)"
      />
      {said !== undefined && (
        <Text role="alert" color="fg.error">
          {said}
        </Text>
      )}
      <Flex justify="flex-end" gap="2">
        <LeaveButton />
        <Button loading={busy} disabled={changed.length === 0} onClick={() => void send()}>
          保存
        </Button>
      </Flex>
    </Stack>
  );
}

/** 角色字段: which fields of a form a role sees, must fill and may type. */
export const RoleFieldsDrawer = (props: Props) => (
  <GuardedDrawer open title={`角色字段：${props.name}`} width="640px" onClose={props.onClose}>
    <Roles {...props} />
  </GuardedDrawer>
);
