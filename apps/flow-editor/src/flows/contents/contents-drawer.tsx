import { Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { contentPage } from "@liantai/api/contract/flow-editor";
import { AppDrawer, ColumnHeads, ConfirmDialog, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useState, type ReactNode } from "react";
import type { ContentQueries, ContentRow, ContentVersion } from "./queries.ts";
import { ContentVersions } from "./versions.tsx";

interface DrawerProps<Row extends ContentRow> {
  readonly label: string;
  /** What it is for, in a sentence. */
  readonly help: string;
  readonly button: string;
  readonly queries: ContentQueries;
  readonly list: {
    readonly data: { readonly list: readonly Row[] } | undefined;
    readonly error?: unknown;
    readonly refetch: () => unknown;
  };
  /** Of a content, in the list. */
  readonly summary: { readonly title: string; readonly of: (row: Row) => string };
  /** version: looked at; undefined: the newest. */
  readonly editor: (row: Row | undefined, mayEdit: boolean, close: () => void, version?: ContentVersion) => ReactNode;
  /** A version as a file; old: undefined: the newest. */
  readonly download?: (row: ContentRow, old?: ContentVersion) => void;
  readonly onClose: () => void;
}

type Open<Row> =
  | { readonly what: "edit"; readonly row: Row | undefined }
  | { readonly what: "versions" | "delete"; readonly row: Row };

function Remove<Row extends ContentRow>({
  label,
  queries,
  row,
  onClose,
}: Pick<DrawerProps<Row>, "label" | "queries" | "onClose"> & { readonly row: Row }) {
  const [remove, { isLoading }] = queries.delete.useMutation();
  const run = async () => {
    const { data } = await remove({ body: { ids: [row.id] } });
    if (!data) return;
    notifyDone(label, "删除");
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`删除${label}`}
      text={`确定要删除“${row.name}”吗？所有版本一并删除，不能恢复。流程正在使用的不能删除。`}
      confirm="删除"
      dangerous
      busy={isLoading}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

const None = ({
  label,
  sought,
  mayEdit,
}: {
  readonly label: string;
  readonly sought: boolean;
  readonly mayEdit: boolean;
}) => (
  <EmptyState
    title={`没有${label}`}
    {...(sought ? { hint: "换个名称试试。" } : mayEdit && { hint: "新增后可以在流程里使用。" })}
  />
);

/** What is changed beside flows, of one kind: a list, an editor, versions. */
export function ContentsDrawer<Row extends ContentRow>(props: DrawerProps<Row>) {
  const { label, help, button, queries, list, summary, editor, download, onClose } = props;
  const mayEdit = useMayPress(contentPage)(button);
  const [open, setOpen] = useState<Open<Row>>();
  const [text, setText] = useState("");
  const close = () => setOpen(undefined);
  const rows = (list.data?.list ?? []).filter(({ name }) => name.includes(text.trim()));
  return (
    <AppDrawer open title={label} width="880px" onClose={onClose}>
      <Stack gap="3">
        <Text textStyle="xs" color="fg.muted">
          {help}
        </Text>
        <HStack justify="space-between" align="end">
          <PanelText label={`${label}名称`} value={text} max={30} onChange={setText} />
          {mayEdit && (
            <Button size="xs" onClick={() => setOpen({ what: "edit", row: undefined })}>
              新增{label}
            </Button>
          )}
        </HStack>
        {list.error ? (
          <FailureState error={list.error} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <LoadingState />
        ) : rows.length === 0 ? (
          <None label={label} sought={text !== ""} mayEdit={mayEdit} />
        ) : (
          <Table.Root size="sm" aria-label={label}>
            <ColumnHeads titles={["名称", summary.title, "版本", "修改人", "修改时间", "操作"]} />
            <Table.Body>
              {rows.map((row) => (
                <Table.Row key={row.id}>
                  <Table.Cell wordBreak="break-word" title={row.remark}>
                    {row.name}
                  </Table.Cell>
                  <Table.Cell wordBreak="break-word">{summary.of(row)}</Table.Cell>
                  <Table.Cell whiteSpace="nowrap">第{row.version}版</Table.Cell>
                  <Table.Cell whiteSpace="nowrap">{row.updatedBy}</Table.Cell>
                  <Table.Cell whiteSpace="nowrap">{row.updateTime}</Table.Cell>
                  <Table.Cell>
                    <HStack gap="1">
                      <Button
                        size="2xs"
                        variant="outline"
                        aria-label={`${mayEdit ? "编辑" : "查看"}${row.name}`}
                        onClick={() => setOpen({ what: "edit", row })}
                      >
                        {mayEdit ? "编辑" : "查看"}
                      </Button>
                      <Button
                        size="2xs"
                        variant="outline"
                        aria-label={`${row.name}的版本`}
                        onClick={() => setOpen({ what: "versions", row })}
                      >
                        版本
                      </Button>
                      {download && (
                        <Button
                          size="2xs"
                          variant="outline"
                          aria-label={`下载${row.name}`}
                          onClick={() => download(row)}
                        >
                          下载
                        </Button>
                      )}
                      {mayEdit && (
                        <Button
                          size="2xs"
                          variant="outline"
                          colorPalette="red"
                          aria-label={`删除${row.name}`}
                          onClick={() => setOpen({ what: "delete", row })}
                        >
                          删除
                        </Button>
                      )}
                    </HStack>
                  </Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        )}
      </Stack>
      {open?.what === "edit" && editor(open.row, mayEdit, close)}
      {open?.what === "versions" && (
        <ContentVersions
          {...{ label, queries, mayEdit, row: open.row }}
          look={(version, end) => editor(open.row, false, end, version)}
          {...(download && { download: (version) => download(open.row, version) })}
          onClose={close}
        />
      )}
      {open?.what === "delete" && <Remove label={label} queries={queries} row={open.row} onClose={close} />}
    </AppDrawer>
  );
}
