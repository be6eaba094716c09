import { reconcile } from "../../event-log/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stageEach, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

let s: Stage;
stageEach((stage) => (s = stage));
const { group } = queuesOf(() => s);

test("K64 who is asked as a group's ready agent has the customer for that group", async () => {
  const second = await group("second", { "1002": 1 });
  const { page: one, leg, callId } = await talkWith(s);
  const two = await s.ready("1002");
  expect(await one.command("consult", { callId, skillGroup: second })).toEqual({ code: 1 });
  s.sw.pickUp(s.sw.at(two.user).at(-1)!);
  await s.settle();
  expect(await one.command("tranfer", { callId })).toEqual({ code: 1 });
  s.sw.leave(leg);
  await s.settle();
  const legs = await s.ports.database.system((trx) =>
    trx
      .selectFrom("call_leg")
      .select(["role", "skillGroupId"])
      .where("compId", "=", s.compId)
      .where("callId", "=", callId)
      .orderBy("seq")
      .execute(),
  );
  expect(legs.slice(2)).toEqual([
    { role: "consulted", skillGroupId: second },
    { role: "agent", skillGroupId: second },
  ]);
  expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
});
