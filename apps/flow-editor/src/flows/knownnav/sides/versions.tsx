import { Badge, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import type { FlowDiff } from "@liantai/api/contract/flow-editor";
import { Check, ConfirmDialog, FailureState, LoadingState } from "@liantai/ui";
import { Differences, PanelSelect, PanelText, type Difference } from "@liantai/ui/board";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { versions, type FlowVersion } from "../queries.ts";
import type { SideProps } from "./side-props.ts";

const draft = "";

function differencesOf({ nodes, wordings, others }: FlowDiff): Difference[] {
  return [
    ...others.map(({ what, before, after }): Difference => ({
      ...{ kind: "changed", what: "flow", title: what },
      lines: before === "" && after === "" ? [] : [`${before || "无"} → ${after || "无"}`],
    })),
    ...nodes.map(({ change, nodeName, subProcessName, what }): Difference => ({
      ...{ kind: change as Difference["kind"], what: "node", title: `${subProcessName}·${nodeName}` },
      lines: what.length === 0 ? [] : [what.join("、")],
    })),
    ...wordings.map(({ change, nodeName, before, after }): Difference => ({
      ...{ kind: change as Difference["kind"], what: "wording", title: nodeName || "全局" },
      lines: [`${before || "无"} → ${after || "无"}`],
    })),
  ];
}

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

interface RollbackProps extends Pick<SideProps, "onPublished" | "onReplaced"> {
  readonly to: FlowVersion;
  readonly onClose: () => void;
}

function Rollback({ to, onPublished, onReplaced, onClose }: RollbackProps) {
  const [rollback, { isLoading }] = versions.rollback.useMutation();
  const [note, setNote] = useState("");
  const [both, setBoth] = useState(false);
  const [said, setSaid] = useState<string>();
  const done = async () => {
    try {
      const body = { versionId: to.versionId, note, draft: both ? 1 : 0 } as const;
      onPublished(await rollback({ body }).unwrap());
      notifyDone("版本", "回退");
      if (both) onReplaced();
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text);
    }
  };
  return (
    <ConfirmDialog
      open
      title="回退版本"
      confirm="回退"
      busy={isLoading}
      onConfirm={() => void done()}
      onClose={onClose}
      text={
        <Stack gap="3">
          <Text>第{to.version}版的内容将作为新版本发布，新的通话走它。</Text>
          <PanelText label="发布说明" value={note} max={200} onChange={setNote} />
          <HStack as="label" gap="1.5">
            <Check type="checkbox" checked={both} onChange={(event) => setBoth(event.target.checked)} />
            草稿也恢复成这一版
          </HStack>
          {said !== undefined && (
            <Text role="alert" color="fg.error">
              {said}
            </Text>
          )}
        </Stack>
      }
    />
  );
}

/** 版本: published ones, newest first; two of them told apart; one of them again. */
export default function Versions({ flow, mayPublish, onPublished, onReplaced }: SideProps) {
  const { data, error, refetch } = versions.versions.useQuery(
    { body: { id: flow.id } },
    { refetchOnMountOrArgChange: true },
  );
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
      {back && <Rollback to={back} {...{ onPublished, onReplaced }} onClose={() => setBack(undefined)} />}
    </Stack>
  );
}
