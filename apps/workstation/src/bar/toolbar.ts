/** The table 'Softphone toolbar' of realtime.md section 4 as one pure function, for every state and button it names. */
import { hasSoftphone, isLocalPhone, toolbarButtons, type CallPhase, type ToolbarButton } from "@liantai/api/contract";

export interface ToolbarFacts {
  readonly phase: CallPhase;
  readonly held: boolean;
  /** The customer is at a voice, from where he comes back by himself (挂起转). */
  readonly suspended?: boolean;
  readonly terminalType: number;
  /** A call can be set up: signed in to the CTI server and, with a soft phone, registered with a microphone. */
  readonly lineAvailable: boolean;
  /** The ringing leg is in this tab. */
  readonly ringsHere: boolean;
  /** It is another's talk, in which this agent listens or joins. */
  readonly supervises?: boolean;
  /** This agent asked somebody who has answered: the call can be handed over or become a conference. */
  readonly asked: boolean;
  /** The agent can be reset at all: signed in to the CTI server. */
  readonly signedIn: boolean;
}

type Enabled = Readonly<Record<ToolbarButton, boolean>>;

/** The table does not list hang-up in a conversation; a bar without it would be no bar (goals.md, Feel). */
function listed({
  phase,
  held,
  suspended,
  terminalType,
  lineAvailable,
  ringsHere,
  asked,
  supervises,
}: ToolbarFacts): readonly ToolbarButton[] {
  switch (phase) {
    case "idle":
      return lineAvailable ? ["call"] : [];
    case "dialling":
      return ["hangup"];
    case "ringing":
      return hasSoftphone(terminalType) && ringsHere ? ["hangup", "answer"] : ["hangup"];
    case "talking":
      if (suspended) return ["hangup", "unhold"];
      // Hold turns hold off and unhold on; keys need somebody who hears them.
      return held
        ? ["hangup", "unhold", "satisfaction", "consult", "transfer"]
        : ["hangup", "hold", "satisfaction", "consult", "transfer", "dtmf"];
    case "consulting":
      return asked ? ["hangup", "tranfer", "meeting", "dtmf"] : ["hangup"];
    case "conference":
      // A monitor's keys reach nobody.
      return supervises ? ["hangup"] : ["hangup", "dtmf"];
  }
}

export function toolbar(facts: ToolbarFacts): Enabled {
  const on = new Set(listed(facts));
  if (facts.signedIn) on.add("recover");
  // "Transfer is not enabled for terminal type 4 in one path."
  if (isLocalPhone(facts.terminalType)) on.delete("transfer");
  return Object.fromEntries(toolbarButtons.map((b) => [b, on.has(b)])) as Enabled;
}

/** The soft phone picks up by itself: the toolbar's table names isAutoAnswer 1, the CTI link's rules name 2. */
export const answersItself = (terminalType: number, isAutoAnswer: number): boolean =>
  hasSoftphone(terminalType) && (isAutoAnswer === 1 || isAutoAnswer === 2);
