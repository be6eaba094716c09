import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, operator, signIn } from "../../testing/screen.tsx";
import type { Asked } from "@liantai/ui/testing";

const unit = (id: string, name: string, parentId: string | null, enterprises = 0) => ({
  id,
  parentId,
  name,
  remark: "",
  sort: 0,
  enterprises,
  accounts: 0,
});
const rows = ({ body }: Asked) => ({
  list:
    body["unitId"] === "u2"
      ? [{ compId: "100002", name: "上海的企业", enabled: 1, unitId: "u2", unitName: "上海" }]
      : body["unitId"]
        ? []
        : [{ compId: "100009", name: "自由企业", enabled: 1, unitId: null, unitName: "" }],
  total: 1,
  pageNo: 1,
  pageSize: 10,
});

function open() {
  const server = signIn(operator);
  server.on("/pbx/api/v1/operator/list", () => [unit("u1", "华东", null), unit("u2", "上海", "u1", 1)]);
  server.on("/pbx/api/v1/operator/organizCompanyList", rows);
  return server;
}

test("the tree chooses whose enterprises are listed", async () => {
  const user = userEvent.setup();
  const server = open();
  await openTab("/operationunits");
  await user.click(await screen.findByText("上海"));
  expect(await screen.findByText("上海的企业")).toBeVisible();
  expect(server.asked.filter((each) => each.path.endsWith("organizCompanyList")).at(-1)!.body).toMatchObject({
    unitId: "u2",
    below: true,
  });
});

test("a unit is added under another, and enterprises of no unit are given to it", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on("/pbx/api/v1/operator/add", () => ({ id: "u3" }));
  server.on("/pbx/api/v1/operator/assign", () => ({ count: 1 }));
  await openTab("/operationunits");
  await user.click(await screen.findByRole("button", { name: "新增下级华东" }));
  const form = screen.getByRole("dialog", { name: "新增运营单位" });
  await user.type(within(form).getByLabelText(/单位名称/), "杭州");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.asked.find((each) => each.path.endsWith("/operator/add"))?.body).toMatchObject({
      parentId: "u1",
      name: "杭州",
    }),
  );
  await user.click(screen.getByText("上海"));
  await user.click(await screen.findByRole("button", { name: "分配企业" }));
  const dialog = await screen.findByRole("dialog", { name: "分配企业：上海" });
  await user.click(await within(dialog).findByText("自由企业"));
  await user.click(within(dialog).getByRole("button", { name: "添加到本单位的企业" }));
  await waitFor(() =>
    expect(server.asked.find((each) => each.path.endsWith("/assign"))?.body).toEqual({
      unitId: "u2",
      compIds: ["100009"],
    }),
  );
});
