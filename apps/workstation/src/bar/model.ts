/** Hooks of the bar. */
import { useEffect, useMemo, useReducer, useSyncExternalStore } from "react";
import {
  selectTelephony,
  selectUser,
  useSelector,
  type RootState,
  type TelephonyState,
  type UserInfo,
} from "@liantai/api/client";
import { hasSeat } from "../agent-client/seat.ts";
import { barView, timerText, type BarTimer, type BarView } from "./bar-view.ts";
import { useAgentClient } from "./context.ts";
import { shortcutOf, type ShortcutName } from "./shortcuts.ts";

export interface BarModel {
  readonly telephony: TelephonyState;
  readonly user: UserInfo;
  readonly view: BarView;
  /** The call's audio belongs in this tab and is not here: a network that went, a page that was reloaded. */
  readonly soundless: boolean;
}

/** null: nobody with a seat is signed in. */
export function useBar(): BarModel | null {
  const { core } = useAgentClient();
  const telephony = useSelector((state: RootState) => selectTelephony(state));
  const user = useSelector((state: RootState) => selectUser(state));
  const leg = useSyncExternalStore(core.watchLeg, () => core.phone.stage());
  return useMemo(() => {
    if (!user || !hasSeat(user)) return null;
    const { call, ownsMedia } = telephony;
    const soundless = ownsMedia && call?.phase === "talking" && call.device?.at !== "phone" && !leg;
    return { telephony, user, view: barView(telephony, user, leg), soundless };
  }, [telephony, user, leg]);
}

/** The text of a timer, on the server's clock, moved on once a second. */
export function useTimerText(timer: BarTimer, clockOffset: number): string {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const running = timer !== null;
  useEffect(() => {
    if (!running) return;
    const every = setInterval(tick, 1_000);
    return () => clearInterval(every);
  }, [running]);
  return timerText(timer, Date.now() + clockOffset);
}

/** Keys work everywhere in the page, in dialogs too: the listener stands before all others. */
export function useShortcuts(act: (name: ShortcutName) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      if (!name) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) act(name);
    };
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, [act]);
}
