/** Whom the screens of this page follow, together: the page has one subscription. */
import type { FollowedSeats } from "@liantai/api/contract/admin";

export class Following {
  private readonly screens = new Map<string, FollowedSeats>();
  private readonly changed: (agents: FollowedSeats | null) => void;

  constructor(changed: (agents: FollowedSeats | null) => void) {
    this.changed = changed;
  }

  /** null: the screen is closed. One that asks again gets the whole again. */
  set(screen: string, agents: FollowedSeats | null): void {
    if (agents) this.screens.set(screen, agents);
    else if (!this.screens.delete(screen)) return;
    const wanted = [...this.screens.values()];
    if (wanted.length === 0) return this.changed(null);
    this.changed(wanted.some((each) => each === "*") ? "*" : [...new Set(wanted.flatMap((each) => [...each]))]);
  }
}
