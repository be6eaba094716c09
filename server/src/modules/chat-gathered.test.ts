/** J84: what flows of conversations gathered becomes records, as what flows of calls did; the conversation stands on their timeline. */
import { chatSessionApi } from "@liantai/api/contract/im";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import type { Insertable } from "kysely";
import type { ChatGatheredTable, ChatSessionTable } from "../ports/schema/chats.ts";
import { refused } from "../testing/office.ts";
import { addForm, flowOf, input, openFloor, orderForm, until, type Floor } from "../testing/orders-and-forms.ts";
import { publish } from "./topics.ts";

const compId = "100001";
const page = { pageNo: 1, pageSize: 20 } as const;
let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.office.close());

const at = () => new Date(floor.office.ports.clock.now());
let made = 0;

/** A conversation that is over, by default, with what its flow gathered. */
async function conversation(
  gathered: readonly Partial<Insertable<ChatGatheredTable>>[],
  more: Partial<Insertable<ChatSessionTable>> = {},
): Promise<string> {
  const id = `chat-${(made += 1)}`;
  await floor.office.ports.database.system(async (trx) => {
    await trx
      .insertInto("chat_visitor")
      .values({ compId, id: `of-${id}`, secretHash: id, nick: "访客0001", firstAt: at(), lastAt: at() })
      .execute();
    const times = { startedAt: at(), heardAt: at(), lastAt: at(), endedAt: at() };
    await trx
      .insertInto("chat_session")
      .values({
        ...{ compId, id, siteId: "s1", visitorId: `of-${id}`, status: "closed", endReason: "flow", ...times },
        ...more,
      })
      .execute();
    for (const [n, each] of gathered.entries())
      await trx
        .insertInto("chat_gathered")
        .values({ compId, sessionId: id, n: n + 1, formId: "", values: "{}", flowName: "总机", ...each })
        .execute();
  });
  return id;
}

const told = (sessionId: string) => publish(floor.office.ports.broker, "chat.over", { compId, sessionId });
const written = async (sessionId: string) =>
  (await floor.people.admin.call(chatSessionApi.messages, { body: { sessionId } })).forms;
const seenTo = (sessionId: string) => until(floor.office, async () => (await written(sessionId)).length > 0);
const records = async (formId: string, more: object = {}) =>
  (await floor.people.admin.call(customerFormDataApi.list, { body: { formId, ...page, ...more } })).list;
const timeline = async (id: string, kind = "") =>
  (await floor.people.admin.call(customerFormDataApi.timeline, { body: { id, kind, ...page } })).list;

test("J84 a record is made of it once, whichever process is told how often; row and timeline name each other", async () => {
  const formId = await addForm(floor.people.admin, [input("name", "姓名", { require: true }), input("note", "备注")]);
  const answeredAt = at();
  await floor.office.ports.clock.advance(90_000);
  const own = { agentId: "1001", answeredAt };
  const id = await conversation(
    [
      { formId, values: '{"name":"王","note":"早"}' },
      { formId, values: '{"name":"王一"}', robot: 1 },
    ],
    own,
  );
  await Promise.all([told(id), told(id)]);
  await seenTo(id);
  await told(id);
  await floor.office.ports.clock.advance(120_000);
  const [record, ...more] = await records(formId);
  expect(more).toEqual([]);
  expect(record).toMatchObject({ source: "robot", ownerName: "", values: { name: "王一", note: "早" } });
  expect(await written(id)).toMatchObject([
    {
      formId,
      formType: "customer",
      recordId: record!.id,
      orderId: "",
      refusal: "",
      formName: expect.stringMatching(/^表单/),
    },
  ]);
  expect(await timeline(record!.id)).toMatchObject([
    { kind: "chat", contactId: id, agentId: "1001", agentName: expect.any(String), answered: true, talkSeconds: 90 },
  ]);
  expect(await timeline(record!.id, "call")).toEqual([]);
  // What lies in the recycle bin is not there to be opened.
  await floor.people.admin.call(customerFormDataApi.delete, { body: { ids: [record!.id] } });
  expect(await written(id)).toMatchObject([{ recordId: "", refusal: "" }]);
});

