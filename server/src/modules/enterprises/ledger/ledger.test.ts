import { texts } from "@liantai/api/contract";
import { companyApi, fileDownloadApi, formatMoney, parseMoney, rechargeApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../../testing/office.ts";
import { charge } from "./ledger.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

let codes = 400_000;
async function company(): Promise<string> {
  const compId = String((codes += 1));
  await office.operator.call(companyApi.add, { body: { compId, name: `账本${compId}` } });
  return compId;
}
const recharge = (compId: string, amount: string, key: string) =>
  office.operator.call(rechargeApi.add, { body: { compId, amount, key, remark: "" } });
const balance = (compId: string) => office.operator.call(rechargeApi.getCompanyRecharge, { body: { compId } });
const entries = (compId: string) =>
  office.ports.database.system((trx) =>
    trx.selectFrom("ledger_entry").selectAll().where("compId", "=", compId).orderBy("seq").execute(),
  );

/** The balance is the sum, every entry says the balance after it, numbers have no gap. */
async function holds(compId: string): Promise<void> {
  let sum = 0n;
  for (const [i, entry] of (await entries(compId)).entries()) {
    sum += BigInt(entry.amount);
    expect([entry.seq, BigInt(entry.balanceAfter)]).toEqual([i + 1, sum]);
  }
  expect((await balance(compId)).balance).toBe(formatMoney(sum));
}

test("money is counted in whole ten-thousandths", () => {
  expect([
    parseMoney("12.5"),
    parseMoney("-0.0001"),
    parseMoney("7"),
    parseMoney("1.23456"),
    parseMoney("1e3"),
    parseMoney(""),
  ]).toEqual([125_000n, -1n, 70_000n, undefined, undefined, undefined]);
  expect([formatMoney(125_000n), formatMoney(-1n), formatMoney("0"), formatMoney(-70_000n)]).toEqual([
    "12.5000",
    "-0.0001",
    "0.0000",
    "-7.0000",
  ]);
});

test("50 recharges at once, every key sent five times, book ten", async () => {
  const compId = await company();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => recharge(compId, `${(i % 10) + 1}.0001`, `parallel-${i % 10}`)),
  );
  expect(new Set(replies.map((reply) => reply.id)).size).toBe(10);
  expect(replies.filter((reply) => !reply.repeated)).toHaveLength(10);
  expect(await entries(compId)).toHaveLength(10);
  expect((await balance(compId)).balance).toBe("55.0010");
  await holds(compId);
});

test("any mixture of recharges, charges, corrections and repeats keeps the balance the sum", async () => {
  const compId = await company();
  // A fixed walk: the same at every run.
  let seed = 7;
  const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const work: (() => Promise<unknown>)[] = [];
  for (let i = 0; i < 60; i += 1) {
    const key = `walk-${below(40)}`;
    const cents = BigInt(1 + below(90_000));
    const kind = below(3);
    if (kind === 0) work.push(() => recharge(compId, formatMoney(cents), `r-${key}`));
    else if (kind === 1) work.push(() => charge(office.ports, { compId, amount: cents, key: `c-${key}` }));
    else
      work.push(() =>
        office.operator.call(rechargeApi.adjust, {
          body: { compId, amount: formatMoney(below(2) === 0 ? cents : -cents), key: `a-${key}`, remark: "更正" },
        }),
      );
  }
  // A key that stands for another amount is refused; everything else books or repeats.
  const outcomes = await Promise.allSettled(work.map((run) => run()));
  for (const each of outcomes)
    if (each.status === "rejected") expect(String(each.reason.message)).toContain("业务编号");
  await holds(compId);
});

test("a key means one entry; for another amount it is refused", async () => {
  const compId = await company();
  await recharge(compId, "10", "same-key-1");
  await expect(recharge(compId, "11", "same-key-1")).rejects.toMatchObject({ envelope: { code: 409 } });
  expect((await balance(compId)).balance).toBe("10.0000");
});

