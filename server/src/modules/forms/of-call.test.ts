/** F102: which records a call's detail shows where there are many. */
import { callFormApi } from "@liantai/api/contract/admin";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { openOffice, type Office, type Person } from "../../testing/office.ts";
import { addForm, input } from "./testing/forms.ts";

const compId = "100001";
const number = "13800006666";
let office: Office;
let form: string;
beforeAll(async () => {
  office = await openOffice();
  form = await addForm(office.administrator, [input("customerName", "客户姓名")]);
});
afterAll(() => office?.close());

/** A call of 1001's. */
const call = (callId: string) =>
  office.ports.database.tenant(compId, async (trx) => {
    const at = new Date(office.ports.clock.now());
    const timed = { startAt: at, talkMs: 61_000, holdMs: 0, result: 200 };
    await trx
      .insertInto("call_record")
      .values({
        ...{ compId, callId, direction: "inbound", caller: number, callee: "4001", accessNumber: "4001" },
        ...{ agentId: "1001", answerAt: at, endAt: at, waitMs: 0, ringMs: 0, cause: "completed", appliedSeq: 1 },
        ...{ recordingKey: null, recordingMs: null, skillGroupId: null, ...timed },
      })
      .execute();
    await trx
      .insertInto("call_leg")
      .values({
        ...{ compId, callId, seq: 1, party: 2, role: "agent", agentId: "1001", number: "1001", offered: 1 },
        ...{ holds: 0, consultMs: 0, conferenceMs: 0, ...timed },
      })
      .execute();
  });

const add = async (person: Person, customerName: string, callId?: string): Promise<string> => {
  await office.ports.clock.advance(1_000);
  const values = { customerName };
  const body = { formId: form, values, acceptDuplicates: 1 as const, ...(callId && { callId }) };
  return (await person.call(customerFormDataApi.add, { body })).id;
};

test("F102 what was written in the call comes first, the newest before the older; what others own crowds out nothing", async () => {
  const { agent, administrator } = office;
  await call("talk");
  const linked: string[] = [];
  for (let i = 0; i < 21; i += 1) linked.push(await add(administrator, `同号${i}`));
  const older = await add(agent, "先前登记");
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("customer_link")
      .values(
        [...linked, older].map((recordId) => ({
          ...{ compId, recordId, kind: "call", contactId: "talk" },
          at: new Date(office.ports.clock.now()),
        })),
      )
      .execute(),
  );
  await add(agent, "通话中登记", "talk");
  await add(agent, "通话中又登记", "talk");
  const of = async (person: Person) =>
    (await person.call(callFormApi.ofCall, { body: { callId: "talk" } })).map(({ title }) => title);
  expect(await of(agent)).toEqual(["通话中又登记", "通话中登记", "先前登记"]);
  const all = await of(administrator);
  expect(all).toHaveLength(20);
  expect(all.slice(0, 4)).toEqual(["通话中又登记", "通话中登记", "先前登记", "同号20"]);
});
