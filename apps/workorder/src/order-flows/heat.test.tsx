/** 耗时 and named statuses in the designer of a flow. */
import { bus } from "@liantai/bus";
import { flowHeatApi, validateFlow } from "@liantai/api/contract/work-orders";
import { workFlowApi, type FlowDefinition } from "@liantai/api/contract/workorder";
import { openTabOf, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { at, flowsServer } from "./testing/flows.ts";

const { update } = workFlowApi;
let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = flowsServer();
});

const press = (name: string) => user.click(screen.getByRole("button", { name }));
async function design(): Promise<void> {
  await openTabOf(Root, "/workorderflow", "?design=w1");
  await screen.findByRole("button", { name: "返回列表" });
  await screen.findByRole("group", { name: /受理，坐席组：客服部/ });
}
const saved = () => server.bodies(update.path).at(-1) as { definition: FlowDefinition; revision: number; name: string };
const save = async () => {
  await press("保存草稿");
  await screen.findByText("已保存");
};

test("W64 where the time goes: on the board by colour and words, beside it with how it is counted, and the orders behind it", async () => {
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (what) => opened.push(what));
  server.on(flowHeatApi.heat.path, () => ({
    ...{ timeRule: "行政班", cut: false },
    nodes: [
      { nodeId: "n1", name: "受理", gone: false, now: 2, stays: 4, median: 125 * 60_000, p90: 4_200_000 },
      { nodeId: "n9", name: "旧节点", gone: true, now: 0, stays: 0, median: null, p90: null },
    ],
  }));
  server.on(flowHeatApi.heatOrders.path, () => ({
    total: 4,
    list: [
      {
        ...{ id: "o1", workCode: "GD20260301000001", title: "宽带不通", holder: "1001", holderName: "李晓雯" },
        ...{ enterTime: at, leaveTime: "2026-03-01 11:05:00", ms: 125 * 60_000 },
      },
    ],
  }));
  await design();
  await user.click(screen.getByRole("tab", { name: "耗时" }));
  await screen.findByRole("group", { name: /受理，坐席组：客服部，当前2，中位2小时5分/ });
  const side = within(screen.getByRole("complementary", { name: "节点耗时" }));
  expect(side.getByText(/按时间规则“行政班”计/)).toBeVisible();
  expect(side.getByRole("button", { name: "旧节点的当前工单：0" })).toBeDisabled();
  const asked = () => server.bodies(flowHeatApi.heat.path).at(-1) as { startTime: string; endTime: string };
  const days = ({ startTime, endTime }: ReturnType<typeof asked>) =>
    (Date.parse(endTime) - Date.parse(startTime)) / 86_400_000 + 1;
  expect(days(asked())).toBe(30);
  await user.selectOptions(side.getByRole("combobox", { name: "统计时间" }), "近7天");
  await waitFor(() => expect(days(asked())).toBe(7));
  const median = await side.findByRole("button", { name: "受理的中位用时：2小时5分" });
  expect(median).toHaveAttribute("title", expect.stringContaining("取第2个（4×50%，向上取整）"));
  await user.click(median);
  const dialog = within(await screen.findByRole("dialog", { name: "受理：已离开的停留" }));
  await user.click(await dialog.findByRole("button", { name: "GD20260301000001" }));
  expect(server.bodies(flowHeatApi.heatOrders.path)).toEqual([{ ...asked(), nodeId: "n1", which: "stays" }]);
  expect(opened).toEqual([{ name: "workorderinformation", params: { caseId: "o1" }, cover: true }]);
  end();
});

test("W61 a flow names statuses; of two alike it is told before they are published", async () => {
  await design();
  await press("添加状态");
  await user.type(screen.getByRole("textbox", { name: "第1个状态的名称" }), "等客户回复");
  await press("添加状态");
  await user.type(screen.getByRole("textbox", { name: "第2个状态的名称" }), "等客户回复");
  await user.selectOptions(screen.getByRole("combobox", { name: "第2个状态属于" }), "已挂起");
  await save();
  const { statuses } = saved().definition;
  expect(statuses).toEqual([
    { id: expect.any(String), name: "等客户回复", state: "handling" },
    { id: expect.any(String), name: "等客户回复", state: "suspended" },
  ]);
  expect(validateFlow(saved().definition).map(({ text }) => text)).toContain("有两个工单状态都叫“等客户回复”");
  await press("移除第2个状态");
  await save();
  expect(saved().definition.statuses).toHaveLength(1);
});
