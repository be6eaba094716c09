/** What a talk needs beside hold and hang-up; a chunk of its own, loaded with the first talk. */
import { Text } from "@chakra-ui/react";
import { Smile } from "lucide-react";
import { useAgentClient } from "./context.ts";
import { MemberTools } from "./member-tools.tsx";
import { HelpTools } from "./help-tools.tsx";
import type { BarModel } from "./model.ts";
import { RecordTools } from "./record-tools.tsx";
import { SecureTools } from "./secure-tools.tsx";
import { SuspendTools } from "./suspend-tools.tsx";
import { ToolButton } from "./tool-button.tsx";

export function TalkTools(model: BarModel) {
  const { actions } = useAgentClient();
  const { call } = model.telephony;
  const { satisfaction } = model.view.buttons;
  return (
    <>
      {call?.device?.at === "phone" && (
        <Text textStyle="xs" color="fg.muted" whiteSpace="nowrap" title={call.device.number}>
          在另一部电话
        </Text>
      )}
      {/* Its room is for where the customer is. */}
      {satisfaction.visible && !call?.suspended && (
        <ToolButton
          label="满意度"
          icon={<Smile size={13} />}
          iconOnly
          disabled={!satisfaction.enabled}
          onClick={actions.satisfaction}
        />
      )}
      {call?.members && !call.supervises && <MemberTools key={`m${call.callId}`} {...model} members={call.members} />}
      {call && !call.supervises && <HelpTools key={`help-${call.callId}`} {...model} />}
      {call?.secure && <SecureTools key={`secure-${call.callId}`} {...model} secure={call.secure} />}
      {call?.suspended && <SuspendTools key={`suspended-${call.callId}`} {...model} suspended={call.suspended} />}
      {call?.recording && !call.secure && !call.supervises && <RecordTools key={call.callId} {...model} />}
    </>
  );
}
