import { opened, store } from "@liantai/api/client";
import { formStreamApi, orderPeopleApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { page, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { order, ordersServer, pooled, values } from "./testing/fixtures.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = ordersServer();
});
const asked = () => server.bodies(formStreamApi.list.path).at(-1);

test("关联工单: the tree of an order, others of its customer, found by number from the menu", async () => {
  const child = { ...order, id: "o3", title: "上门", parentId: "o1" };
  server.on(formStreamApi.list.path, (question) =>
    page(
      question.body["parentId"] === "o1"
        ? [{ ...child, values, source: "manual", targets: [] }]
        : question.body["workCode"]
          ? [{ ...order, values, source: "manual", targets: [] }]
          : [],
    )(question),
  );
  server.on(formStreamApi.related.path, () => [
    { ...child, relation: "child" },
    { ...pooled, relation: "customer" },
  ]);
  server.on(orderPeopleApi.customers.path, () => [{ id: "c1", formName: "客户", values: { customerName: "王女士" } }]);
  server.on(customerFormDataApi.timeline.path, page([]));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/relationWorkorder" })));
  await user.type(await screen.findByRole("textbox", { name: "工单编号" }), "GD20261101000001");
  await user.click(screen.getByRole("button", { name: "查找" }));
  const tree = within(await screen.findByRole("list", { name: "主工单与子工单" }));
  expect(await tree.findByText("上门")).toBeVisible();
  expect(await screen.findByText("换机")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "通话与联系记录" }));
  expect(await screen.findByText("还没有联系记录")).toBeVisible();
});

test("机器人工单 shows orders that robots made, whoever has them", async () => {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/robotworkorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  expect(asked()).toMatchObject({ source: "robot", scope: "all" });
  expect(screen.queryByRole("button", { name: "新建工单" })).toBeNull();
});

test("F44 an order's 关联 names the data that looks it up", async () => {
  const refers = {
    ...{ kind: "record", contactId: "t1", time: "2026-11-02 09:00:00", direction: "", number: "", agentId: "" },
    ...{ agentName: "", talkSeconds: 0, answered: false, formName: "核查任务", title: "核查", mayOpen: true },
  };
  server.on(customerFormDataApi.timeline.path, page([refers]));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation", params: { caseId: "o1" } })));
  await user.click(await screen.findByRole("tab", { name: "关联" }));
  const list = within(await screen.findByRole("list", { name: "引用本工单的数据" }));
  expect(list.getByText("核查任务 核查")).toBeVisible();
  expect(server.bodies(customerFormDataApi.timeline.path)).toMatchObject([{ id: order.recordId, kind: "record" }]);
});
