/** 挂起转: where the customer is, for how long, and how to fetch him back. Part of the talk's chunk. */
import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { AgentCallView } from "@liantai/api/contract";
import { Voicemail } from "lucide-react";
import { useAgentClient } from "./context.ts";
import { useTimerText, type BarModel } from "./model.ts";
import { ToolWithPanel } from "./tool-with-panel.tsx";

type Suspended = NonNullable<AgentCallView["suspended"]>;

const steps = { listening: "正在听语音", keys: "等待按键", closing: "正在返回" } as const;

/** 第2次，已按3位 */
function progress({ step, turn, turns, count }: Suspended): string {
  const times = turns > 1 ? [`第${turn}次，共${turns}次`] : [];
  return [steps[step], ...times, ...(count > 0 ? [`已按${count}位`] : [])].join("，");
}

export function SuspendTools({ suspended, telephony }: BarModel & { readonly suspended: Suspended }) {
  const { actions } = useAgentClient();
  const time = useTimerText({ kind: "up", since: suspended.since }, telephony.clockOffset);
  return (
    <ToolWithPanel
      label={`挂起转，${suspended.name}，${steps[suspended.step]}`}
      icon={<Voicemail size={13} />}
      panel="挂起转中"
    >
      <Stack gap="2" w="280px">
        <Text role="status" aria-label="挂起转状态">
          客户在「{suspended.name}」，{progress(suspended)}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          已用时 {time}，完成后客户自动回到您，结果写入随路数据。
        </Text>
        {suspended.mine && (
          <HStack justify="flex-end">
            <Button size="xs" disabled={suspended.step === "closing"} onClick={actions.takeBack}>
              取回客户
            </Button>
          </HStack>
        )}
      </Stack>
    </ToolWithPanel>
  );
}
