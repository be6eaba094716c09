import { Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { contentLimits } from "@liantai/api/contract/flow-editor";
import { AppDialog, ColumnHeads, ConfirmDialog, FailureState, LoadingState } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useState, type ReactNode } from "react";
import type { ContentQueries, ContentRow, ContentVersion } from "./queries.ts";

interface VersionsProps {
  readonly label: string;
  readonly queries: ContentQueries;
  readonly row: ContentRow;
  readonly mayEdit: boolean;
  /** What a version had. */
  readonly look: (version: ContentVersion, close: () => void) => ReactNode;
  /** As a file. */
  readonly download?: (version: ContentVersion) => void;
  readonly onClose: () => void;
}

function Back({
  label,
  queries,
  row,
  version,
  onClose,
}: Omit<VersionsProps, "mayEdit" | "look" | "download"> & { version: ContentVersion }) {
  const [note, setNote] = useState("");
  const [rollback, { isLoading }] = queries.rollback.useMutation();
  const run = async () => {
    const { data } = await rollback({ body: { id: row.id, versionId: version.versionId, note } });
    if (!data) return;
    notifyDone(label, "回退", { note: `从下一通来电起用第${data.version}版，内容同第${version.version}版` });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`回退到第${version.version}版`}
      text={
        <Stack gap="3">
          <Text>第{version.version}版的内容会成为新的一版，从下一通来电起生效；正在通话的来电不受影响。</Text>
          <PanelText label="修改说明" area value={note} max={200} onChange={setNote} />
        </Stack>
      }
      confirm="回退"
      busy={isLoading}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

/** What was saved, newest first, and back to one. */
export function ContentVersions({ label, queries, row, mayEdit, look, download, onClose }: VersionsProps) {
  const { data, error, refetch } = queries.versions.useQuery(
    { body: { id: row.id } },
    { refetchOnMountOrArgChange: true },
  );
  const [back, setBack] = useState<ContentVersion>();
  const [looked, setLooked] = useState<ContentVersion>();
  return (
    <AppDialog open title={`${row.name} 的版本`} width="640px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : (
        <Stack gap="2">
          <Text textStyle="xs" color="fg.muted">
            保留最近{contentLimits.versions}版。
          </Text>
          <Table.Root size="sm" aria-label="版本">
            <ColumnHeads titles={["版本", "修改说明", "修改人", "修改时间", "操作"]} />
            <Table.Body>
              {data.map((one, at) => (
                <Table.Row key={one.versionId}>
                  <Table.Cell whiteSpace="nowrap">第{one.version}版</Table.Cell>
                  <Table.Cell wordBreak="break-word">
                    {[one.note, one.restores > 0 ? `回退到第${one.restores}版` : ""].filter(Boolean).join("；")}
                  </Table.Cell>
                  <Table.Cell whiteSpace="nowrap">{one.createdBy}</Table.Cell>
                  <Table.Cell whiteSpace="nowrap">{one.createTime}</Table.Cell>
                  <Table.Cell>
                    <HStack gap="1">
                      <Button
                        size="2xs"
                        variant="outline"
                        aria-label={`查看第${one.version}版`}
                        onClick={() => setLooked(one)}
                      >
                        查看
                      </Button>
                      {download && (
                        <Button
                          size="2xs"
                          variant="outline"
                          aria-label={`下载第${one.version}版`}
                          onClick={() => download(one)}
                        >
                          下载
                        </Button>
                      )}
                      {mayEdit && at > 0 && (
                        <Button
                          size="2xs"
                          variant="outline"
                          aria-label={`回退到第${one.version}版`}
                          onClick={() => setBack(one)}
                        >
                          回退
                        </Button>
                      )}
                    </HStack>
                  </Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Stack>
      )}
      {looked && look(looked, () => setLooked(undefined))}
      {back && <Back label={label} queries={queries} row={row} version={back} onClose={() => setBack(undefined)} />}
    </AppDialog>
  );
}
