/** 对话 of a seat's row: what is said in its talk, live, and what was noticed. Heard while it is open. */
import { Badge, Stack, Text } from "@chakra-ui/react";
import { queriesOf, selectUser, useSelector } from "@liantai/api/client";
import { assistApi, type LiveAgent } from "@liantai/api/contract/admin";
import type { AssistMessage, AssistProcess } from "@liantai/api/contract/assist";
import { useBus } from "@liantai/bus/react";
import { bus } from "@liantai/bus";
import { AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import { Dialogue, Warnings, type ShownEntry, type ShownWarning } from "@liantai/ui/talk";
import { useEffect, useState } from "react";
import type { Asked } from "./commands.ts";

const { msg, warn } = queriesOf({ msg: assistApi.msg, warn: assistApi.warn });

/** Those that were kept, and those that came since; each once. */
const together = <T extends { readonly id: string }>(kept: readonly T[], come: readonly T[]): readonly T[] => [
  ...kept,
  ...come.filter(({ id }) => !kept.some((each) => each.id === id)),
];

function useTalk(agentId: string, callId: string) {
  const [come, setCome] = useState<readonly AssistMessage[]>([]);
  useEffect(() => {
    bus.publish("assist.follow", { agentId });
    return () => bus.publish("assist.follow", { agentId: null });
  }, [agentId]);
  useBus("assist.said", (message) => {
    if (message.callId === callId && message.agentId === agentId) setCome((before) => [...before, message]);
  });
  const entries: ShownEntry[] = come.flatMap((each) => (each.type === "CHAT" ? [each.dialogueData] : []));
  const warnings: ShownWarning[] = come.flatMap((each) => (each.type === "WARN" ? [each.warningData] : []));
  const process = come.findLast((each): each is AssistMessage & { type: "PROCESS" } => each.type === "PROCESS");
  return { entries, warnings, process };
}

function Step({ flowData, nodeData }: Pick<AssistProcess, "flowData" | "nodeData">) {
  return (
    <Text textStyle="sm" overflowWrap="anywhere">
      <Badge me="2">{flowData.name}</Badge>
      {nodeData.content}
    </Text>
  );
}

function Talk({ agentId, callId }: { readonly agentId: string; readonly callId: string }) {
  const { entries, warnings, process } = useTalk(agentId, callId);
  const said = msg.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  const noticed = warn.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  if (said.isError) return <FailureState error={said.error} onRetry={() => void said.refetch()} />;
  if (!said.data) return <LoadingState text="正在加载对话…" />;
  const shown = together<ShownEntry>(
    said.data.map((entry) => ({ ...entry, chipin: entry.chipin === 1 ? 1 : 0 })),
    entries,
  );
  return (
    <Stack gap="3" h="full" minH="0">
      {process && <Step {...process} />}
      <Warnings warnings={together(noticed.data ?? [], warnings)} most={5} />
      {shown.length === 0 ? (
        <Text color="fg.muted">还没有识别到语句。企业未开启坐席辅助时，坐席的通话不会被识别。</Text>
      ) : (
        <Dialogue entries={shown} live />
      )}
    </Stack>
  );
}

export function TalkDrawer({ agentId, name, agent, onClose }: Asked & { readonly agent: LiveAgent | undefined }) {
  const now = agent?.call?.callId;
  // The talk that it was opened for, also when the seat has ended it.
  const [callId] = useState(now);
  const user = useSelector(selectUser);
  return (
    <AppDrawer open title={`坐席${name}的对话`} onClose={onClose}>
      {callId === undefined || !user ? (
        <Text color="fg.muted">该坐席当前不在通话中</Text>
      ) : (
        <Talk agentId={agentId} callId={callId} />
      )}
    </AppDrawer>
  );
}