test("arrears begin at the credit limit, are told, and a recharge lifts them", async () => {
  const compId = await company();
  await office.operator.call(companyApi.update, { body: { compId, name: "信用企业", creditLimit: "5" } });
  const notified: unknown[] = [];
  await office.ports.broker.subscribe("message.send", (message) => void notified.push(message));
  const changed: unknown[] = [];
  await office.ports.broker.subscribe("enterprise.changed", (message) => void changed.push(message));
  // Nothing was booked yet: nothing is owed.
  expect(await balance(compId)).toMatchObject({ forbidden: 1, entries: 0 });
  expect((await charge(office.ports, { compId, amount: 49_999n, key: "call/1" })).forbidden).toBe(1);
  expect((await charge(office.ports, { compId, amount: 1n, key: "call/2" })).forbidden).toBe(0);
  expect((await charge(office.ports, { compId, amount: 1n, key: "call/2" })).repeated).toBe(true);
  expect(await balance(compId)).toMatchObject({ balance: "-5.0000", forbidden: 0 });
  expect(JSON.stringify(notified)).toContain(texts.arrears);
  expect(changed).toContainEqual({ compId });
  expect(await recharge(compId, "0.0001", "lift-0001")).toMatchObject({ forbidden: 1 });
  // Arrears do not stop one on the white list.
  await charge(office.ports, { compId, amount: 100n, key: "call/3" });
  await office.operator.call(companyApi.update, { body: { compId, name: "信用企业", isWhite: 1 } });
  expect(await balance(compId)).toMatchObject({ forbidden: 1 });
});

test("no role may change or remove an entry, and tenants may not write one", async () => {
  const compId = await company();
  await recharge(compId, "1", "append-only");
  const { database } = office.ports;
  await expect(
    database.system((trx) =>
      trx.updateTable("ledger_entry").set({ amount: "1" }).where("compId", "=", compId).execute(),
    ),
  ).rejects.toThrow(/permission denied/);
  await expect(
    database.system((trx) => trx.deleteFrom("ledger_entry").where("compId", "=", compId).execute()),
  ).rejects.toThrow(/permission denied/);
  await expect(
    database.tenant(compId, (trx) => trx.updateTable("ledger_balance").set({ balance: "9" }).execute()),
  ).rejects.toThrow(/permission denied/);
});

test("an administrator reads the own ledger, filtered, and recharges nothing", async () => {
  await recharge("100001", "88.8", "own-ledger");
  const list = await office.administrator.call(rechargeApi.list, { body: { kind: "recharge" } });
  expect(list.list).toEqual([
    expect.objectContaining({
      compId: "100001",
      amount: "88.8000",
      balanceAfter: "88.8000",
      operatorName: "系统运营",
      kind: "recharge",
    }),
  ]);
  expect((await office.administrator.call(rechargeApi.list, { body: { kind: "consumption" } })).total).toBe(0);
  expect((await office.operator.call(rechargeApi.list, { body: {} })).total).toBeGreaterThan(1);
  await expect(
    office.administrator.call(rechargeApi.add, {
      body: { compId: "100001", amount: "1", key: "stolen-key", remark: "" },
    }),
  ).rejects.toMatchObject({ status: 403 });
  for (const amount of ["0", "-1", "1.23456", "99999999"])
    await expect(recharge("100001", amount, "bad-amount")).rejects.toMatchObject({ envelope: { code: 400 } });
});

test("the ledger leaves as a workbook: a job of whoever asked", async () => {
  const { id, msg } = await office.administrator.call(rechargeApi.export, { body: {} });
  expect(msg).toContain("文件下载");
  await expect(office.agent.call(rechargeApi.export, { body: {} })).rejects.toMatchObject({ status: 403 });
  let state = "";
  for (let i = 0; i < 300 && state !== "done" && state !== "failed"; i += 1) {
    await office.ports.clock.advance(1_000);
    state = (await office.administrator.call(fileDownloadApi.list, { body: {} })).list.find(
      (job) => job.id === id,
    )!.state;
  }
  const job = (await office.administrator.call(fileDownloadApi.list, { body: {} })).list.find(
    (each) => each.id === id,
  )!;
  expect(job).toMatchObject({ state: "done", rows: 1, error: "" });
});
