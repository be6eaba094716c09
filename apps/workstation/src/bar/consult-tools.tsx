/** 咨询 and 转接 in a talk; in a consultation what can come of it. */
import { useEffect, useState } from "react";
import { Box } from "@chakra-ui/react";
import { ArrowRightLeft, MessageCircleQuestion, PhoneForwarded, Undo2, Users } from "lucide-react";
import { useAgentClient } from "./context.ts";
import { useLate } from "./late.ts";
import type { BarModel } from "./model.ts";
import { targetPanel } from "./target-part.ts";
import type { TargetPanelProps } from "./target-panel.tsx";
import { ToolButton } from "./tool-button.tsx";

type Purpose = TargetPanelProps["purpose"];

export function ConsultTools({ telephony, view }: BarModel) {
  const { actions } = useAgentClient();
  const { consult, transfer, tranfer, meeting } = view.buttons;
  const [purpose, setPurpose] = useState<Purpose>();
  const panel = useLate(targetPanel, purpose !== undefined);
  const callId = telephony.call?.callId;
  const open = consult.visible;
  // The panel belongs to its call and its phase.
  useEffect(() => setPurpose(undefined), [callId, open]);
  const turn = (wanted: Purpose) => setPurpose((now) => (now === wanted ? undefined : wanted));
  return (
    <Box position="relative" display="flex" gap="1.5" css={{ "&:empty": { display: "none" } }}>
      {consult.visible && (
        <ToolButton
          label="咨询"
          icon={<MessageCircleQuestion size={13} />}
          tight
          aria-haspopup="dialog"
          aria-expanded={purpose === "consult"}
          disabled={!consult.enabled}
          onClick={() => turn("consult")}
        />
      )}
      {transfer.visible && (
        <ToolButton
          label="转接"
          icon={<PhoneForwarded size={13} />}
          tight
          aria-haspopup="dialog"
          aria-expanded={purpose === "transfer"}
          disabled={!transfer.enabled}
          onClick={() => turn("transfer")}
        />
      )}
      {view.canEndConsult && (
        <ToolButton
          label="取消咨询"
          icon={<Undo2 size={13} />}
          colorPalette="green"
          variant="solid"
          onClick={actions.consultCancel}
        />
      )}
      {tranfer.visible && (
        <ToolButton
          label="转接"
          icon={<ArrowRightLeft size={13} />}
          disabled={!tranfer.enabled}
          onClick={actions.tranfer}
        />
      )}
      {meeting.visible && (
        <ToolButton label="会议" icon={<Users size={13} />} disabled={!meeting.enabled} onClick={actions.meeting} />
      )}
      {purpose && panel && <panel.TargetPanel key={purpose} purpose={purpose} onClose={() => setPurpose(undefined)} />}
    </Box>
  );
}
