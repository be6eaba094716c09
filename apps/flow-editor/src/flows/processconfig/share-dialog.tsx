import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { flowLimits } from "@liantai/api/contract/flow-editor";
import { ConfirmDialog, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { PanelNumber } from "@liantai/ui/board";
import { GuardedDialog, useUnsaved } from "@liantai/ui/resource";
import { useState } from "react";
import { versions, type FlowVersion } from "../knownnav/queries.ts";
import { Outcomes } from "./outcomes.tsx";
import type { ListedFlow } from "./words.tsx";

interface SharesProps {
  readonly flow: ListedFlow;
  readonly list: readonly FlowVersion[];
  readonly onClose: () => void;
}

function Shares({ flow, list, onClose }: SharesProps) {
  const [first] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(list.map(({ versionId, percent }) => [versionId, percent])),
  );
  const [percents, setPercents] = useState(first);
  useUnsaved(Object.keys(percents).some((id) => percents[id] !== first[id]));
  const [share, { isLoading }] = versions.share.useMutation();
  const chosen = list.filter(({ versionId }) => (percents[versionId] ?? 0) > 0);
  const sum = chosen.reduce((all, { versionId }) => all + (percents[versionId] ?? 0), 0);
  const fault =
    sum !== 100
      ? `比例之和应为100，现在是${sum}`
      : chosen.length > flowLimits.shares
        ? `最多分给${flowLimits.shares}个版本`
        : undefined;
  const [ending, setEnding] = useState(false);
  const save = async (to: readonly FlowVersion[]) => {
    const body = to.map(({ versionId }) => ({ versionId, percent: percents[versionId] ?? 0 }));
    const outcome = await share({ body: { id: flow.id, versions: body } });
    if ("error" in outcome && outcome.error) return;
    notifyDone("流程", "分配流量", { note: "下一通来电生效" });
    onClose();
  };
  return (
    <Stack gap="3">
      <Text textStyle="xs" color="fg.muted">
        按主叫号码分配，同一个号码总是走同一个版本。发布新版本或回退后分配结束，新的来电全部走新版本。
      </Text>
      {list.map(({ versionId, version, note }) => (
        <PanelNumber
          key={versionId}
          label={`第${version}版（%）`}
          value={percents[versionId] ?? 0}
          min={0}
          max={100}
          standard={undefined}
          hint={note}
          onChange={(percent) => setPercents({ ...percents, [versionId]: percent ?? 0 })}
        />
      ))}
      <Text textStyle="xs" role="status" color={fault === undefined ? "fg.muted" : "fg.error"}>
        {fault ?? "合计100%"}
      </Text>
      <HStack justify="flex-end" gap="2">
        <Button variant="outline" disabled={isLoading} onClick={() => setEnding(true)}>
          全部走最新版
        </Button>
        <Button disabled={fault !== undefined} loading={isLoading} onClick={() => void save(chosen)}>
          保存
        </Button>
      </HStack>
      <ConfirmDialog
        open={ending}
        title="全部走最新版"
        text={`确定要让“${flow.name}”的来电全部走第${list[0]?.version}版吗？现有的流量分配结束，下一通来电生效。`}
        confirm="全部走最新版"
        busy={isLoading}
        onConfirm={() => void save([]).then(() => setEnding(false))}
        onClose={() => setEnding(false)}
      />
    </Stack>
  );
}

/** Which share of the calls goes through which version. */
export function ShareDialog({ flow, onClose }: { readonly flow: ListedFlow; readonly onClose: () => void }) {
  const { data, error, refetch } = versions.versions.useQuery(
    { body: { id: flow.id } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <GuardedDialog open title={`${flow.name} 的流量分配`} width="640px" onClose={onClose}>
      {error && !data ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState title="还没有发布过" />
      ) : (
        <Stack gap="4">
          <Shares flow={flow} list={data} onClose={onClose} />
          <Outcomes flowId={flow.id} />
        </Stack>
      )}
    </GuardedDialog>
  );
}
