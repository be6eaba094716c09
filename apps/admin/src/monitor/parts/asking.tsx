/** The dialogs of commands that ask for more before they are sent. */
import type { LiveAgent } from "@liantai/api/contract/admin";
import { askToSupervise } from "../../parts/hearing.tsx";
import type { Seat } from "./columns.tsx";
import type { Asked, AskingCommand } from "./commands.ts";
import { ForwardDialog } from "./forward-dialog.tsx";
import { RecordingDialog } from "./recording-dialog.tsx";
import { StatusDialog } from "./status-dialog.tsx";

interface AskingDialogProps extends Asked {
  readonly command: AskingCommand;
  readonly seat: Seat | undefined;
  readonly agent: LiveAgent | undefined;
}

export function AskingDialog({ command, seat, ...asked }: AskingDialogProps) {
  const { agentId, name, onClose } = asked;
  if (command.name === "customStatus") return <StatusDialog {...asked} />;
  if (command.name === "assistRecord") return <RecordingDialog {...asked} />;
  return (
    <ForwardDialog
      name={name}
      seat={seat}
      onClose={(answer) => {
        if (answer) askToSupervise({ ...answer, agentId });
        onClose();
      }}
    />
  );
}
