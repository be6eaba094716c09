import { Button, HStack, Table } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { flowApi } from "@liantai/api/contract/flow-editor";
import { AppDrawer, ColumnHeads, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { downloadFile } from "@liantai/ui/resource";
import { useState } from "react";
import { versions, type FlowVersion } from "../knownnav/queries.ts";
import { usePublished } from "../knownnav/use-told.ts";
import { RollbackDialog } from "../rollback-dialog.tsx";
import type { ListedFlow } from "./words.tsx";

function noteOf({ note, restores, reason }: FlowVersion): string {
  const parts = [note, restores > 0 ? `回退到第${restores}版` : "", reason === "" ? "" : `未达标仍发布：${reason}`];
  return parts.filter((part) => part !== "").join("；");
}

/** Published versions, newest first: what changed, which calls go through it, back to one. */
export function VersionsDrawer({ flow, onClose }: { readonly flow: ListedFlow; readonly onClose: () => void }) {
  const press = useMayPress("/processconfig");
  const { data, error, refetch } = versions.versions.useQuery(
    { body: { id: flow.id } },
    { refetchOnMountOrArgChange: true },
  );
  usePublished(flow.id, () => void refetch());
  const [back, setBack] = useState<FlowVersion>();
  const [revision, setRevision] = useState(flow.revision);
  const save = (one: FlowVersion) =>
    void downloadFile(flowApi.exportZip, `${flow.name}-第${one.version}版.zip`, {
      query: { id: flow.id, versionId: one.versionId },
    });
  return (
    <AppDrawer open title={`${flow.name} 的版本`} width="820px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState title="还没有发布过" hint="在编辑器里发布后，来电才会走这个流程。" />
      ) : (
        <Table.Root size="sm" aria-label="版本">
          <ColumnHeads titles={["版本", "说明", "来电占比", "测试", "发布人", "发布时间", "操作"]} />
          <Table.Body>
            {data.map((one) => (
              <Table.Row key={one.versionId}>
                <Table.Cell whiteSpace="nowrap">第{one.version}版</Table.Cell>
                <Table.Cell wordBreak="break-word">{noteOf(one)}</Table.Cell>
                <Table.Cell>{one.percent}%</Table.Cell>
                <Table.Cell whiteSpace="nowrap">
                  {one.testsRun === 0 ? "无" : `${one.testsRun - one.testsFailed}/${one.testsRun}通过`}
                </Table.Cell>
                <Table.Cell whiteSpace="nowrap">{one.publishedBy}</Table.Cell>
                <Table.Cell whiteSpace="nowrap">{one.publishTime}</Table.Cell>
                <Table.Cell>
                  <HStack gap="1">
                    {press("flow.publish") && one !== data[0] && (
                      <Button
                        size="2xs"
                        variant="outline"
                        aria-label={`回退到第${one.version}版`}
                        onClick={() => setBack(one)}
                      >
                        回退
                      </Button>
                    )}
                    {press("flow.export") && (
                      <Button
                        size="2xs"
                        variant="outline"
                        aria-label={`导出第${one.version}版`}
                        onClick={() => save(one)}
                      >
                        导出
                      </Button>
                    )}
                  </HStack>
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      )}
      {back && data && (
        <RollbackDialog
          to={back}
          list={data}
          mayEdit={press("flow.edit")}
          seen={async () => revision}
          // One without the draft changes no draft: what a colleague saved meanwhile was not seen.
          onDone={(made, replaced) => replaced && setRevision(made.revision)}
          onClose={() => setBack(undefined)}
        />
      )}
    </AppDrawer>
  );
}
