/** Imports that outlive their process. */
import { signedIn } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import { importTimes } from "./import-attempts.ts";
import { createImportJobs } from "./import-jobs.ts";
import { ImportLost, type ImportSpec } from "./imports.ts";
import { createFileStore } from "./store.ts";
import {
  columns,
  compId,
  gate,
  newProcess,
  office,
  opened,
  openImports,
  people,
  run,
  type Row,
  secrets,
  stage,
  told,
  until,
} from "./testing/imports.ts";

openImports();

describe("a process that dies in the middle", () => {
  /** Saves for good, in the database. */
  const bar: ImportSpec<Row>["save"] = (batch, keep) =>
    office.ports.database.tenant(compId, async (trx) => {
      await trx
        .insertInto("black_list")
        .values(
          batch.map(({ agentId }) => ({
            compId,
            id: office.ports.random.id(),
            phone: agentId,
            isPrefix: 0,
            callType: 2,
            remark: "",
            createdAt: new Date(office.ports.clock.now()),
            createdBy: "",
          })),
        )
        .execute();
      return keep(trx);
    });
  const barred = async () =>
    (await office.ports.database.system((trx) => trx.selectFrom("black_list").select("phone").execute()))
      .map(({ phone }) => phone)
      .sort();

  test("the next goes on behind the last batch, and one that was only slow saves nothing more: no row twice, none lost", async () => {
    const stuck = gate();
    let batches = 0;
    const answer = run([...people(1_200), ["3000", "重复"], ["x", "乙"]], undefined, {
      secret: "Anfang#2026",
      save: async (batch, keep) => {
        batches += 1;
        if (batches === 3) await stuck.pass();
        return bar(batch, keep);
      },
    });
    await stuck.arrived;
    expect(await barred()).toHaveLength(1_000);
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;

    const second = newProcess();
    second.begin();
    await office.ports.clock.advance(importTimes.takeUp);
    await until("the message", () => told.length === 2);
    expect(secrets).toEqual([undefined, "Anfang#2026"]);
    expect(told[0]).toMatchObject({ code: 1, succeed: 1_200, failing: 2, repetition: 1, count: 1_202 });
    stuck.open();
    await stage.first.stop();
    await second.stop();
    expect(await barred()).toEqual(people(1_200).map(([id]) => id));
    stage.first = newProcess();
    const { result } = (await opened())!;
    expect(result).toMatchObject({
      succeed: 1_200,
      password: "Anfang#2026",
      errors: [
        { row: 1_202, message: "数据重复" },
        { row: 1_203, message: "工号只能是数字" },
      ],
    });
    await opened(office.administrator, job!.id);
  });

  test("of two that look at once one takes it; while somebody works on it nobody does", async () => {
    const stuck = gate();
    const answer = run(people(2), undefined, { save: async (_batch, keep) => (await stuck.pass(), keep(undefined)) });
    await stuck.arrived;
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;
    // Of an installation of several processes: nobody knows whether the other lives.
    const broker: Broker = { ...office.ports.broker, kind: "redis" };
    const others = [0, 1].map(() =>
      createImportJobs({
        ports: { ...office.ports, broker },
        auth: office.composition.auth,
        sealer: office.sealer,
        store: createFileStore(office.ports),
      }),
    );
    const prepared = jest.fn(async () => ({ name: "坐席", columns, save: stage.more.save! }));
    for (const other of others) {
      other.register("contact", { screen: { name: "contacter", title: "联系人" }, right: signedIn, prepare: prepared });
      other.begin();
    }
    await office.ports.clock.advance(importTimes.takeUp);
    expect(prepared).not.toHaveBeenCalled();
    await office.ports.clock.advance(importTimes.lease + importTimes.sweep);
    await until("the other", () => prepared.mock.calls.length > 0);
    stuck.open();
    await until("the message", () => told.length === 2);
    expect(prepared).toHaveBeenCalledTimes(1);
    for (const other of others) await other.stop();
    await opened(office.administrator, job!.id);
  });

  test("given up after three tries: what was saved is counted, said and shown, its password too", async () => {
    const broken = gate();
    const answer = run([["x", "乙"], ...people(600)], undefined, {
      secret: "Anfang#2026",
      save: async (batch, keep) => {
        if (batch.length < 500) {
          await broken.pass();
          throw new ImportLost();
        }
        return keep(undefined);
      },
    });
    await broken.arrived;
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;
    for (const _try of [2, 3]) {
      const other = createImportJobs({
        ports: office.ports,
        auth: office.composition.auth,
        sealer: office.sealer,
        store: createFileStore(office.ports),
      });
      other.register("contact", {
        screen: { name: "contacter", title: "联系人" },
        right: signedIn,
        prepare: () => Promise.reject(new Error("out of order")),
      });
      other.begin();
      await office.ports.clock.advance(importTimes.takeUp);
      await other.stop();
    }
    expect(told).toMatchObject([
      { code: 0, succeed: 500, failing: 1, count: 501, desc: expect.stringContaining("成功500行，失败1行") },
      { type: "msgNotify", level: "error" },
    ]);
    expect(await opened()).toMatchObject({
      state: "failed",
      msg: expect.stringContaining("导入中断"),
      result: { total: 501, succeed: 500, failing: 1, password: "Anfang#2026", errors: [{ row: 2 }] },
    });
    broken.open();
    await stage.first.stop();
    stage.first = newProcess();
    await opened(office.administrator, job!.id);
  });

  test("whoever was disabled meanwhile imports no further", async () => {
    const stuck = gate();
    const answer = run(people(2), undefined, { save: async (_batch, keep) => (await stuck.pass(), keep(undefined)) });
    await stuck.arrived;
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;
    const gone = createImportJobs({
      ports: office.ports,
      auth: { ...office.composition.auth, standing: async () => undefined },
      sealer: office.sealer,
      store: createFileStore(office.ports),
    });
    gone.register("contact", {
      screen: { name: "contacter", title: "联系人" },
      right: signedIn,
      prepare: () => Promise.reject(new Error("asked")),
    });
    gone.begin();
    await office.ports.clock.advance(importTimes.takeUp);
    await until("the message", () => told.length === 2);
    expect(told[0]).toMatchObject({ code: 0, desc: "联系人导入失败：账号已停用或删除，导入已停止" });
    expect(await opened()).toMatchObject({ state: "failed", msg: "账号已停用或删除，导入已停止", result: null });
    stuck.open();
    await gone.stop();
    await opened(office.administrator, job!.id);
  });
});