test("J86 of a conversation that was removed its customer's timeline has the time, and says so", async () => {
  const formId = await addForm(floor.people.admin, [input("name", "姓名")]);
  const id = await conversation([{ formId, values: '{"name":"李"}' }], { agentId: "1001", answeredAt: at() });
  await told(id);
  await seenTo(id);
  const [record] = await records(formId);
  expect(await timeline(record!.id)).toMatchObject([{ answered: true, removed: false }]);
  await floor.office.ports.database.system((trx) => trx.deleteFrom("chat_session").where("id", "=", id).execute());
  expect(await timeline(record!.id)).toMatchObject([
    { kind: "chat", contactId: id, removed: true, answered: false, live: false, agentId: "", talkSeconds: 0 },
  ]);
});

test("J84 what nobody was told of is looked for; what goes on, or was seen to, is not; what is over for a day neither", async () => {
  const formId = await addForm(floor.people.admin, [input("name", "姓名")]);
  const values = (name: string) => [{ formId, values: JSON.stringify({ name }) }];
  const killed = await conversation(values("被停"));
  const left = await conversation(values("留言"), { status: "waiting", leftMessage: 1, endReason: "", endedAt: null });
  const going = await conversation(values("还在"), {
    status: "flow",
    endReason: "",
    endedAt: null,
  });
  await told(going);
  await conversation(values("旧"), { endedAt: new Date(at().getTime() - 2 * 86_400_000) });
  await seenTo(killed);
  await seenTo(left);
  expect((await records(formId)).map(({ values, source }) => [values["name"], source]).sort()).toEqual([
    ["留言", "chat"],
    ["被停", "chat"],
  ]);
});

test("J84 what the form refuses, or was gathered in secret, is told with its reason, and nothing is kept of it", async () => {
  const formId = await addForm(floor.people.admin, [input("name", "姓名", { require: true }), input("note", "备注")]);
  const id = await conversation([{ formId, values: '{"note":"无名"}' }]);
  const secret = await conversation([{ formId, secret: 1 }]);
  const gone = await conversation([{ formId: "no-form", values: '{"name":"甲"}' }]);
  for (const each of [id, secret, gone]) {
    await told(each);
    await seenTo(each);
  }
  expect(await written(id)).toMatchObject([
    { recordId: "", formType: "", refusal: expect.stringMatching(/姓名.*不能为空/) },
  ]);
  expect(await written(secret)).toMatchObject([{ refusal: "保密收集的内容不写入表单" }]);
  expect(await written(gone)).toMatchObject([{ refusal: "表单不存在或已被删除", formName: "" }]);
  expect(await records(formId)).toEqual([]);
});

test("J84 of a form of orders an order is begun, and the conversation stands on its timeline", async () => {
  const { admin } = floor.people;
  const formId = await orderForm(admin, "会话报障", [input("level", "级别", { require: true })]);
  await floor.flow("会话报障", flowOf(floor.groupId), formId);
  const id = await conversation([{ formId, values: '{"level":"urgent"}' }]);
  await told(id);
  await seenTo(id);
  const [order, ...more] = (await admin.call(formStreamApi.list, { body: { formId, ...page, source: "chat" } })).list;
  expect(more).toEqual([]);
  expect(order).toMatchObject({ state: "pooled", title: "流程「总机」", values: { level: "urgent" } });
  expect(await written(id)).toMatchObject([{ formType: "workOrder", orderId: order!.id }]);
  expect(await timeline(order!.recordId)).toMatchObject([
    { kind: "chat", contactId: id, live: false, answered: false },
  ]);
});

test("J84 nobody of another enterprise is told of it, or writes it", async () => {
  const formId = await addForm(floor.people.admin, [input("name", "姓名")]);
  const id = await conversation([{ formId, values: '{"name":"外"}' }]);
  await publish(floor.office.ports.broker, "chat.over", { compId: "999999", sessionId: id });
  await floor.office.ports.clock.settle();
  expect(await written(id)).toEqual([]);
  expect(await refused(floor.people["1002"].call(chatSessionApi.messages, { body: { sessionId: id } }))).toMatchObject({
    code: 404,
  });
});
