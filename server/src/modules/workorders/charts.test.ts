/** W65: how many orders are in which state, of those that the asker sees. */
import { fileDownloadApi } from "@liantai/api/contract/admin";
import { formStreamApi, orderChartApi, orderStatusApi } from "@liantai/api/contract/work-orders";
import { formChartApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { cellsOf, ended } from "../../testing/exports.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, orderForm, type Floor } from "./testing/floor.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
}, 120_000);
afterAll(() => office?.close());

type Who = keyof Floor["people"];
const ask = (who: Who, body: object) => floor.people[who].call(orderChartApi.states, { body });
const counts = ({ states }: Awaited<ReturnType<typeof ask>>) =>
  states.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]);

test("W65 each state with how many orders are in it, as the list counts them, and the names of its flow; as a workbook, too", async () => {
  const { people, handle, groupId } = floor;
  const flowId = await floor.flow("统计", {
    ...flowOf(groupId),
    statuses: [{ id: "reply", name: "等客户回复", state: "handling" }],
  });
  await floor.create(people["1001"], flowId, {}, false);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await floor.create(people["1001"], flowId)).id);
  for (const id of ids.slice(0, 3)) await handle(people["1002"], id, "claim");
  await handle(people["1002"], ids[0]!, "complete");
  await handle(people.admin, ids[4]!, "remove");
  const { order } = await people["1002"].call(formStreamApi.find, { body: { id: ids[1]! } });
  await people["1002"].call(orderStatusApi.setStatus, { body: { id: ids[1]!, seq: order.seq, status: "reply" } });

  const all = await ask("admin", { flowId });
  expect(all.total).toBe(5);
  expect(counts(all)).toEqual([
    ["draft", 1],
    ["pooled", 1],
    ["handling", 2],
    ["done", 1],
  ]);
  expect(all.states.find(({ state }) => state === "handling")).toEqual({
    ...{ state: "handling", name: "处理中", count: 2, statuses: [{ status: "等客户回复", count: 1 }] },
  });
  expect(counts(await ask("admin", { flowId, state: "deleted" }))).toEqual([["deleted", 1]]);
  // As many as the list gives, whoever asks.
  for (const who of ["1001", "1002", "1003", "1005", "admin"] as const) {
    const { total } = await people[who].call(formStreamApi.list, { body: { flowId } });
    expect([who, (await ask(who, { flowId })).total]).toEqual([who, total]);
  }
  expect(counts(await ask("1002", { flowId, scope: "mine" }))).toEqual([["handling", 2]]);

  const { id } = await people.admin.call(orderChartApi.exportStates, { body: { flowId } });
  await ended(people.admin, id, "done");
  const { bytes } = await people.admin.file(fileDownloadApi.down, { query: { id } });
  const rows = await cellsOf(bytes);
  expect(rows[0]).toEqual(["状态", "状态名称", "数量"]);
  expect(rows).toContainEqual(["处理中", undefined, 2]);
  expect(rows).toContainEqual(["处理中", "等客户回复", 1]);
});

test("F93 what an order's node hides is counted for nobody but whose data scope is 全部", async () => {
  const { people, groupId } = floor;
  const kind: FormField = {
    ...{ type: "select", name: "kind", label: "类别", query: true },
    items: [{ label_name: "投诉", label_value: "1" }],
  };
  const formId = await orderForm(people.admin, "藏起", [kind, { type: "input", name: "level", label: "级别" }]);
  const open = await floor.flow("看得见", flowOf(groupId), formId);
  const veiled = await floor.flow("看不见", flowOf(groupId, { fields: { kind: { hidden: true } } }), formId);
  for (const flowId of [open, veiled]) await floor.create(people["1001"], flowId, { kind: "1" });
  const counted = async (who: Who) => {
    const { total, fields } = await people[who].call(formChartApi.options, { body: { formId } });
    return [total, fields[0]!.options[0]!.count];
  };
  expect(await counted("admin")).toEqual([2, 2]);
  expect(await counted("1001")).toEqual([2, 1]);
});
