/** 换电话接听: the talk goes on at the agent's other telephone, or at this one again. */
import { Button, Stack, Text } from "@chakra-ui/react";
import { useAgentClient } from "./context.ts";
import type { MorePanelProps } from "./more-panel.ts";
import { Panel } from "./panel.tsx";

export function MovePanel({ telephony, onClose }: MorePanelProps) {
  const { core } = useAgentClient();
  const { call } = telephony;
  const device = call?.device;
  if (!call || !device) return null;
  const there = device.at === "phone";
  const move = async () => {
    const order = { callId: call.callId, to: there ? "own" : "phone" } as const;
    const result = await core.cti.command("moveDevice", order);
    if (!result.ok) core.answerPress(result.text, "error", "bar-refused");
  };
  const calling = there ? "正在呼叫本机…" : "正在呼叫…";
  return (
    <Panel label="换电话接听" onClose={onClose}>
      <Stack gap="2" w="220px">
        <Text>通话在{there ? `另一部电话 ${device.number}` : "本机"}</Text>
        <Text textStyle="xs" color="fg.muted" role="status">
          {device.moving ? calling : "接听后通话转过去；未接通则留在原处。"}
        </Text>
        <Button size="xs" disabled={device.moving} onClick={() => void move()}>
          {there ? "转回本机" : `转到 ${device.number}`}
        </Button>
      </Stack>
    </Panel>
  );
}
