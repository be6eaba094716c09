/** Reminders on PostgreSQL in two processes: each is told once and shown once. */
import { reminderApi, subscribesApi } from "@liantai/api/contract/workorder";
import { formatTime } from "@liantai/api/contract";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { demoEnterprise } from "../system/index.ts";
import { subscribe } from "../topics.ts";

const { compId } = demoEnterprise;
let own: OwnDatabase;
let office: Office;
let second: Office;
const told: string[] = [];
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  own = await openOwnDatabase();
  second = await openOffice({ database: own.another(), random: createSystemRandom(createSystemClock()) });
  office = await openOffice({ database: own.database });
  for (const { ports } of [office, second])
    ends.push(
      await subscribe(ports.broker, "message.send", ({ message }) => {
        if ("reminder" in message) told.push((message as { readonly reminder: string }).reminder);
      }),
    );
}, 120_000);
afterAll(async () => {
  for (const end of ends) await end();
  await second?.close();
  await second?.ports.database.close();
  await office?.close();
  await own?.close();
}, 60_000);

const rows = () =>
  own.database.tenant(compId, (trx) => trx.selectFrom("reminder").select(["key", "tellAt", "shownAt"]).execute());

async function reserve(count: number, inMs: number): Promise<readonly string[]> {
  const before = new Set((await rows()).map(({ key }) => key));
  const subTime = formatTime(office.ports.clock.now() + inMs);
  for (let n = 0; n < count; n += 1)
    await office.agent.call(subscribesApi.add, {
      body: { customerName: `李${n}`, phone: "057187654321", des: "回电", subTime },
    });
  return (await rows()).map(({ key }) => key).filter((key) => !before.has(key));
}

/** Both live through the same time. */
async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 1_000)
    await Promise.all([office, second].map(({ ports }) => ports.clock.advance(1_000)));
}

test("U1 two processes tell each of 40 reservations once, when they are due", async () => {
  const keys = await reserve(40, 60_000);
  expect(keys).toHaveLength(40);
  await pass(50_000);
  expect(told).toEqual([]);
  await pass(20_000);
  expect([...told].sort()).toEqual([...keys].sort());
}, 120_000);

test("U2 of many pages in two processes that ask at once one shows a reminder", async () => {
  const [key = ""] = (await rows()).map((row) => row.key);
  const shown = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? office.agent : second.person(office.agent.token)).call(reminderApi.shown, { body: { key } }),
    ),
  );
  expect(shown.filter((one) => one.shown === 1)).toHaveLength(1);
}, 60_000);
