import { useSyncExternalStore } from "react";
import { chooseColor, colorChoice, colorMode, watchColor, type ColorChoice, type ColorMode } from "./color-mode.ts";

/** The colour mode on show, what the person chose, and how to choose. */
export function useColorMode(): {
  readonly mode: ColorMode;
  readonly choice: ColorChoice;
  readonly choose: (next: ColorChoice) => void;
} {
  const mode = useSyncExternalStore(watchColor, colorMode);
  const choice = useSyncExternalStore(watchColor, colorChoice);
  return { mode, choice, choose: chooseColor };
}
