import { Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { ColumnHeads } from "@liantai/ui";
import { useMayPress } from "@liantai/api/client";
import type { FlowDefinition } from "@liantai/api/contract/workorder";
import { Differences, PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import type { Surroundings } from "../../parts/surroundings.ts";
import type { FlowVersion } from "../../queries.ts";
import { compareFlows } from "../model/compare.ts";
import { MigrationDialog } from "./migration.tsx";

interface VersionsProps {
  readonly id: string;
  readonly list: readonly FlowVersion[];
  /** What is on the board now. */
  readonly draft: FlowDefinition;
  readonly around: Surroundings;
  /** Puts a version on the board. */
  readonly onTake: (flow: FlowDefinition) => void;
  readonly onMoved: () => void;
}

const draftKey = "draft";

/** Published versions, newest first; two of them, or one and the draft, told apart in words; running orders moved. */
export function Versions({ id, list, draft, around, onTake, onMoved }: VersionsProps) {
  const may = useMayPress("/workorderflow");
  const [before, setBefore] = useState<string>();
  const [after, setAfter] = useState(draftKey);
  const [migrating, setMigrating] = useState(false);
  const [newest] = list;
  if (!newest) return <Text color="fg.muted">还没有发布过。</Text>;
  const contentOf = (key: string) =>
    key === draftKey ? draft : list.find(({ version }) => String(version) === key)?.definition;
  const options = [
    [draftKey, "正在设计的"] as const,
    ...list.map(({ version }) => [String(version), `第${version}版`] as const),
  ];
  const from = before ?? String(newest.version);
  const [old, now] = [contentOf(from), contentOf(after)];
  const behind = list.slice(1).reduce((sum, { running }) => sum + running, 0);
  return (
    <Stack gap="4">
      <Table.Root size="sm" aria-label="版本">
        <ColumnHeads titles={["版本", "节点数", "流转中的工单", "发布人", "发布时间", "操作"]} />
        <Table.Body>
          {list.map(({ version, definition, running, publisher, publishTime }) => (
            <Table.Row key={version}>
              <Table.Cell>第{version}版</Table.Cell>
              <Table.Cell>{definition.nodes.length}</Table.Cell>
              <Table.Cell>{running}</Table.Cell>
              <Table.Cell>{publisher}</Table.Cell>
              <Table.Cell>{publishTime}</Table.Cell>
              <Table.Cell>
                <Button
                  size="2xs"
                  variant="outline"
                  aria-label={`恢复第${version}版到设计`}
                  onClick={() => onTake(definition)}
                >
                  恢复到设计
                </Button>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      {may("workFlow.publish") && (
        <HStack gap="3">
          <Button size="xs" variant="outline" disabled={behind === 0} onClick={() => setMigrating(true)}>
            迁移流转中的工单
          </Button>
          <Text color="fg.muted" textStyle="xs">
            {behind === 0
              ? "没有工单停留在旧版本。"
              : `${behind}个工单还在旧版本上流转，可以迁移到第${newest.version}版。`}
          </Text>
        </HStack>
      )}
      <HStack gap="3" align="flex-end" maxW="420px">
        <PanelSelect label="从" value={from} options={options} onChange={setBefore} />
        <PanelSelect label="到" value={after} options={options} onChange={setAfter} />
      </HStack>
      {old && now && <Differences list={compareFlows(old, now, around)} />}
      {migrating && <MigrationDialog id={id} list={list} onMoved={onMoved} onClose={() => setMigrating(false)} />}
    </Stack>
  );
}
