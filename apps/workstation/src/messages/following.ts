/** Whom the screens of this page follow, together: the page has one subscription. */
import type { Bus } from "@liantai/bus";
import type { AgentPull, FollowedSeats } from "@liantai/api/contract/admin";

/** Gives what is to be done with what the server tells. null: no screen follows anybody any more. */
export function followSeats(bus: Bus, changed: (agents: FollowedSeats | null) => void): (pull: AgentPull) => void {
  const screens = new Map<string, FollowedSeats>();
  // A screen that asks again gets the whole again.
  bus.subscribe("agents.follow", ({ screen, agents }) => {
    if (agents) screens.set(screen, agents);
    else if (!screens.delete(screen)) return;
    const wanted = [...screens.values()];
    if (wanted.length === 0) return changed(null);
    changed(wanted.some((each) => each === "*") ? "*" : [...new Set(wanted.flatMap((each) => [...each]))]);
  });
  return (pull) => bus.publish("agents.pull", pull);
}
