/** E22 of flows: markup and formulas in names and wordings are text, on the canvas, in the panel, in search and in what a test says. */
import { flowApi, flowTestApi } from "@liantai/api/contract/flow-editor";
import { openTabOf } from "@liantai/ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";
import { bodyWith, node, says, small } from "./testing/design.ts";
import { at, flowServer, loaded } from "./testing/flows.ts";

const script = "<script>globalThis.ran = true</script>";
const image = "<img src=x onerror='globalThis.ran = true'>";
const formula = "=1+1";

test("E22 a wording with <script>, a name with <img> and a formula stay what was typed, everywhere", async () => {
  const user = userEvent.setup();
  const server = flowServer();
  const said = node("bye", "hangup", { nodeName: image, x: 540, talkings: [says("t2", script), says("t3", formula)] });
  const flow = bodyWith({ 主流程: [...small.filter(({ nodeId }) => nodeId !== "bye"), said] });
  server.on(flowApi.find.path, () => ({ ...loaded, flow: JSON.stringify(flow) }));
  const test = { steps: [], overrides: {}, expect: [{ what: "said", value: script }] };
  const row = { id: "x", name: image, remark: "", enabled: 1, updateTime: at, updatedBy: script, test };
  server.on(flowTestApi.list.path, () => [row]);
  server.on(flowTestApi.run.path, () => ({
    ...{ passed: 0, failed: 1, coverage: { nodes: { all: 4, missing: [] }, exits: { all: 4, missing: [] } } },
    results: [
      {
        ...{ id: "x", name: image, passed: 0, faults: [`没有播报“${script}”`], taken: [] },
        track: [{ action: "play", nodeId: "bye", nodeName: image, content: formula, at: 0 }],
      },
    ],
  }));
  await openTabOf(Root, "/knownnav", "?id=f1");
  const card = await screen.findByRole("group", { name: new RegExp(`挂机节点：${image}`) });
  expect(card).toHaveTextContent(image);
  card.focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByDisplayValue(script)).toBeInTheDocument();
  expect(screen.getByDisplayValue(formula)).toBeInTheDocument();
  await user.click(screen.getByRole("tab", { name: "测试" }));
  await user.click(await screen.findByRole("button", { name: "全部运行" }));
  const side = within(screen.getByRole("complementary", { name: "测试" }));
  expect(await side.findByText(`没有播报“${script}”`)).toBeVisible();
  expect(side.getByText(`${image}：${formula}`)).toBeVisible();
  expect(document.querySelectorAll("script, img[src='x']")).toHaveLength(0);
  expect((globalThis as { ran?: boolean }).ran).toBeUndefined();
});
