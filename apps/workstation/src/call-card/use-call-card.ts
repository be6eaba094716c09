import { useEffect, useState } from "react";
import type { CallPhase } from "@liantai/api/contract";

const kept = "liantai.callCard";
/** px of the window; the same as in root-config/page/page.css. */
const wide = 1024;
const width = "300px";

export interface CallCardState {
  readonly open: boolean;
  turn(): void;
}

const remembered = () => localStorage.getItem(kept) !== "folded" && innerWidth >= wide;

/**
 * Whether the card is out. A call that rings or is dialled always has it; afterwards it is as the agent left it, and in a
 * window that is too narrow to give it a column of its own it is folded until it is asked for.
 */
export function useCallCard(phase: CallPhase): CallCardState {
  const talking = phase !== "idle" && phase !== "ringing" && phase !== "dialling";
  const [open, setOpen] = useState(remembered);
  useEffect(() => {
    if (!talking) return;
    setOpen(remembered());
  }, [talking]);
  const docked = talking && open;
  useEffect(() => {
    // The workspace makes room: the card covers nothing that a hand is about to press (page.css).
    document.documentElement.style.setProperty("--call-card-width", docked ? width : "0px");
    return () => void document.documentElement.style.removeProperty("--call-card-width");
  }, [docked]);
  return {
    open: phase !== "idle" && (!talking || open),
    turn() {
      localStorage.setItem(kept, open ? "folded" : "open");
      setOpen(!open);
    },
  };
}
