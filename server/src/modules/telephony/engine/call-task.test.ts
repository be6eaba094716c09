import { isContact, readStream } from "../../event-log/index.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

describe("C15 the task of a call", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  test("it stands in the call of who dials for it and in the log, and is gone with the call", async () => {
    await s.called("13800138000");
    const page = await s.ready("1001");
    const task = JSON.stringify({ type: 2, id: "t1", identity: "回访" });
    expect(await page.command("makeCall", { number: "13800138000", task })).toMatchObject({ code: 1 });
    const { callId } = page.callView()!;
    expect(page.callView()).toMatchObject({ tasktype: 2, taskid: "t1", taskIdentity: "回访" });
    const facts = (
      await s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id: callId }))
    ).filter(isContact);
    expect(facts[0]!.fact).toMatchObject({ type: "created", task: { type: 2, id: "t1" } });
    await page.command("hangup", { callId });
    await s.settle();
    expect(page.callView()).toBeUndefined();
    await page.command("setState", { state: "1" });
    expect(await page.command("makeCall", { number: "13800138000" })).toMatchObject({ code: 1 });
    expect(page.callView()).not.toHaveProperty("taskid");
  });

  test("D53 a preview task's call shows the number that the task chose, and rings as long as the task says", async () => {
    const other = "02088886666";
    await s.ports.database.system((trx) =>
      trx
        .insertInto("access_number")
        .values({ compId: s.compId, number: other, title: "另一个", targetKind: "hangup" })
        .execute(),
    );
    const user = await s.called("13800138000");
    const page = await s.ready("1001");
    const task = JSON.stringify({ type: 2, id: "t1", identity: "回访", displayed: other, ringS: 20 });
    expect(await page.command("makeCall", { number: "13800138000", task })).toMatchObject({ code: 1 });
    const { callId } = page.callView()!;
    await s.advance(19_000);
    expect(s.sw.at(user)).toHaveLength(1);
    await s.advance(1_000);
    expect(s.sw.at(user)).toHaveLength(0);
    await s.eventLog.flush();
    expect(await s.record(callId)).toMatchObject({ accessNumber: other, cause: "noAnswer" });
  });
});
