/** Somebody else saved the same fields meanwhile: both values of each, and the choice field by field. */
import { Box, Button, HStack, Table, Text } from "@chakra-ui/react";
import type { Failure } from "@liantai/api/contract";
import type { RecordConflict } from "@liantai/api/contract/workorder";
import { valueInWords, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import { Check } from "@liantai/ui";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";

const isConflict = (data: unknown): data is RecordConflict =>
  typeof data === "object" && data !== null && "conflicts" in data && Array.isArray(data.conflicts);

export function conflictIn(error: unknown): RecordConflict | undefined {
  const { data } = (isFailure(error) ? error : {}) as Partial<Failure>;
  return isConflict(data) ? data : undefined;
}

interface Props {
  readonly form: CompiledForm;
  readonly conflict: Pick<RecordConflict, "conflicts">;
  /** Saves once more: these fields over the other's values, of the rest the other's stand. */
  readonly onSave: (mine: readonly string[], theirs: readonly string[]) => void;
  readonly onTheirs: () => void;
}

/** As the form calls it. */
const nameOf = (path: string): string => path.replace(/^values\./, "");

export function Conflict({ form, conflict: { conflicts }, onSave, onTheirs }: Props) {
  const [given, give] = useState<ReadonlySet<string>>(new Set());
  const words = (path: string, value: unknown): string => {
    const field = form.byName.get(nameOf(path));
    return field && value !== null ? valueInWords(field, value as FieldValue) : "";
  };
  const choose = (path: string, theirs: boolean) => {
    const next = new Set(given);
    if (theirs) next.add(path);
    else next.delete(path);
    give(next);
  };
  const send = () => {
    const names = (theirs: boolean) =>
      conflicts.filter(({ field }) => given.has(field) === theirs).map(({ field }) => nameOf(field));
    onSave(names(false), names(true));
  };
  return (
    <Box role="alert" borderWidth="1px" borderColor="orange.muted" bg="bg.warning" borderRadius="md" p="3">
      <Text mb="2">下列字段在您填写时也被他人修改了，请逐项选择；其他字段的修改会一并保留。</Text>
      <Table.Root size="sm" bg="bg">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>字段</Table.ColumnHeader>
            <Table.ColumnHeader>我填写的</Table.ColumnHeader>
            <Table.ColumnHeader>现在的</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {conflicts.map(({ field, label, mine, theirs }) => (
            <Table.Row key={field}>
              <Table.Cell>{label}</Table.Cell>
              {([false, true] as const).map((other) => (
                <Table.Cell key={String(other)}>
                  <HStack as="label" gap="1.5">
                    <Check
                      type="radio"
                      aria-label={`${label}取${other ? "现在的" : "我填写的"}`}
                      checked={given.has(field) === other}
                      onChange={() => choose(field, other)}
                    />
                    <Text wordBreak="break-word">{words(field, other ? theirs : mine) || "—"}</Text>
                  </HStack>
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      <HStack mt="2" justify="flex-end">
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onTheirs}>
          放弃我的全部修改
        </Button>
        <Button size="xs" onClick={send}>
          按所选保存
        </Button>
      </HStack>
    </Box>
  );
}
