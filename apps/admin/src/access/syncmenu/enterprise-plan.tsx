import { Box, chakra, HStack, Stack, Text } from "@chakra-ui/react";
import { roleTypeTexts } from "@liantai/api/contract/admin";
import { Check, StatusBadge, toggled } from "@liantai/ui";
import { kindTexts, type Enterprise, type PlannedRole } from "./model.ts";

const Label = chakra("label", { base: { display: "inline-flex", alignItems: "center", gap: "2", cursor: "pointer" } });
const Names = chakra("ul", {
  base: { listStyle: "none", display: "flex", flexWrap: "wrap", columnGap: "4", rowGap: "0.5", flex: "1", minW: "0" },
});

function Change({
  title,
  items,
  tone,
}: {
  readonly title: string;
  readonly items: PlannedRole["added"];
  readonly tone: "ready" | "held";
}) {
  if (items.length === 0) return null;
  return (
    <HStack align="flex-start" gap="2" ps="6">
      <Box flex="none" w="84px">
        <StatusBadge tone={tone}>{`${title} ${items.length}`}</StatusBadge>
      </Box>
      <Names aria-label={title}>
        {items.map(({ id, name, category }) => (
          <li key={id}>
            {name}
            {category === 1 && (
              <Text as="span" color="fg.muted">
                （按钮）
              </Text>
            )}
          </li>
        ))}
      </Names>
    </HStack>
  );
}

interface PlanProps {
  readonly enterprise: Enterprise;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly disabled: boolean;
}

/** One enterprise: its roles and exactly what each would get and lose. */
export function EnterprisePlan({ enterprise: { compId, name, roles }, chosen, onChange, disabled }: PlanProps) {
  const ids = roles.map(({ roleId }) => roleId);
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <Box as="section" aria-label={name} bg="bg" borderWidth="1px" borderRadius="md">
      <HStack px="3" py="2" borderBottomWidth="1px" bg="bg.subtle">
        <Label>
          <Check
            type="checkbox"
            checked={count === ids.length}
            disabled={disabled}
            ref={(input: HTMLInputElement | null) => {
              if (input) input.indeterminate = count > 0 && count < ids.length;
            }}
            onChange={(event) => onChange(toggled(chosen, ids, event.target.checked))}
          />
          <Text as="span" fontWeight="medium">
            {name}
          </Text>
        </Label>
        <Text color="fg.muted">{compId}</Text>
        <Text color="fg.muted" ms="auto">
          已选 {count} / {ids.length} 个角色
        </Text>
      </HStack>
      <Stack gap="2" p="3">
        {roles.map((role) => (
          <Stack key={role.roleId} gap="1">
            <Label>
              <Check
                type="checkbox"
                checked={chosen.has(role.roleId)}
                disabled={disabled}
                onChange={(event) => onChange(toggled(chosen, [role.roleId], event.target.checked))}
              />
              <Text as="span">{role.name}</Text>
              <Text as="span" color="fg.muted" textStyle="xs">
                {kindTexts[role.kind]}，{roleTypeTexts[role.roleType]}
              </Text>
            </Label>
            <Change title="新增" items={role.added} tone="ready" />
            <Change title="收回" items={role.removed} tone="held" />
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}
