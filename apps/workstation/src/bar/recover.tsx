import { useState } from "react";
import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { RotateCcw } from "lucide-react";
import { useAgentClient } from "./context.ts";
import { Panel } from "./panel.tsx";
import { ToolButton } from "./tool-button.tsx";

/** Forced reset: ends whatever call the agent is in, so it asks first. */
export function Recover({ enabled }: { readonly enabled: boolean }) {
  const { actions } = useAgentClient();
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    actions.recover();
  };
  return (
    <Box position="relative" flexShrink="0">
      <ToolButton
        label="强制复位"
        icon={<RotateCcw size={13} />}
        variant="ghost"
        tight
        disabled={!enabled}
        aria-haspopup="dialog"
        aria-expanded={asking}
        onClick={() => setAsking(!asking)}
      />
      {asking && (
        <Panel label="强制复位" onClose={() => setAsking(false)}>
          <Text w="230px" mb="3">
            强制复位会结束当前通话，并将您置为忙碌。确定要复位吗？
          </Text>
          <HStack justifyContent="flex-end">
            <Button size="xs" variant="outline" onClick={() => setAsking(false)}>
              取消
            </Button>
            <Button size="xs" colorPalette="red" onClick={confirm}>
              复位
            </Button>
          </HStack>
        </Panel>
      )}
    </Box>
  );
}
