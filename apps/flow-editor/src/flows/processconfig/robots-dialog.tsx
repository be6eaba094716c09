import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import type { robotGroupApi } from "@liantai/api/contract/flow-editor";
import { AppDialog, EmptyState, FailureState, LoadingState, Ticks } from "@liantai/ui";
import { useState } from "react";
import { robotGroups } from "../knownnav/queries.ts";
import type { ListedFlow } from "./words.tsx";

type Options = ReplyOf<typeof robotGroupApi.options>;

interface RobotsProps {
  readonly flow: ListedFlow;
  readonly onClose: () => void;
}

function Chosen({ flow, list, onClose }: RobotsProps & { readonly list: Options }) {
  const [ids, setIds] = useState<readonly string[]>(() => list.flatMap(({ id, bound }) => (bound === 1 ? [id] : [])));
  const [bind, binding] = robotGroups.create.useMutation();
  const [free, freeing] = robotGroups.delByFlowId.useMutation();
  const save = async () => {
    const outcome =
      ids.length === 0
        ? await free({ body: { flowId: flow.id } })
        : await bind({ body: { flowId: flow.id, robotIds: [...ids] } });
    if ("error" in outcome && outcome.error) return;
    notifyDone("流程机器人", "保存", { note: "从下一通来电起生效" });
    onClose();
  };
  const part = (kind: Options[number]["kind"], label: string, none: string) => {
    const own = list.filter((each) => each.kind === kind);
    return own.length === 0 ? (
      <Text color="fg.muted">{none}</Text>
    ) : (
      <Ticks label={label} all={own.map(({ id, name }) => [id, name])} chosen={ids} onChange={setIds} />
    );
  };
  return (
    <Stack gap="3">
      <Text textStyle="xs" color="fg.muted">
        机器人线路：来电先占用勾选的线路，都没有勾选时用本企业的任意线路。
      </Text>
      {part("line", "机器人线路", "运营商还没有给本企业分配机器人线路。")}
      <Text textStyle="xs" color="fg.muted">
        机器人：没有以本流程新增的机器人时，用勾选的机器人的音色、识别引擎和意向规则接待。
      </Text>
      {part("robot", "机器人", "还没有机器人，可在“机器人列表”中新增。")}
      <HStack justify="flex-end" gap="2">
        <Button loading={binding.isLoading || freeing.isLoading} onClick={() => void save()}>
          保存
        </Button>
      </HStack>
    </Stack>
  );
}

/** Which lines a robot's flow takes first, and which robots speak for it. */
export function RobotsDialog({ flow, onClose }: RobotsProps) {
  const { data, error, refetch } = robotGroups.options.useQuery(
    { body: { flowId: flow.id } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <AppDialog open title={`${flow.name} 的机器人`} width="480px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState title="还没有机器人和线路" hint="线路由运营商分配，机器人在“机器人列表”中新增。" />
      ) : (
        <Chosen flow={flow} list={data} onClose={onClose} />
      )}
    </AppDialog>
  );
}
