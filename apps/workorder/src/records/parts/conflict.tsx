/** Somebody else saved the record meanwhile: both values of each field, and the choice. */
import { Box, Button, HStack, Table, Text } from "@chakra-ui/react";
import type { Failure } from "@liantai/api/contract";
import type { RecordConflict } from "@liantai/api/contract/workorder";
import { valueInWords, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import { isFailure } from "@liantai/ui/resource";

const isConflict = (data: unknown): data is RecordConflict =>
  typeof data === "object" && data !== null && "conflicts" in data && Array.isArray(data.conflicts);

export function conflictIn(error: unknown): RecordConflict | undefined {
  const { data } = (isFailure(error) ? error : {}) as Partial<Failure>;
  return isConflict(data) ? data : undefined;
}

interface Props {
  readonly form: CompiledForm;
  readonly conflict: Pick<RecordConflict, "conflicts">;
  /** Saves once more, over the other's values of these fields. */
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

export function Conflict({ form, conflict, onMine, onTheirs }: Props) {
  const words = (path: string, value: unknown): string => {
    const field = form.byName.get(path.replace(/^values\./, ""));
    return field && value !== null ? valueInWords(field, value as FieldValue) : "";
  };
  return (
    <Box role="alert" borderWidth="1px" borderColor="orange.muted" bg="bg.warning" borderRadius="md" p="3">
      <Text mb="2">数据已被他人修改，下列字段与您填写的不同：</Text>
      <Table.Root size="sm" bg="bg">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>字段</Table.ColumnHeader>
            <Table.ColumnHeader>我填写的</Table.ColumnHeader>
            <Table.ColumnHeader>现在的</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {conflict.conflicts.map(({ field, label, mine, theirs }) => (
            <Table.Row key={field}>
              <Table.Cell>{label}</Table.Cell>
              <Table.Cell>{words(field, mine) || "—"}</Table.Cell>
              <Table.Cell>{words(field, theirs) || "—"}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      <HStack mt="2" justify="flex-end">
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onTheirs}>
          放弃我的，使用现在的
        </Button>
        <Button size="xs" onClick={onMine}>
          以我填写的为准
        </Button>
      </HStack>
    </Box>
  );
}
