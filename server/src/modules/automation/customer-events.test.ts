/** W40 and W78: what a customer does by his link fires triggers of the order's form. */
import { customerLinkApi, customerPageApi } from "@liantai/api/contract/work-orders";
import { openOffice, type Office } from "../../testing/office.ts";
import { openFloor, type Floor } from "../../testing/orders-and-forms.ts";
import { addTrigger, historyOf, on, ordersOf, sweepOver } from "./testing/stage.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
});
afterAll(() => office?.close());

test("W40 W78 a customer's rating is chosen as what a trigger looks at", async () => {
  const { "1002": handler, admin } = floor.people;
  const { formId, flowId } = await ordersOf(floor, "评价触发");
  const when = on("customerRated");
  await addTrigger(admin, formId, { name: "回看", when, actions: [{ do: "comment", text: "客户已评价" }] });
  const { id } = await floor.create(floor.people["1001"], flowId);
  await floor.handle(handler, id, "claim");
  const { url } = await handler.call(customerLinkApi.add, { body: { orderId: id, purpose: "follow", days: 7 } });
  await floor.handle(handler, id, "complete");
  await sweepOver(office).sweep();
  expect(await historyOf(admin, id)).not.toContain("commented 触发器「回看」 客户已评价");
  const token = url.slice(url.lastIndexOf("/") + 1);
  await handler.call(customerPageApi.rate, { body: { token, score: 5 } });
  await sweepOver(office).sweep();
  expect((await historyOf(admin, id)).at(-1)).toBe("commented 触发器「回看」 客户已评价");
});

test("W40 W78 what a trigger reminds of after a customer's rating carries its number", async () => {
  const { "1002": handler, admin } = floor.people;
  const { formId, flowId } = await ordersOf(floor, "评价提醒");
  const actions = [{ do: "remind" as const, whom: [], agentIds: ["1003"], text: "请回看评价" }];
  await addTrigger(admin, formId, { name: "提醒", when: on("customerRated"), actions });
  const { id } = await floor.create(floor.people["1001"], flowId);
  await floor.handle(handler, id, "claim");
  const { url } = await handler.call(customerLinkApi.add, { body: { orderId: id, purpose: "follow", days: 7 } });
  await floor.handle(handler, id, "complete");
  const token = url.slice(url.lastIndexOf("/") + 1);
  await handler.call(customerPageApi.rate, { body: { token, score: 5 } });
  await sweepOver(office).sweep();
  const rows = await office.ports.database.system((trx) =>
    trx
      .selectFrom("reminder as r")
      .innerJoin("account as a", "a.id", "r.accountId")
      .select("r.message")
      .where("a.agentId", "=", "1003")
      .where("r.subject", "=", `order/${id}`)
      .execute(),
  );
  expect(rows.map(({ message }) => message)).toContainEqual(
    expect.objectContaining({ event: 105, text: expect.stringContaining("请回看评价") }),
  );
});
