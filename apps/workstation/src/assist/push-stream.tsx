/** Both voices of the own talk are listened to, or no longer (pushStream, realtime.md section 7), whatever the enterprise's setting. */
import { Button, HStack, Text } from "@chakra-ui/react";
import { claimFailure, requestHost, send } from "@liantai/api/client";
import { assistApi } from "@liantai/api/contract/assist";
import { useState } from "react";

/** The specification's words before why. */
const failed = "推流失败！";

interface PushStreamProps {
  readonly callId: string;
  /** It is listened to now, whoever began it. */
  readonly on: boolean;
  /** Something of the talk is shown. */
  readonly begun: boolean;
  readonly onListens: (on: boolean) => void;
}

export function PushStream({ callId, on, begun, onListens }: PushStreamProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const press = async () => {
    setBusy(true);
    setSaid(undefined);
    const endpoint = on ? assistApi.stop : assistApi.push;
    const outcome = await send<null>(requestHost(), { endpoint, query: { callId } });
    setBusy(false);
    if (!("error" in outcome)) return onListens(!on);
    claimFailure(outcome.error);
    const { text } = outcome.error;
    setSaid(on || text.startsWith(failed) ? text : `${failed}${text}`);
  };
  return (
    <>
      <HStack justify="space-between">
        <Text textStyle="sm" fontWeight="semibold">
          坐席辅助
        </Text>
        <Button size="2xs" variant="outline" loading={busy} onClick={() => void press()}>
          {on ? "停止聆听" : "开始聆听"}
        </Button>
      </HStack>
      {said !== undefined && (
        <Text role="alert" textStyle="xs" color="fg.error">
          {said}
        </Text>
      )}
      {begun && !on && (
        <Text textStyle="xs" color="fg.muted">
          已停止聆听，之前的内容仍然保留。
        </Text>
      )}
    </>
  );
}
