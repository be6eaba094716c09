/** One field of a record over time, and back to what it was by a press. */
import { Button, Stack, Table, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { DuplicateRefusal } from "@liantai/api/contract/workorder";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useState } from "react";
import { FoundList } from "../duplicates/found-list.tsx";
import { duplicatesIn } from "../duplicates/queries.ts";
import { history } from "./queries.ts";

const page = 20;
/** The server answers no more at once. */
const most = 200;

interface Props {
  readonly id: string;
  /** Of the record, as it is shown. */
  readonly version: number;
  readonly field: { readonly name: string; readonly label: string };
}

interface Refused {
  readonly change: number;
  readonly refusal: DuplicateRefusal;
}

export function FieldHistory({ id, version, field: { name, label } }: Props) {
  const [pages, setPages] = useState(1);
  const { data, error, refetch } = history.list.useQuery(
    { body: { id, field: name, pageNo: 1, pageSize: Math.min(page * pages, most) } },
    { refetchOnMountOrArgChange: true },
  );
  const [restore, { isLoading }] = history.restore.useMutation();
  const [found, setFound] = useState<Refused>();
  const press = async (change: number, accepted: { acceptDuplicates?: 1 } = {}) => {
    setFound(undefined);
    try {
      await restore({ body: { id, version, field: name, change, ...accepted } }).unwrap();
      notifyDone(label, "恢复");
    } catch (error_) {
      // Anything else the shell says.
      const refusal = duplicatesIn(error_);
      if (refusal) setFound({ change, refusal });
    }
  };
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.total === 0)
    return <EmptyState title={`${label}没有修改过`} hint="修改后，每次的修改人、时间和内容会显示在这里。" />;
  return (
    <Stack gap="2">
      {found && (
        <FoundList
          found={found.refusal}
          noun="数据"
          onSave={found.refusal.mode === "warn" ? () => void press(found.change, { acceptDuplicates: 1 }) : undefined}
          onClose={() => setFound(undefined)}
        />
      )}
      <Table.Root size="sm" aria-label={`${label}的历史`}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader w="160px">时间</Table.ColumnHeader>
            <Table.ColumnHeader w="90px">修改人</Table.ColumnHeader>
            <Table.ColumnHeader>修改前</Table.ColumnHeader>
            <Table.ColumnHeader>修改后</Table.ColumnHeader>
            <Table.ColumnHeader w="110px">操作</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {data.list.flatMap(({ version: change, time, by, fields }) =>
            fields.map(({ before, after, mayRestore }) => (
              <Table.Row key={change}>
                <Table.Cell fontVariantNumeric="tabular-nums">{time}</Table.Cell>
                <Table.Cell>{by}</Table.Cell>
                <Table.Cell wordBreak="break-word">{before || "空"}</Table.Cell>
                <Table.Cell wordBreak="break-word">{after || "空"}</Table.Cell>
                <Table.Cell>
                  {mayRestore && (
                    <Button
                      size="2xs"
                      variant="outline"
                      aria-label={`${label}恢复为${before || "空"}`}
                      disabled={isLoading}
                      onClick={() => void press(change)}
                    >
                      恢复修改前
                    </Button>
                  )}
                </Table.Cell>
              </Table.Row>
            )),
          )}
        </Table.Body>
      </Table.Root>
      {data.total > data.list.length && data.list.length < most && (
        <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setPages(pages + 1)}>
          显示更多（共 {data.total} 次修改）
        </Button>
      )}
      <Text textStyle="xs" color="fg.muted">
        恢复与普通保存一样：按表单规则检查，并记入变更记录。
      </Text>
    </Stack>
  );
}
