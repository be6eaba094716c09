import { createContext, useContext } from "react";
import type { StationActions } from "../station/actions.ts";
import type { StationCore } from "../station/core.ts";

export interface StationHandle {
  readonly core: StationCore;
  readonly actions: StationActions;
  /** Asks for desktop notifications; needs a gesture. */
  askForPopups(): void;
}

export const StationContext = createContext<StationHandle | null>(null);

export function useStation(): StationHandle {
  const station = useContext(StationContext);
  if (!station) throw new Error("the bar is drawn inside a StationContext");
  return station;
}
