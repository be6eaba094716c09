import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { leaseContract } from "../../ports/lease.contract.ts";
import { deadMs, stallMs } from "../../ports/lease.ts";
import { administer, administrativeUrl, openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { createLeases, mustHold } from "./index.ts";

leaseContract("PostgreSQL", async () => {
  const { database, close } = await openOwnDatabase();
  return { leases: createLeases(database), close };
});

describe("beside a transaction that has looked at the epoch", () => {
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await openOwnDatabase();
  });
  afterAll(() => own.close());

  test("renewals go on, and who takes the lease waits for its end", async () => {
    const { database } = own;
    const leases = createLeases(database);
    await leases.join("a", 0);
    await leases.join("b", 60_000);
    const epoch = (await leases.take("a", ["x"])).get("x")!;
    let taken: Promise<unknown> | undefined;
    let next: number | undefined;
    await database.system(async (trx) => {
      await mustHold(trx, { name: "x", epoch });
      expect(await leases.renew("a", 0)).toBe(true);
      taken = leases.take("b", ["x"]).then((all) => (next = all.get("x")));
      // Another statement of ours is answered, that one is not.
      await database.ping();
      await mustHold(trx, { name: "x", epoch });
      expect(next).toBeUndefined();
    });
    expect(await taken).toBe(2);
    await expect(database.system((trx) => mustHold(trx, { name: "x", epoch }))).rejects.toThrow("another");
  });

  test("a process that was stopped in the middle of one does not keep the next owner waiting", async () => {
    const { database } = own;
    const leases = createLeases(database);
    await leases.join("c", 0);
    await leases.join("d", 60_000);
    const epoch = (await leases.take("c", ["y"])).get("y")!;
    let lock: () => void = () => undefined;
    let end: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (lock = resolve));
    const stopped = new Promise<void>((resolve) => (end = resolve));
    const held = database.system(
      async (trx) => {
        await mustHold(trx, { name: "y", epoch });
        lock();
        await stopped;
        await mustHold(trx, { name: "y", epoch });
      },
      { stallMs },
    );
    const refused = expect(held).rejects.toThrow(/connection/);
    await locked;
    expect((await leases.take("d", ["y"])).get("y")).toBe(epoch + 1);
    end();
    await refused;
  });
});

describe("a process whose connection to the database ends with it", () => {
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await openOwnDatabase();
  });
  afterAll(() => own.close());

  const waited = (ms: number) =>
    own.database.system((trx) =>
      trx
        .updateTable("telephony_process")
        .set({ doubtedAt: sql`doubted_at - ${ms} * interval '1 millisecond'` })
        .execute(),
    );
  const doubts = async (owner: string) =>
    (
      await own.database.system((trx) =>
        trx.selectFrom("telephony_process").select(["held", "doubtedAt"]).where("owner", "=", owner).execute(),
      )
    ).map(({ held, doubtedAt }) => [held, doubtedAt !== null]);
  /** The server ends it, as it does when the process at its other end is gone. */
  const cut = (owner: string) =>
    administer(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
        and (classid::bigint << 32 | objid::bigint) = hashtextextended('${owner}', 0)`,
    );

  test("is followed before its time is over once two looks apart have found its lock free", async () => {
    // Another process: what it holds is no business of this one's.
    const [dead, next] = [createLeases(own.database), createLeases(own.database)];
    let doubted = () => undefined as void;
    const lost = new Promise<void>((resolve) => (doubted = resolve));
    await dead.join("dead", 60_000, doubted);
    await cut("dead");
    await lost;
    await next.join("next", 60_000, () => undefined);
    expect(await dead.take("dead", ["z"])).toEqual(new Map([["z", 1]]));
    // It has not said anything since: its row still says that it holds its lock.
    expect(await doubts("dead")).toEqual([[true, false]]);
    expect(await next.isFree("z", "next")).toBe(false);
    expect(await doubts("dead")).toEqual([[true, true]]);
    // As if it had been seen a minute later: however slow this machine is, the time is not over.
    await waited(-60_000);
    expect(await next.isFree("z", "next")).toBe(false);
    await waited(60_000 + deadMs);
    expect((await next.takeShare("next", ["z"], [])).taken).toEqual(new Map([["z", 2]]));
    expect(await dead.renew("dead", 60_000)).toBe(false);
    await Promise.all([dead.leave("dead"), next.leave("next")]);
  });

  test("is left alone while it says that it is there, and holds its lock again", async () => {
    const [cutOff, other] = [createLeases(own.database), createLeases(own.database)];
    await other.join("other", 60_000, () => undefined);
    let doubted = () => undefined as void;
    const lost = new Promise<void>((resolve) => (doubted = resolve));
    await cutOff.join("cut off", 60_000, doubted);
    await cutOff.take("cut off", ["w"]);
    await cut("cut off");
    await lost;
    expect(await other.isFree("w", "other")).toBe(false);
    expect(await cutOff.renew("cut off", 60_000)).toBe(true);
    // By its time now: no look at its lock says anything.
    expect(await doubts("cut off")).toEqual([[false, false]]);
    await waited(deadMs);
    expect(await other.isFree("w", "other")).toBe(false);
    while (!(await doubts("cut off"))[0]![0]) {
      await turn();
      await cutOff.renew("cut off", 60_000);
    }
    expect(await other.isFree("w", "other")).toBe(false);
    expect(await doubts("cut off")).toEqual([[true, false]]);
    await Promise.all([cutOff.leave("cut off"), other.leave("other")]);
  });

  test("its lock is held by a transaction that keeps nothing from vacuum, and no pooler gives away", async () => {
    const leases = createLeases(own.database);
    await leases.join("still", 60_000, () => undefined);
    const client = new Client({ connectionString: administrativeUrl });
    await client.connect();
    const { rows } = await client.query(
      `select state, backend_xmin, backend_xid from pg_stat_activity
        where application_name = 'liantai-hold' and datname = $1`,
      [new URL(own.url).pathname.slice(1)],
    );
    await client.end();
    expect(rows).toEqual([{ state: "idle in transaction", backend_xmin: null, backend_xid: null }]);
    await leases.leave("still");
  });

  test("two that look at once do not take each other for dead", async () => {
    const names = ["one", "two", "three", "four"];
    const all = names.map(() => createLeases(own.database));
    await Promise.all(all.map((leases, n) => leases.join(names[n]!, 60_000, () => undefined)));
    for (let round = 0; round < 5; round += 1) await Promise.all(all.map((leases, n) => leases.isFree("v", names[n]!)));
    expect((await Promise.all(names.map(doubts))).flat()).toEqual(names.map(() => [true, false]));
    await Promise.all(all.map((leases, n) => leases.leave(names[n]!)));
  });
});
