import { createTestDatabase, createVirtualClock, silentLogger } from "../../testing/index.ts";
import { createEventLog } from "../event-log/index.ts";
import { createLegStores } from "../live-legs/index.ts";
import { missedIn } from "./missed.ts";

test("K51 enterprises with calls come before those with somebody there; a part that was only fenced is not missed", async () => {
  const database = await createTestDatabase();
  try {
    const log = createEventLog({ database, clock: createVirtualClock(), logger: silentLogger });
    const state = () => JSON.stringify({ v: 1 });
    log.keep({ kind: "call", compId: "100003", id: "c1", state });
    log.keep({ kind: "call", compId: "100003", id: "c2", state });
    log.keep({ kind: "agent", compId: "100003", id: "1001", state });
    log.keep({ kind: "agent", compId: "100001", id: "1001", state });
    // Signed out again.
    log.keep({ kind: "agent", compId: "100006", id: "1001", state });
    log.keep({ kind: "agent", compId: "100006", id: "1001", state: undefined });
    await log.flush();
    const legs = createLegStores(database);
    await legs("100009").write([{ kind: "leg", key: "a", state: {} }], [], 0);
    await legs("100008").write([{ kind: "ringing", key: "b", state: {} }], [], 0);
    await legs("100002").write([{ kind: "registration", key: "1000021001/x", state: {} }], [], 0);
    await legs("100007").fence(3);
    const sets = (await missedIn(database)).map((set) => [...set].sort());
    expect(sets).toEqual([
      ["100003", "100008", "100009"],
      ["100001", "100002", "100003"],
    ]);
  } finally {
    await database.close();
  }
});
