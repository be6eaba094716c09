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
