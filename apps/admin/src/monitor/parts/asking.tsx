/** The dialogs of commands that ask for more before they are sent. */
import type { LiveAgent } from "@liantai/api/contract/admin";
import type { Seat } from "./columns.tsx";
import type { LiveSeats } from "./live-seats.ts";
import type { Asked, AskingCommand } from "./commands.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { ForwardDialog } from "./forward-dialog.tsx";
import { RecordingDialog } from "./recording-dialog.tsx";
import { StatusDialog } from "./status-dialog.tsx";
import { TalkDrawer } from "./talk-drawer.tsx";

interface AskingDialogProps extends Asked {
  readonly command: AskingCommand;
  readonly seats: readonly Seat[];
  readonly live: LiveSeats;
  /** Whoever asks: Commands. */
  readonly own: string;
  readonly agent: LiveAgent | undefined;
}

export function AskingDialog({ command, seats, live, own, ...asked }: AskingDialogProps) {
  if (command.name === "handOver")
    return <HandOverDialog {...asked} live={live} seats={seats.filter((seat) => seat.agentId !== own)} />;
  if (command.name === "customStatus") return <StatusDialog {...asked} />;
  if (command.name === "dialogue") return <TalkDrawer {...asked} />;
  if (command.name === "assistRecord") return <RecordingDialog {...asked} />;
  return <ForwardDialog {...asked} seat={seats.find((seat) => seat.agentId === asked.agentId)} />;
}
