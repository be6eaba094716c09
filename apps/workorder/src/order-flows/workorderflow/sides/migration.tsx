import { Box, Button, SimpleGrid, Stack, Table, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { FlowDefinition } from "@liantai/api/contract/workorder";
import { AppDialog, ColumnHeads, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { flows, type FlowVersion } from "../../queries.ts";

interface MigrationDialogProps {
  readonly id: string;
  readonly list: readonly FlowVersion[];
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

/** Where orders stand: where somebody has them, or where they wait. */
const holds = ({ nodes }: FlowDefinition) => nodes.filter(({ kind }) => kind !== "gateway" && kind !== "end");

/** Nodes of older versions that the newest has not: where orders that stand there go on is for a person to say. */
function strayNodes(list: readonly FlowVersion[], to: FlowDefinition): readonly (readonly [string, string])[] {
  const known = new Set(to.nodes.map(({ id }) => id));
  const stray = new Map<string, string>();
  for (const { definition, running } of list.slice(1))
    if (running > 0) for (const node of holds(definition)) if (!known.has(node.id)) stray.set(node.id, node.name);
  return [...stray];
}

/** Running orders of older versions moved to the newest: what would become of each is shown before. */
export function MigrationDialog({ id, list, onMoved, onClose }: MigrationDialogProps) {
  const { version, definition } = list[0]!;
  const [nodes, setNodes] = useState<Readonly<Record<string, string>>>({});
  const body = { id, version, ...(Object.keys(nodes).length > 0 ? { nodes } : {}) };
  const { currentData, error, isFetching, refetch } = flows.plan.useQuery(
    { body },
    { refetchOnMountOrArgChange: true },
  );
  const [migrate, { isLoading }] = flows.migrate.useMutation();
  const stray = strayNodes(list, definition);
  const targets = holds(definition).map(({ id: node, name }) => [node, name || "未命名"] as const);
  const move = async () => {
    const { moved, list: all } = await migrate({ body }).unwrap();
    notifyDone("工单", "迁移", {
      note: `共${moved}个${moved < all.length ? `，${all.length - moved}个不能迁移` : ""}`,
    });
    onMoved();
    onClose();
  };
  return (
    <AppDialog
      open
      title={`迁移到第${version}版`}
      width="680px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button
            loading={isLoading}
            disabled={isFetching || !currentData || currentData.moved === 0}
            onClick={() => void move()}
          >
            {currentData ? `迁移${currentData.moved}个工单` : "迁移"}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        {stray.length > 0 && (
          <>
            <Text>以下节点新版本中没有了，请选择停在那里的工单到哪个节点继续：</Text>
            <SimpleGrid columns={2} gap="2">
              {stray.map(([node, name]) => (
                <PanelSelect
                  key={node}
                  label={name || "未命名"}
                  value={nodes[node] ?? ""}
                  options={targets}
                  none="不迁移"
                  onChange={(to) => {
                    const { [node]: _, ...rest } = nodes;
                    setNodes(to === "" ? rest : { ...rest, [node]: to });
                  }}
                />
              ))}
            </SimpleGrid>
          </>
        )}
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : !currentData ? (
          <LoadingState />
        ) : (
          <Box maxH="300px" overflow="auto">
            <Table.Root size="sm" aria-label="迁移预览" stickyHeader>
              <ColumnHeads titles={["工单编号", "现在的版本", "现在的节点", "迁移后的节点", "说明"]} />
              <Table.Body>
                {currentData.list.map(({ id: order, workCode, version: old, from, to, text }) => (
                  <Table.Row key={order}>
                    <Table.Cell>{workCode || "草稿"}</Table.Cell>
                    <Table.Cell>第{old}版</Table.Cell>
                    <Table.Cell>{from}</Table.Cell>
                    <Table.Cell>{text === "" ? to : "—"}</Table.Cell>
                    <Table.Cell color={text === "" ? "green.fg" : "fg.error"}>{text || "可以迁移"}</Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Box>
        )}
      </Stack>
    </AppDialog>
  );
}
