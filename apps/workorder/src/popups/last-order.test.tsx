/** D11: an order that is made in a call begins with the customer's last one, where the agent asks for it. */
import { opened, store } from "@liantai/api/client";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  formDraftApi,
  formTagApi,
  intentionLevelApi,
} from "@liantai/api/contract/workorder";
import { page } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ordersServer, found, record, usableForm } from "../orders/testing/fixtures.ts";
import { Root } from "../root.tsx";

const customer = {
  ...record,
  record: { ...record.record, id: "c1", formId: "f2", values: { customerName: "王女士" } },
  ...{ formType: "customer", formName: "客户表单", form: { ...record.form, formType: "customer" } },
};
const order = (contactId: string, mayOpen: boolean) => ({
  ...{ kind: "order", contactId, time: "2026-11-02 09:00:00", direction: "", number: "", agentId: "", agentName: "" },
  ...{ talkSeconds: 0, answered: false, workCode: "GD1", title: "旧单", state: "done", nodeName: "", mayOpen },
});

test("D11 the newest order of the same form that may be opened fills what nobody typed, without what is its own or masked", async () => {
  const user = userEvent.setup();
  const server = ordersServer();
  const fields = [
    ...record.form.fields,
    { type: "input", name: "phone", label: "电话" },
    { type: "radio", name: "satisfaction", label: "满意度", items: [{ label_name: "满意", label_value: "8" }] },
    { type: "input", name: "serial", label: "机身号", distinct: true },
  ];
  server.on(customerFormConfApi.findById.path, () => ({ ...usableForm, fields }));
  server.on(formDraftApi.find.path, () => ({ draft: null }));
  server.on(intentionLevelApi.list.path, () => []);
  server.on(formTagApi.list.path, () => []);
  server.on(formDataApi.find.path, () => customer);
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({
    list: [
      {
        ...{ id: "c1", formId: "f2", formName: "客户表单", formVersion: 1, version: 2 },
        ...{ fields: [], values: {}, createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00" },
      },
    ],
    phone: "",
  }));
  server.on(customerFormDataApi.timeline.path, page([order("o1", false), order("o2", true), order("o3", true)]));
  const old = { address: "解放路2号", result: "已更换", phone: "138****5678", satisfaction: "8", serial: "S1" };
  server.on(formStreamApi.find.path, ({ body }) =>
    body["id"] === "o2"
      ? { ...found, order: { ...found.order, id: "o2", formId: "other" } }
      : { ...found, order: { ...found.order, id: "o3", workCode: "GD3" }, values: old },
  );
  server.on(formStreamApi.create.path, () => ({ id: "o9", workCode: "GD9", seq: 2 }));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/screenPopup", params: { callId: "k1" }, cover: true })));
  await user.click(await screen.findByRole("button", { name: "新建工单" }));
  const sheet = within(await screen.findByRole("dialog", { name: "新建工单" }));
  await user.type(await sheet.findByRole("textbox", { name: /^地址/ }), "人民路1号");
  await user.click(sheet.getByRole("button", { name: "带入上次工单" }));
  expect(await sheet.findByText("已从工单GD3带入1个字段")).toBeVisible();
  expect(sheet.getByRole("textbox", { name: /^处理结果/ })).toHaveValue("已更换");
  await user.click(sheet.getByRole("button", { name: "提交" }));
  await waitFor(() =>
    expect(server.bodies(formStreamApi.create.path)).toMatchObject([
      { customerId: "c1", values: { customerName: "王女士", address: "人民路1号", result: "已更换" } },
    ]),
  );
  const [{ values }] = server.bodies(formStreamApi.create.path) as [{ values: object }];
  expect(Object.keys(values).sort()).toEqual(["address", "customerName", "result"]);
  // One that may not be opened is not asked for.
  expect(server.bodies(formStreamApi.find.path)).toEqual([{ id: "o2" }, { id: "o3" }]);
});
