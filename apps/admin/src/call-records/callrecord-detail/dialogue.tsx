/** 对话 of a call that was listened to: both sides' sentences, and what was noticed. */
import { Stack, Text } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import { assistApi } from "@liantai/api/contract/admin";
import { FailureState, LoadingState } from "@liantai/ui";
import { Dialogue as Sentences, Warnings } from "@liantai/ui/talk";

const { msg, warn } = queriesOf({ msg: assistApi.msg, warn: assistApi.warn });

export function Dialogue({ callId }: { readonly callId: string }) {
  const said = msg.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  const noticed = warn.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  if (said.isError && !said.currentData) return <FailureState error={said.error} onRetry={() => void said.refetch()} />;
  if (!said.data) return <LoadingState text="正在加载对话…" />;
  const warnings = noticed.data ?? [];
  if (said.data.length === 0 && warnings.length === 0)
    return <Text color="fg.muted">这次通话没有识别记录。在坐席管理里开启坐席辅助后，接通的通话会记录双方对话。</Text>;
  return (
    <Stack gap="3">
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      <Sentences entries={said.data.map((entry) => ({ ...entry, chipin: entry.chipin === 1 ? 1 : 0 }))} maxH="420px" />
    </Stack>
  );
}
