import { leaseContract } from "../../ports/lease.contract.ts";
import { stallMs } from "../../ports/lease.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
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
    const held = database.system(async (trx) => {
      await mustHold(trx, { name: "y", epoch });
      lock();
      await stopped;
      await mustHold(trx, { name: "y", epoch });
    }, stallMs);
    const refused = expect(held).rejects.toThrow(/connection/);
    await locked;
    expect((await leases.take("d", ["y"])).get("y")).toBe(epoch + 1);
    end();
    await refused;
  });
});
