/** B16: an IVR task names a version of its flow, and its calls are led through that one whatever is published since. */
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { isContact, readStream } from "./event-log/index.ts";

const compId = "100001";
let o: DialOffice;
beforeAll(async () => {
  o = await openDialOffice();
});
afterAll(() => o?.close());

/** The versions that calls to these began in. */
async function beganIn(phone: string): Promise<string | undefined> {
  const [leg] = o.at(phone);
  o.sw.pickUp(leg!);
  await o.settle();
  return o.ports.database.tenant(compId, async (trx) => {
    const { callId } = await trx
      .selectFrom("dial_attempt")
      .select("callId")
      .where("phone", "=", phone)
      .executeTakeFirstOrThrow();
    const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
    return events.map(({ fact }) => (fact.type === "flowInput" ? fact.began?.versionId : undefined)).find(Boolean);
  });
}

test("B16 the version that a task names leads its calls, and without one the one that is published", async () => {
  const { flowId, ports } = o;
  const published = await ports.database.tenant(compId, async (trx) => {
    const first = await trx
      .selectFrom("voice_flow_version")
      .selectAll()
      .where("flowId", "=", flowId)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("voice_flow_version")
      .values({ ...first, id: "second", version: first.version + 1 })
      .execute();
    await trx
      .updateTable("voice_flow")
      .set({ version: first.version + 1, versionId: "second" })
      .where("id", "=", flowId)
      .execute();
    return first;
  });
  await o.runs({ taskIdentity: "旧版", flowVersion: published.version }, ["13800000001"]);
  await o.runs({ taskIdentity: "新版" }, ["13800000002"]);
  expect(await beganIn("13800000001")).toBe(published.id);
  expect(await beganIn("13800000002")).toBe("second");
});
