/** What the robot and the customer say, live, and what the flow has collected. */
import { Badge, Box, Button, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { FactList } from "@liantai/ui";
import { Dialogue } from "@liantai/ui/talk";
import { PhoneForwarded, X } from "lucide-react";
import type { ShownCall } from "./calls.ts";

function State({ over, taking, node }: ShownCall) {
  if (over !== undefined)
    return <Badge colorPalette="gray">{over === null ? "通话已离开机器人" : `坐席${over}已接管`}</Badge>;
  if (taking !== null) return <Badge colorPalette="orange">正在转到 {taking}</Badge>;
  return <Badge colorPalette="blue">{node || "进入流程"}</Badge>;
}

interface TalkProps {
  readonly call: ShownCall;
  readonly onClose: () => void;
  readonly takeOver: { readonly may: boolean; run(callId: string): void };
}

export function Talk({ call, onClose, takeOver }: TalkProps) {
  const { callId, number, robotName, flowName, dialogue, variables, over, taking } = call;
  const entries = dialogue.map(({ id, side, text, at }) => ({
    ...{ id, type: side, text, startTime: at },
    ...{ mute: 0, chipin: 0 as const, speed: null, badWords: [] },
  }));
  return (
    <Stack
      as="section"
      aria-label={`${number || "未知号码"}的对话`}
      gap="3"
      w="360px"
      flexShrink="0"
      borderWidth="1px"
      borderRadius="md"
      p="3"
      minH="0"
    >
      <Flex align="flex-start" gap="2">
        <Stack gap="1" flex="1" minW="0">
          <HStack gap="2">
            <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {number || "未知号码"}
            </Text>
            <State {...call} />
          </HStack>
          <Text textStyle="xs" color="fg.muted" truncate>
            {[robotName, flowName].filter(Boolean).join(" · ")}
          </Text>
        </Stack>
        {takeOver.may && over === undefined && (
          <Button size="xs" colorPalette="green" disabled={taking !== null} onClick={() => takeOver.run(callId)}>
            <PhoneForwarded size={14} />
            接管
          </Button>
        )}
        <Button size="xs" variant="ghost" aria-label="关闭对话" px="1" onClick={onClose}>
          <X size={14} />
        </Button>
      </Flex>
      {variables.length > 0 && (
        <FactList
          look="inline"
          aria-label="已收集"
          facts={variables.map(({ name, label, value }) => [label || name, value] as const)}
        />
      )}
      <Box flex="1" minH="0" display="flex" flexDirection="column">
        {entries.length === 0 ? (
          <Text color="fg.muted" textStyle="sm">
            还没有说话
          </Text>
        ) : (
          <Dialogue entries={entries} live />
        )}
      </Box>
    </Stack>
  );
}
