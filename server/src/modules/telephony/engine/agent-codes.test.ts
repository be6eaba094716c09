/** The seat status codes on the link and in the intervals of a whole call (check E3), and the way back after a forced sign-out. */
import { seatStatus } from "@liantai/api/contract";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
stageEach((stage) => (s = stage));

const codes = (page: Page) =>
  page.heard.flatMap(({ name, fields }) => (name === "agentState" ? [Number(fields["code"])] : []));

async function rows(agentId: string) {
  await s.eventLog.flush();
  return s.ports.database.system((trx) =>
    trx
      .selectFrom("agent_status")
      .select(["code", "fromAt", "toAt", "callId"])
      .where("compId", "=", s.compId)
      .where("agentId", "=", agentId)
      .orderBy("seq")
      .execute(),
  );
}

test("E3 an inbound call: 1, 7, 5, 8, 13, 8, 14, 4 and, after finishWrapUp, 1; its intervals have no gap and do not overlap", async () => {
  const page = await s.signIn("1001");
  const heard = page.heard.length;
  await page.command("setState", { state: "1" });
  const { leg } = await s.customer();
  // The telephone says at once that it rings.
  await s.advance(2_000);
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  const { callId } = page.callView()!;
  for (const verb of ["hold", "unhold"]) {
    await s.advance(3_000);
    expect(await page.command(verb, { callId })).toEqual({ code: 1 });
  }
  await s.advance(4_000);
  s.sw.leave(leg);
  await s.settle();
  await s.advance(5_000);
  expect(codes(page).slice(-8)).toEqual([1, 7, 5, 8, 13, 8, 14, 4]);
  expect(await page.command("finishWrapUp")).toEqual({ code: 1 });
  expect(codes(page)).toEqual([...codes({ ...page, heard: page.heard.slice(0, heard) }), 1, 7, 5, 8, 13, 8, 14, 4, 1]);

  const all = await rows("1001");
  const ofCall = all.filter((row) => row.callId === callId);
  expect(ofCall.map(({ code }) => code)).toEqual([7, 5, 8, 13, 8, 4]);
  for (const [i, { toAt }] of all.slice(0, -1).entries()) expect(toAt).toEqual(all[i + 1]!.fromAt);
  expect(all.at(-1)).toMatchObject({ code: seatStatus.idle, toAt: null });
  const length = ({ fromAt, toAt }: (typeof all)[number]) => toAt!.getTime() - fromAt.getTime();
  expect(ofCall.map(length)).toEqual([0, 2_000, 3_000, 3_000, 4_000, 5_000]);
});

describe("C13 who was signed out while the page stayed", () => {
  async function forcedOut(): Promise<Page> {
    const monitor = await s.signIn("1003");
    const page = await s.ready("1001");
    expect(await monitor.command("forceExit", { agentId: "1001" })).toEqual({ code: 1 });
    expect([page.code(), page.reason()]).toEqual([0, "byMonitor"]);
    return page;
  }

  test("ready, busy or a custom status signs in again, and a caller is offered", async () => {
    const page = await forcedOut();
    expect(await page.command("makeCall", { number: "1002" })).toMatchObject({ code: -403 });
    expect(await page.command("setState", { state: "3" })).toMatchObject({ code: -400 });
    expect(await page.command("setState", { state: "1" })).toEqual({ code: 1 });
    expect(codes(page).slice(-3)).toEqual([0, 2, 1]);
    expect((await rows("1001")).map(({ code }) => code).slice(-3)).toEqual([0, 2, 1]);
    await s.customer();
    expect(page.callView()?.phase).toBe("ringing");
  });

  test("busy alone is told once", async () => {
    const page = await forcedOut();
    expect(await page.command("setState", { state: "2" })).toEqual({ code: 1 });
    expect([page.code(), page.reason()]).toEqual([2, "byAgent"]);
  });

  test("a seat that went out of service, or has another extension now, is refused in words and stays out", async () => {
    const page = await forcedOut();
    const change = (to: object) =>
      s.ports.database.system((trx) =>
        trx.updateTable("seat").set(to).where("compId", "=", s.compId).where("agentId", "=", "1001").execute(),
      );
    await s.ports.database.system((trx) =>
      trx.insertInto("extension").values({ compId: s.compId, extension: "2001", sipSecret: "sealed" }).execute(),
    );
    await change({ extension: "2001" });
    expect((await page.command("setState", { state: "1" })).msg).toBe("您的分机已变更，请刷新页面后重新签入");
    await change({ extension: "1001", enabled: 0 });
    expect((await page.command("setState", { state: "2" })).msg).toBe("坐席已停用，请联系管理员");
    expect(page.code()).toBe(0);
  });

  test("a page that has gone meanwhile signs nobody in", async () => {
    const page = await forcedOut();
    const asked = page.command("setState", { state: "1" });
    await page.close();
    expect(await asked).toMatchObject({ code: -403 });
    expect(page.code()).toBe(0);
  });
});
