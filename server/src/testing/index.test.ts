import { createTestPorts, createVirtualClock, type TestPorts } from "./index.ts";

describe("virtual clock", () => {
  test("runs timers in order of time, repeats, and stops when cancelled", async () => {
    const clock = createVirtualClock(0);
    const seen: string[] = [];
    clock.after(50, () => seen.push(`b${clock.now()}`));
    const every = clock.every(20, () => seen.push(`e${clock.now()}`));
    clock.after(10, () => {
      seen.push(`a${clock.now()}`);
      clock.after(5, () => seen.push(`c${clock.now()}`));
    });
    await clock.advance(50);
    expect(seen).toEqual(["a10", "c15", "e20", "e40", "b50"]);
    every.cancel();
    await clock.advance(100);
    expect(seen).toHaveLength(5);
    expect(clock.now()).toBe(150);
    expect(clock.waiting).toBe(0);
  });

  test("leaps: what fell due meanwhile runs once, in order, at the later time; what was taken back does not", async () => {
    const clock = createVirtualClock(0);
    const seen: string[] = [];
    const every = clock.every(20, () => seen.push(`e${clock.now()}`));
    const gone = clock.after(60, () => seen.push("gone"));
    clock.after(50, () => {
      seen.push(`b${clock.now()}`);
      gone.cancel();
    });
    clock.after(101, () => seen.push(`d${clock.now()}`));
    await clock.leap(100);
    expect(seen).toEqual(["e100", "b100"]);
    await clock.advance(20);
    every.cancel();
    expect(seen).toEqual(["e100", "b100", "d101", "e120"]);
  });

  test("lets promises settle between timers", async () => {
    const clock = createVirtualClock(0);
    const seen: number[] = [];
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
    void (async () => {
      for (let i = 0; i < 3; i++) {
        await wait(10);
        seen.push(clock.now());
      }
    })();
    await clock.advance(30);
    expect(seen).toEqual([10, 20, 30]);
  });
});

describe("test ports", () => {
  let ports: TestPorts;
  beforeAll(async () => {
    ports = await createTestPorts();
  });
  afterAll(() => ports.close());

  test("the database is migrated and separates enterprises", async () => {
    await ports.database.system(async (trx) => {
      await trx
        .insertInto("enterprise")
        .values([
          { compId: "100001", name: "甲" },
          { compId: "100002", name: "乙" },
        ])
        .execute();
    });
    const rows = await ports.database.tenant("100001", (trx) =>
      trx.selectFrom("enterprise").select(["compId", "name"]).execute(),
    );
    expect(rows).toEqual([{ compId: "100001", name: "甲" }]);
  });

  test("time does not pass over a handler that is at the database", async () => {
    const seen: number[] = [];
    ports.clock.after(10, () => {
      void (async () => {
        for (let n = 0; n < 5; n++)
          await ports.database.tenant("100001", (trx) => trx.selectFrom("enterprise").selectAll().execute());
        seen.push(ports.clock.now());
      })();
    });
    // Another timer soon after: it must find the handler done.
    ports.clock.after(20, () => undefined);
    const began = ports.clock.now();
    await ports.clock.advance(1_000);
    expect(seen).toEqual([began + 10]);
  });

  test("ids are UUID version 7 in order", () => {
    const ids = Array.from({ length: 5_000 }, () => ports.random.id());
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
