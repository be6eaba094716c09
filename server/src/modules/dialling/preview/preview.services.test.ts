/** Preview dialling on PostgreSQL: twenty seats take from one pool at the same moment (inventory dialling.md E12). */
import type { RequestContext } from "../../../http/routes.ts";
import { openOffice, type Office } from "../../../testing/office.ts";
import { openOwnDatabase, type OwnDatabase } from "../../../testing/services.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createAudit } from "../../audit/index.ts";
import { createDialRefs } from "../../dial-refs/index.ts";
import { readProgress } from "../progress-repository.ts";
import { addSeats, join, makePreviewTask } from "../testing/preview-task.ts";
import { createPreviewService } from "./service.ts";

const compId = "100001";
const seats = Array.from({ length: 20 }, (_, at) => `${3000 + at}`);
let own: OwnDatabase;
let office: Office;

beforeAll(async () => {
  own = await openOwnDatabase();
  office = await openOffice({ database: own.database });
  await addSeats(office.ports, compId, seats);
}, 120_000);
afterAll(async () => {
  await office?.close();
  await own?.close();
}, 60_000);

const contextOf = (agentId: string): RequestContext => {
  const caller = seatCaller({ agentId, sessionId: `s-${agentId}`, userId: `u-${agentId}` });
  return { caller, address: "", headers: {} } as unknown as RequestContext;
};
const serviceFor = () => {
  const { ports, sealer } = office;
  return createPreviewService({
    ...{ ports, audit: createAudit(ports) },
    refs: createDialRefs({ sealer, clock: ports.clock }),
  });
};
const putAside = (agentId: string) =>
  own.database.tenant(compId, (trx) =>
    trx.updateTable("dial_phone").set({ takenAt: null, state: "done" }).where("agentId", "=", agentId).execute(),
  );

test("E12 twenty seats take 1,000 numbers at once: each number once, and the counter agrees", async () => {
  await makePreviewTask(office.ports, { compId, id: "pool", agentIds: seats, count: 1_000 });
  for (const agentId of seats) await join(office.ports, compId, "pool", `s-${agentId}`, agentId);
  const service = serviceFor();
  const got: string[] = [];
  await Promise.all(
    seats.map(async (agentId) => {
      for (;;) {
        const { number } = await service.take({ taskId: "pool" }, contextOf(agentId));
        if (!number) return;
        got.push(number.id);
        await putAside(agentId);
      }
    }),
  );
  expect(got).toHaveLength(1_000);
  expect(new Set(got).size).toBe(1_000);
  const [row] = await own.database.tenant(compId, (trx) => readProgress(trx, compId, ["pool"]));
  expect(row).toMatchObject({ waiting: 0, live: 1_000, total: 1_000 });
}, 180_000);

test("E12 pages of one seat that ask at once have one number", async () => {
  await makePreviewTask(office.ports, { compId, id: "one", agentIds: seats.slice(0, 1), count: 50 });
  await join(office.ports, compId, "one", "s-3000", "3000");
  const service = serviceFor();
  const all = await Promise.all(Array.from({ length: 10 }, () => service.take({ taskId: "one" }, contextOf("3000"))));
  expect(new Set(all.map(({ number }) => number?.id)).size).toBe(1);
  const [row] = await own.database.tenant(compId, (trx) => readProgress(trx, compId, ["one"]));
  expect(row).toMatchObject({ waiting: 49, live: 1 });
}, 60_000);
