import { Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { ColumnHeads, AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import { Differences, PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { forms } from "../queries.ts";
import { compare } from "./model/compare.ts";
import type { Content } from "./model/design.ts";

interface VersionsProps {
  readonly id: string;
  /** What is on the board now, beside the versions. */
  readonly draft?: Content;
  /** Puts a version on the board, as its draft. */
  readonly onTake?: (content: Content) => void;
}

const draftKey = "draft";

function useContent(id: string, chosen: string, draft: Content | undefined): Content | undefined {
  const asked = chosen === draftKey || chosen === "";
  const { currentData } = forms.findById.useQuery({ query: { id, version: Number(chosen) || 1 } }, { skip: asked });
  return chosen === draftKey ? draft : asked ? undefined : currentData;
}

/** Published versions, newest first; two of them, or one and the draft, told apart in words. */
export function Versions({ id, draft, onTake }: VersionsProps) {
  const { data, error, refetch } = forms.versions.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const [before, setBefore] = useState<string>();
  const [after, setAfter] = useState<string>();
  const list = data ?? [];
  const newest = String(list[0]?.version ?? "");
  const to = after ?? (draft ? draftKey : newest);
  const from = before ?? (draft ? newest : String(list[1]?.version ?? newest));
  const [old, now] = [useContent(id, from, draft), useContent(id, to, draft)];
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (list.length === 0) return <Text color="fg.muted">还没有发布过。</Text>;
  const options = [
    ...(draft ? [[draftKey, "正在设计的"] as const] : []),
    ...list.map(({ version }) => [String(version), `第${version}版`] as const),
  ];
  return (
    <Stack gap="4">
      <Table.Root size="sm" aria-label="版本">
        <ColumnHeads titles={["版本", "字段数", "发布人", "发布时间", ...(onTake ? ["操作"] : [])]} />
        <Table.Body>
          {list.map(({ version, fieldCount, publishedBy, publishTime }) => (
            <Table.Row key={version}>
              <Table.Cell>第{version}版</Table.Cell>
              <Table.Cell>{fieldCount}</Table.Cell>
              <Table.Cell>{publishedBy}</Table.Cell>
              <Table.Cell>{publishTime}</Table.Cell>
              {onTake && (
                <Table.Cell>
                  <TakeVersion id={id} version={version} onTake={onTake} />
                </Table.Cell>
              )}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      <HStack gap="3" align="flex-end" maxW="420px">
        <PanelSelect label="从" value={from} options={options} onChange={setBefore} />
        <PanelSelect label="到" value={to} options={options} onChange={setAfter} />
      </HStack>
      {old && now ? <Differences list={compare(old, now)} /> : <LoadingState />}
    </Stack>
  );
}

function TakeVersion({ id, version, onTake }: { id: string; version: number; onTake: (content: Content) => void }) {
  const [find, { isFetching }] = forms.findById.useLazyQuery();
  return (
    <Button
      size="2xs"
      variant="outline"
      loading={isFetching}
      aria-label={`恢复第${version}版到设计`}
      onClick={() =>
        void find({ query: { id, version } })
          .unwrap()
          .then(onTake, () => undefined)
      }
    >
      恢复到设计
    </Button>
  );
}

export function VersionsDrawer({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <AppDrawer open title={`${name}的版本`} width="640px" onClose={onClose}>
      <Versions id={id} />
    </AppDrawer>
  );
}
