import { Box } from "@chakra-ui/react";
import { operateKeyGroups } from "@liantai/api/contract/admin";
import { FieldFrame, useField } from "@liantai/ui";
import { CheckTree, type TreeNode } from "@liantai/ui/resource";
import { useController } from "react-hook-form";

const group = (index: number) => `group:${index}`;
const nodes: readonly TreeNode[] = operateKeyGroups.map(({ name, keys }, i) => ({
  id: group(i),
  label: name,
  children: keys.map(({ key, label }) => ({ id: key, label })),
}));

/** The permission map of an operator: keys of empowerJson by group. */
export function EmpowerField({ name, label }: { readonly name: string; readonly label: string }) {
  const { error } = useField(name);
  const { field } = useController({ name });
  const given = (field.value ?? {}) as Readonly<Record<string, boolean>>;
  const on = new Set(Object.keys(given).filter((key) => given[key] === true));
  operateKeyGroups.forEach(({ keys }, i) => {
    if (keys.every(({ key }) => on.has(key))) on.add(group(i));
  });
  const change = (checked: ReadonlySet<string>) =>
    field.onChange(
      Object.fromEntries(
        operateKeyGroups.flatMap(({ keys }) => keys.flatMap(({ key }) => (checked.has(key) ? [[key, true]] : []))),
      ),
    );
  return (
    <FieldFrame label={label} error={error} required={false} group>
      <Box w="full" maxH="260px" overflow="auto" borderWidth="1px" borderRadius="md">
        <CheckTree label={label} nodes={nodes} checked={on} onChange={change} />
      </Box>
    </FieldFrame>
  );
}
