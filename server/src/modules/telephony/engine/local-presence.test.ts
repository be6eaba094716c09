import { stageEach, type Stage } from "../testing/stage.ts";

/** 13800138000 is Beijing's. */
describe("K40 what callees see", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));
  let local: string;

  async function numbers(rule: { dailyCap?: number; localPresence?: number } = {}) {
    local = `010${s.number.padStart(8, "6")}`;
    await s.ports.database.system(async (trx) => {
      await trx
        .insertInto("access_number")
        .values({ compId: s.compId, number: local, title: "北京", targetKind: "hangup" })
        .execute();
      await trx.updateTable("access_number").set({ isDefault: 1 }).where("number", "=", s.number).execute();
      await trx
        .insertInto("display_rule")
        .values({ compId: s.compId, localPresence: 1, dailyCap: 0, restS: 0, pauseFalling: 0, ...rule })
        .execute();
    });
  }
  const from = (user: string) => s.sw.request(s.sw.at(user).at(-1)!)?.from;
  const screened = async (callId: string) =>
    (
      await s.ports.database.system((trx) =>
        trx.selectFrom("event").select("data").where("streamId", "=", callId).where("type", "=", "screened").execute(),
      )
    ).map(({ data }) => (data as { text: string }).text);
  const used = () =>
    s.ports.database.system((trx) =>
      trx.selectFrom("display_number").select(["number", "calls"]).where("compId", "=", s.compId).execute(),
    );

  test("the number of the callee's city, until it has had its calls of the day; the track says why", async () => {
    await numbers({ dailyCap: 1 });
    const user = await s.called();
    const page = await s.ready("1001");
    await page.command("makeCall", { number: "13800138000" });
    await s.settle();
    const { callId } = page.callView()!;
    expect(from(user)).toBe(local);
    expect(await screened(callId)).toEqual([`外显号码${local}：与被叫同城（北京市）`]);
    expect(await s.record(callId)).toMatchObject({ displayNumber: local });
    await page.command("hangup", { callId });
    await page.command("makeCall", { number: "13800138000" });
    await s.settle();
    expect(from(user)).toBe(s.number);
    expect(await screened(page.callView()!.callId)).toEqual([
      `外显号码${s.number}：默认外显号码，没有与被叫同地区的可用号码；未选：${local}今日已达1次`,
    ]);
    expect(await used()).toEqual(expect.arrayContaining([{ number: local, calls: 1 }]));
  });

  test("who is consulted outside sees it, too; without the rule nothing is chosen and nothing counted", async () => {
    await numbers();
    const user = await s.called("13800138000");
    const page = await s.ready("1001");
    await s.customer("13900139000");
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    const { callId } = page.callView()!;
    expect(await page.command("consult", { callId, number: "13800138000" })).toEqual({ code: 1 });
    expect(from(user)).toBe(local);
    expect(await screened(callId)).toEqual([`外显号码${local}：与被叫同城（北京市）`]);
    await page.command("consultCancel", { callId });
    await s.ports.database.system((trx) =>
      trx.updateTable("display_rule").set({ localPresence: 0 }).where("compId", "=", s.compId).execute(),
    );
    const before = await used();
    await page.command("consult", { callId, number: "13800138000" });
    expect([from(user), await used()]).toEqual([s.number, before]);
  });
});
