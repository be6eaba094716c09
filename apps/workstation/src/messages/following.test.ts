import { createBus } from "@liantai/bus";
import type { FollowedSeats } from "@liantai/api/contract/admin";
import { followOthers, followSeats } from "./following.ts";

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

test("D46 screens of a page watch their tasks together, each task once, while somebody is signed in", () => {
  const bus = createBus();
  const told: (readonly string[])[] = [];
  let user: { userId: string; compId: string } | null = null;
  const messages = {
    hear: jest.fn(),
    hearRobots: jest.fn(),
    followTasks: (_: object, ids: readonly string[]) => told.push(ids),
  };
  followOthers(bus, messages as never, () => user);
  const follow = (screen: string, taskId: string | null) => bus.publish("task.follow", { screen, taskId });
  follow("a", "t1");
  user = { userId: "u", compId: "100001" };
  follow("never opened", null);
  follow("b", "t2");
  follow("c", "t1");
  follow("a", null);
  follow("c", null);
  follow("b", null);
  expect(told).toEqual([["t1", "t2"], ["t1", "t2"], ["t2", "t1"], ["t2"], []]);
});
