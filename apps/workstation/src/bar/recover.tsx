import { useState } from "react";
import { Box } from "@chakra-ui/react";
import { RotateCcw } from "lucide-react";
import { useAgentClient } from "./context.ts";
import { Question } from "./question.tsx";
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
        <Question
          label="强制复位"
          text="强制复位会结束当前通话，并将您置为忙碌。确定要复位吗？"
          confirm="复位"
          palette="red"
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
