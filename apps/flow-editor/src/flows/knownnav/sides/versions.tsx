import { Badge, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { FailureState, LoadingState } from "@liantai/ui";
import { Differences, PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { differencesOf } from "../../differences.ts";
import { RollbackDialog } from "../../rollback-dialog.tsx";
import { versions, type FlowVersion } from "../queries.ts";
import { usePublished } from "../use-told.ts";
import type { SideProps } from "./side-props.ts";

const draft = "";

interface Compared {
  readonly id: string;
  readonly list: readonly FlowVersion[];
}

function Compare({ id, list }: Compared) {
  const [a, setA] = useState(list[0]!.versionId);
  const [b, setB] = useState(draft);
  const { currentData, error, refetch } = versions.diff.useQuery(
    { body: { id, a, b } },
    { refetchOnMountOrArgChange: true },
  );
  const options = [
    [draft, "草稿"] as const,
    ...list.map(({ versionId, version }) => [versionId, `第${version}版`] as const),
  ];
  return (
    <Stack as="section" aria-label="对比" gap="2">
      <HStack gap="2" align="flex-end">
        <PanelSelect label="从" value={a} options={options} onChange={setA} />
        <PanelSelect label="到" value={b} options={options} onChange={setB} />
      </HStack>
      {currentData ? (
        <Differences list={differencesOf(currentData)} />
      ) : error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Stack>
  );
}

/** 版本: published ones, newest first; two of them told apart; one of them again. */
export default function Versions({ flow, saving, may, mayPublish, onPublished, onReplaced }: SideProps) {
  const { data, error, refetch } = versions.versions.useQuery(
    { body: { id: flow.id } },
    { refetchOnMountOrArgChange: true },
  );
  usePublished(flow.id, () => void refetch());
  const [back, setBack] = useState<FlowVersion>();
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const [newest] = data;
  if (!newest) return <Text color="fg.muted">还没有发布过。发布之后这里列出每个版本，可以对比和回退。</Text>;
  return (
    <Stack gap="4">
      <Stack as="ul" gap="2" listStyleType="none" aria-label="版本">
        {data.map((one) => (
          <Stack as="li" key={one.versionId} gap="0.5" borderWidth="1px" borderRadius="sm" p="2">
            <HStack gap="2">
              <Text fontWeight="600">第{one.version}版</Text>
              {one.percent > 0 && (
                <Badge size="xs" colorPalette="green">
                  {one.percent === 100 ? "使用中" : `${one.percent}%的通话`}
                </Badge>
              )}
              {one.restores > 0 && <Badge size="xs">回退到第{one.restores}版</Badge>}
              {mayPublish && one !== newest && (
                <Button
                  size="2xs"
                  variant="outline"
                  ms="auto"
                  aria-label={`回退到第${one.version}版`}
                  onClick={() => setBack(one)}
                >
                  回退
                </Button>
              )}
            </HStack>
            <Text textStyle="xs" color="fg.muted">
              {one.publishTime} {one.publishedBy}
              {one.testsRun > 0 && `，测试${one.testsRun - one.testsFailed}/${one.testsRun}通过`}
            </Text>
            {one.note !== "" && <Text textStyle="xs">{one.note}</Text>}
            {one.reason !== "" && (
              <Text textStyle="xs" color="orange.fg">
                测试未通过仍发布：{one.reason}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
      <Compare key={newest.versionId} id={flow.id} list={data} />
      {back && (
        <RollbackDialog
          to={back}
          list={data}
          mayEdit={may}
          seen={saving.save}
          onDone={(version, replaced) => {
            onPublished(version);
            if (replaced) onReplaced();
          }}
          onClose={() => setBack(undefined)}
        />
      )}
    </Stack>
  );
}
