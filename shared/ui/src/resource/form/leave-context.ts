import { createContext } from "react";

/** What is left by a question where something in it is unsaved. */
export interface LeaveScope {
  /** Something in it is unsaved until the returned function is called. Stays the same function. */
  readonly mark: () => () => void;
  /** Leaves it, after a question where something is unsaved. */
  readonly leave: () => void;
}

export const LeaveContext = createContext<LeaveScope | null>(null);
