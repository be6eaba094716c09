import type { FollowedSeats } from "@liantai/api/contract/admin";
import { Following } from "./following.ts";

test("screens of a page follow together what each of them follows", () => {
  const told: (FollowedSeats | null)[] = [];
  const following = new Following((agents) => told.push(agents));
  following.set("never opened", null);
  following.set("a", ["1001", "1002"]);
  following.set("b", ["1002", "1003"]);
  following.set("c", "*");
  following.set("c", null);
  following.set("a", null);
  following.set("b", null);
  expect(told).toEqual([
    ["1001", "1002"],
    ["1001", "1002", "1003"],
    "*",
    ["1001", "1002", "1003"],
    ["1002", "1003"],
    null,
  ]);
});
