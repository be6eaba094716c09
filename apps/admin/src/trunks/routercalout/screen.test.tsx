import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";

const route = {
  id: "r1",
  name: "国内长途",
  prefixes: "0",
  minLength: 8,
  maxLength: 12,
  strip: 0,
  prepend: "9",
  display: "default",
  displayNumbers: "",
  priority: 10,
  enabled: 1,
  remark: "",
};
const all = ["routeOut.add", "routeOut.update", "routeOut.delete"];

test("a route is added with the numbers it shows; what is wrong is told at the field", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/routercalout", buttons: all });
  server.on("/pbx/api/v1/routeOut/list", page([route]));
  server.on("/pbx/api/v1/routeOut/add", () => ({ id: "r2" }));
  await openTab("/routercalout");
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = screen.getByRole("dialog", { name: "新增外呼路由" });
  await user.type(within(form).getByLabelText(/路由名称/), "手机");
  await user.click(within(form).getByRole("radio", { name: "指定号码" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请输入外显号码")).toBeVisible();
  await user.type(within(form).getByLabelText(/外显号码/), "4001");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.find(({ path }) => path.endsWith("/add"))!.body).toMatchObject({
    name: "手机",
    display: "fixed",
    displayNumbers: "4001",
    minLength: 3,
    priority: 100,
  });
});

test("路由测试 says which route applies and why", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/routercalout", buttons: all });
  server.on("/pbx/api/v1/routeOut/list", page([route]));
  server.on("/pbx/api/v1/routeOut/test", () => ({
    ok: true,
    reason: "",
    dialled: "902112345678",
    displayed: "",
    routeName: "国内长途",
    trunkRoute: null,
    trunks: [],
    steps: [{ title: "外呼路由 国内长途", detail: "优先级 10", outcome: "matched" }],
  }));
  await openTab("/routercalout");
  await user.click(await screen.findByRole("button", { name: "路由测试" }));
  const dialog = screen.getByRole("dialog", { name: "外呼路由测试" });
  await user.click(within(dialog).getByRole("button", { name: "测试" }));
  expect(await within(dialog).findByText("请输入被叫号码")).toBeVisible();
  await user.type(within(dialog).getByLabelText(/主叫号码/), "1001");
  await user.type(within(dialog).getByLabelText(/被叫号码/), "02112345678");
  await user.click(within(dialog).getByRole("button", { name: "测试" }));
  expect(await within(dialog).findByText("实际拨打 902112345678，外显 默认接入号码")).toBeVisible();
  expect(within(dialog).getByRole("list", { name: "判断过程" })).toHaveTextContent("匹配外呼路由 国内长途优先级 10");
});
