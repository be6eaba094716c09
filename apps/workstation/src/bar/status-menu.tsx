import { Box, Button, Stack, Text } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { CustomStatusChoice } from "../agent-client/ports.ts";
import { useAgentClient } from "./context.ts";
import { Panel } from "./panel.tsx";
import { useAsked } from "./use-asked.ts";

const limit = ({ maxMinutes }: CustomStatusChoice): string => (maxMinutes > 0 ? `限${maxMinutes}分钟` : "");

function Choices({ onClose }: { readonly onClose: () => void }) {
  const { actions } = useAgentClient();
  const found = useAsked("customStatuses");
  const choose = (id?: string) => {
    actions.busy(id);
    onClose();
  };
  const row = { size: "xs", variant: "ghost", colorPalette: "gray", justifyContent: "space-between" } as const;
  return (
    <Panel label="选择忙碌状态" onClose={onClose}>
      <Stack gap="0.5" w="180px" maxH="280px" overflowY="auto">
        <Button {...row} onClick={() => choose()}>
          忙碌
        </Button>
        {found === undefined && (
          <Text px="2" color="fg.muted">
            正在加载…
          </Text>
        )}
        {found === "failed" && (
          <Text px="2" color="fg.error">
            加载失败，请重新打开
          </Text>
        )}
        {Array.isArray(found) &&
          found.map((status: CustomStatusChoice) => (
            <Button key={status.id} {...row} onClick={() => choose(status.id)}>
              {status.statusName}
              <Text as="span" textStyle="xs" color="fg.muted">
                {limit(status)}
              </Text>
            </Button>
          ))}
      </Stack>
    </Panel>
  );
}

/** Busy, with a reason: the custom statuses that the seat may use. */
export function StatusMenu({ enabled }: { readonly enabled: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Box position="relative">
      <Button
        size="xs"
        variant="outline"
        colorPalette="orange"
        borderLeftRadius="0"
        borderLeftWidth="0"
        px="1"
        minW="6"
        aria-label="选择忙碌状态"
        title="选择忙碌状态"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={!enabled}
        onClick={() => setOpen(!open)}
      >
        <ChevronDown size={13} />
      </Button>
      {open && enabled && <Choices onClose={() => setOpen(false)} />}
    </Box>
  );
}
