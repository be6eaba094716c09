import { createBus } from "@liantai/bus";
import type { FollowedSeats } from "@liantai/api/contract/admin";
import { followSeats } from "./following.ts";

test("screens of a page follow together what each of them follows, and hear of it on the bus", () => {
  const bus = createBus();
  const told: (FollowedSeats | null)[] = [];
  const heard: unknown[] = [];
  const pull = followSeats(bus, (agents) => told.push(agents));
  bus.subscribe("agents.pull", (payload) => heard.push(payload));
  const follow = (screen: string, agents: FollowedSeats | null) => bus.publish("agents.follow", { screen, agents });
  follow("never opened", null);
  follow("a", ["1001", "1002"]);
  follow("b", ["1002", "1003"]);
  follow("c", "*");
  follow("c", null);
  follow("a", null);
  follow("b", null);
  expect(told).toEqual([
    ["1001", "1002"],
    ["1001", "1002", "1003"],
    "*",
    ["1001", "1002", "1003"],
    ["1002", "1003"],
    null,
  ]);
  pull({ full: true, agents: [] });
  expect(heard).toEqual([{ full: true, agents: [] }]);
});
