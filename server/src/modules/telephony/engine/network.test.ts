import type { OutsideLines } from "../outside.ts";
import { createStage, type Stage } from "../testing/stage.ts";

describe("numbers outside, over trunks", () => {
  let s: Stage;
  const asked: unknown[] = [];
  let trunks: readonly string[] = ["a", "b"];
  const outside: OutsideLines = {
    begin: async () => async () => undefined,
    trunks: async (question) => {
      asked.push(question);
      return trunks;
    },
    dataIn: async (trunk, headers) => {
      if (trunk === "broken") throw new Error("no database");
      const data: Record<string, string> = trunk === "a" ? { "order-id": headers["X-Order-Id"] ?? "" } : {};
      return data;
    },
    dataOut: async (over, data) => ({ told: over.slice(0, 1), headers: { "X-vip": data["vip"] ?? "" } }),
  };
  beforeEach(async () => {
    trunks = ["a", "b"];
    asked.length = 0;
    s = await createStage({ outside });
    s.sw.capabilities = { outlives: false, trunks: true };
  });
  afterEach(() => s.stop());
  const number = "13800138000";
  const dialled = () => s.sw.at(`tel:${number}`)[0]!;
  const call = async () => {
    const page = await s.ready("1001");
    expect((await page.command("makeCall", { number })).code).toBe(1);
    await s.settle();
    return page;
  };

  test("N1 a number that no page has is dialled over the trunks of its route, and shows a number of the enterprise", async () => {
    const page = await call();
    expect(s.sw.request(dialled())).toMatchObject({ to: { number, trunks: ["a", "b"] }, from: s.number });
    expect(s.sw.request(dialled())).not.toHaveProperty("fromName");
    expect(asked.at(-1)).toEqual({ compId: s.compId, displayed: s.number, number });
    s.sw.pickUp(dialled());
    await s.settle();
    expect(page.callView()).toMatchObject({ phase: "talking", number });
    const { callId } = page.callView()!;
    s.sw.leave(dialled());
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ direction: "outbound", callee: number, result: 200 });
  });

  test("P2 a number typed on a page is the telephone's where a route leads to it, and the page's where none does", async () => {
    const user = await s.called(number);
    const page = await call();
    expect(s.sw.request(dialled())).toMatchObject({ to: { number, trunks: ["a", "b"] } });
    expect(s.sw.at(user)).toEqual([]);
    await page.command("hangup", { callId: page.callView()!.callId });
    await page.command("finishWrapUp");
    trunks = [];
    await call();
    expect(s.sw.at(user)).toHaveLength(1);
  });

  test("N1 without a route the call ends as noRoute, and a number that no telephone can dial is none", async () => {
    trunks = [];
    const page = await call();
    expect(page.last("callEnd")).toMatchObject({ cause: "noRoute" });
    asked.length = 0;
    await page.command("makeCall", { number: "138@x" });
    await s.settle();
    expect(asked).toEqual([]);
  });

  test("N4 the network is heard before the answer; what it said of the number stands in the record", async () => {
    const page = await call();
    const [phone] = s.sw.at(page.user);
    s.sw.rings(dialled());
    await s.settle();
    expect(s.sw.hears(phone!)).toBe("tone");
    s.sw.tell({ type: "progress", leg: dialled() });
    await s.settle();
    expect(s.sw.hears(phone!)).toBe(`leg ${dialled()}`);
    const { callId } = page.callView()!;
    s.sw.leave(dialled(), "failed", { sipCode: 404, q850: 22, earlyMedia: "unknown" });
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ result: 597 });
  });

  test("N5 a call over a trunk finds the access number, however the operator writes it; another number is unknown", async () => {
    for (const to of [s.number, `+${s.number}`, `+86${s.number}`]) {
      const leg = s.sw.invite(`tel:${number}`, to, { trunk: "a", from: number });
      await s.settle();
      const record = (await s.records()).at(-1);
      expect(record).toMatchObject({ direction: "inbound", caller: number, accessNumber: s.number, callee: s.number });
      s.sw.leave(leg);
      await s.settle();
    }
    const before = (await s.records()).length;
    const leg = s.sw.invite(`tel:${number}`, "4999", { trunk: "a", from: number });
    await s.settle();
    expect(s.sw.hears(leg)).toBe("gone");
    expect(await s.records()).toHaveLength(before);
  });

  test("N7 what a trunk's headers say travels with the call, into the bar and the record; a look that fails costs no call", async () => {
    const page = await s.ready("1001");
    const headers = { "X-Order-Id": "17" };
    const leg = s.sw.invite(`tel:${number}`, s.number, { trunk: "a", from: number, headers });
    // After the greeting.
    await s.advance(1_500);
    expect(page.callView()?.callData).toEqual({ "order-id": "17" });
    const { callId } = page.callView()!;
    s.sw.leave(leg);
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ callData: '{"order-id":"17"}' });
    for (const trunk of ["b", "broken"]) {
      const next = s.sw.invite(`tel:${number}`, s.number, { trunk, from: number, headers });
      await s.settle();
      const record = (await s.records()).at(-1);
      expect([record?.["caller"], record?.["callData"]]).toEqual([number, null]);
      s.sw.leave(next);
      await s.settle();
    }
  });

  test("N7 a call's data goes with it to the trunks that want it", async () => {
    const page = await s.ready("1001");
    await page.command("makeCall", { number, callData: JSON.stringify({ vip: "1" }) });
    await s.settle();
    expect(s.sw.request(dialled())?.to).toEqual({
      number,
      trunks: ["a", "b"],
      told: ["a"],
      headers: { "X-vip": "1" },
    });
  });
});
