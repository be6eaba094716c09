import { Button, Flex, Text } from "@chakra-ui/react";
import { notify, queriesOf, selectUser, useSelector } from "@liantai/api/client";
import { formatTime, isSeat } from "@liantai/api/contract";
import { voicemailApi } from "@liantai/api/contract/admin";
import { FailureState } from "@liantai/ui";
import { useState } from "react";
import { Transcript } from "../transcript.tsx";

const voicemails = queriesOf(voicemailApi);

/** Who sees to the message of this call, and whether it is done. Nothing where it has none that may be seen. */
export function Voicemail({ callId }: { readonly callId: string }) {
  const { data, error, refetch } = voicemails.ofCall.useQuery(
    { body: { callId } },
    { refetchOnMountOrArgChange: true },
  );
  const [setDone] = voicemails.setDone.useMutation();
  const [callBack] = voicemails.callBack.useMutation();
  const seat = useSelector((state: Parameters<typeof selectUser>[0]) => isSeat(selectUser(state)));
  const [busy, setBusy] = useState(false);
  if (!data && error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Text color="fg.muted">正在加载…</Text>;
  const [message] = data;
  if (!message) return <Text color="fg.muted">没有待处理的留言。</Text>;
  const { id, state, agentId, agentName, doneAt, doneBy, transcript } = message;
  const done = state === "done";
  const run = (send: () => Promise<{ readonly error?: unknown }>, told: string) => async () => {
    setBusy(true);
    const reply = await send();
    setBusy(false);
    if (reply.error) return;
    notify({ title: told });
    void refetch();
  };
  const turn = run(() => setDone({ body: { id, done: done ? 0 : 1 } }), done ? "留言已重新打开" : "留言已处理完成");
  return (
    <>
      <Flex align="center" gap="3" wrap="wrap">
        <Text>处理坐席：{agentId === null ? "未分配" : `${agentName} ${agentId}`.trim()}</Text>
        <Text color="fg.muted">
          {done && doneAt !== null ? `${doneBy ?? ""} ${formatTime(doneAt)} 已处理` : "待处理"}
        </Text>
        {seat && (
          <Button
            size="xs"
            variant="outline"
            disabled={busy}
            onClick={() => void run(() => callBack({ body: { id } }), "已回拨")()}
          >
            回拨
          </Button>
        )}
        <Button size="xs" variant={done ? "outline" : "solid"} disabled={busy} onClick={() => void turn()}>
          {done ? "重新打开" : "处理完成"}
        </Button>
      </Flex>
      <Transcript text={transcript} />
    </>
  );
}
