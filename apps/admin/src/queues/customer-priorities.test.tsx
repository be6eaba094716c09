import { assistanceApi, customerPriorityApi, emergencyApi, queueListApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";

const choice = (field: string, fieldLabel: string, value: string, valueLabel: string) => ({
  ...{ formId: "f1", formName: "客户资料", field, fieldLabel, value, valueLabel },
});
const choices = [
  choice("level", "客户等级", "1", "普通"),
  choice("level", "客户等级", "2", "钻石"),
  choice("tags", "标签", "9", "投诉中"),
];
const row = { id: "p1", ...choices[1]!, priorityMin: 8, createdAt: "2026-07-01 09:00:00", createdBy: "张建国" };

test("Q1 客户优先级 is a view of the queue list: a form, its field, that one's choices, and the minutes", async () => {
  const server = signIn({ roleType: 1 });
  server.on(assistanceApi.list.path, () => []);
  server.on(emergencyApi.list.path, () => []);
  server.on(queueListApi.list.path, () => ({ at: Date.now(), groups: [], calls: [] }));
  server.on(customerPriorityApi.list.path, () => ({ list: [row], total: 1, pageNo: 1, pageSize: 20 }));
  server.on(customerPriorityApi.choices.path, () => choices);
  server.on(customerPriorityApi.add.path, () => ({ id: "p2" }));
  await openTab("/queuelist");
  await userEvent.click(await screen.findByRole("tab", { name: "客户优先级" }));
  expect(await screen.findByText("钻石")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: /新增/ }));
  const form = within(await screen.findByRole("dialog"));
  await userEvent.selectOptions(await form.findByLabelText(/客户表单/), "f1");
  await userEvent.selectOptions(form.getByLabelText(/字段/), "level");
  expect(within(form.getByLabelText(/选项/)).queryByText("投诉中")).toBeNull();
  await userEvent.selectOptions(form.getByLabelText(/字段/), "tags");
  await userEvent.selectOptions(form.getByLabelText(/选项/), "9");
  await userEvent.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(customerPriorityApi.add.path)).toMatchObject([
      { formId: "f1", field: "tags", value: "9", priorityMin: 5 },
    ]),
  );
});
