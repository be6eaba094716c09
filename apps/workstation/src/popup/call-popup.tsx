import { Box, HStack, Text } from "@chakra-ui/react";
import { PhoneIncoming, PhoneOff } from "lucide-react";
import { useAgentClient } from "../bar/context.ts";
import type { BarModel } from "../bar/model.ts";
import { ToolButton } from "../bar/tool-button.tsx";

/** 来电 or 去电 with the number, while it rings: above every dialog, and it steals no focus from what is being typed. */
export function CallPopup({ telephony, view }: BarModel) {
  const { actions } = useAgentClient();
  const { call } = telephony;
  if (!call || (view.phase !== "ringing" && view.phase !== "dialling")) return null;
  const incoming = view.phase === "ringing";
  const { answer, hangup } = view.buttons;
  return (
    <Box
      role="alertdialog"
      aria-live="assertive"
      aria-label={incoming ? "来电" : "去电"}
      data-popup={view.phase}
      position="fixed"
      top="104px"
      right="16px"
      w="300px"
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor={incoming ? "blue.border" : "border"}
      borderRadius="lg"
      shadow="lg"
    >
      <Text textStyle="xs" color="fg.muted">
        {incoming ? "来电" : "去电"}
        {call.skillGroupName ? ` · ${call.skillGroupName}` : ""}
      </Text>
      <Text textStyle="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums" my="1">
        {call.number || "未知号码"}
      </Text>
      <Text textStyle="xs" color="fg.muted" mb="3">
        {view.phaseLabel}
      </Text>
      <HStack>
        {incoming && answer.visible && (
          <ToolButton
            flex="1"
            size="sm"
            label="接听"
            shortcut="answer"
            icon={<PhoneIncoming size={15} />}
            colorPalette="green"
            variant="solid"
            disabled={!answer.enabled}
            onClick={actions.answer}
          />
        )}
        <ToolButton
          flex="1"
          size="sm"
          label={incoming ? "拒接" : "挂断"}
          shortcut="hangup"
          icon={<PhoneOff size={15} />}
          colorPalette="red"
          variant="solid"
          disabled={!hangup.enabled}
          onClick={actions.hangup}
        />
      </HStack>
    </Box>
  );
}
