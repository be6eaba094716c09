/** Whom and what the screens of this page follow, together: the page has one subscription of each kind. */
import type { Bus } from "@liantai/bus";
import type { AgentPull, FollowedSeats } from "@liantai/api/contract/admin";
import type { MessageSocket } from "../links/message-socket.ts";

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

/** Whose counters screens show; [] : no task's. */
function followTasks(bus: Bus, changed: (taskIds: readonly string[]) => void): void {
  const screens = new Map<string, string>();
  bus.subscribe("task.follow", ({ screen, taskId }) => {
    if (taskId !== null) screens.set(screen, taskId);
    else if (!screens.delete(screen)) return;
    changed([...new Set(screens.values())]);
  });
}

type Follower = Parameters<MessageSocket["follow"]>[0];

/** Talks, robots and tasks, whenever somebody is signed in. */
export function followOthers(
  bus: Bus,
  messages: Pick<MessageSocket, "hear" | "hearRobots" | "followTasks">,
  user: () => Follower | null,
): void {
  const as = (follow: (who: Follower) => void): void => {
    const who = user();
    if (who) follow(who);
  };
  bus.subscribe("assist.follow", ({ agentId }) => as((who) => messages.hear(who, agentId)));
  bus.subscribe("robot.follow", ({ on }) => as((who) => messages.hearRobots(who, on)));
  followTasks(bus, (taskIds) => as((who) => messages.followTasks(who, taskIds)));
}
