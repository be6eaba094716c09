/** 服务目标 and 客户链接 on the pages of orders. */
import { customerLinkApi, formStreamApi, serviceTargetApi } from "@liantai/api/contract/work-orders";
import { formDataApi } from "@liantai/api/contract/workorder";
import { opened, store } from "@liantai/api/client";
import { page, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { leftText } from "./parts/targets.tsx";
import { order, ordersServer, record, values } from "./testing/fixtures.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = ordersServer(["customerLink.add"]);
});

async function openOrder(tab: string) {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  const row = within((await screen.findByRole("cell", { name: "宽带不通" })).closest("tr")!);
  await user.click(row.getByRole("button", { name: "打开" }));
  const one = within(await screen.findByRole("dialog", { name: "工单 GD20261101000001" }));
  await user.click(await one.findByRole("tab", { name: tab }));
  return one;
}

const target = {
  ...{ id: "t1", name: "解决", kind: "resolution" as const, phase: "paused" as const, dueTime: "", ended: 0 },
  leftMs: 90 * 60_000,
};
const links = [
  {
    ...{ id: "l1", purpose: "fill" as const, formName: "上门预约", state: "used" as const, creatorName: "李晓雯" },
    ...{ createTime: "2026-11-01 09:00:00", expireTime: "2026-11-08 09:00:00", openTime: "2026-11-01 09:10:00" },
    ...{ useTime: "2026-11-01 09:12:00", recordId: "r9" },
  },
];

test("W54 what is left of a target in words: running, over, standing still, ended", () => {
  const now = Date.parse("2026-11-01T09:00:00+08:00");
  const line = (more: object) => leftText({ ...target, ...more }, now);
  expect(line({ phase: "running", dueTime: "2026-11-01 10:30:00" })).toBe("剩余1小时30分");
  expect(line({ phase: "missed", dueTime: "2026-11-01 08:40:00" })).toBe("已超时20分钟");
  expect(line({})).toBe("已暂停，剩余1小时30分");
  expect(line({ phase: "met", ended: 1 })).toBe("已达成");
  expect(line({ phase: "missed", ended: 1 })).toBe("未达成");
});

test("W54 the list shows the most pressing target and asks for those that are over", async () => {
  server.on(formStreamApi.list.path, page([{ ...order, values, source: "manual", targets: [target] }]));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  expect(await screen.findByText("解决 已暂停，剩余1小时30分")).toBeVisible();
  await user.selectOptions(screen.getByRole("combobox", { name: "服务目标" }), "即将超时");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(server.bodies(formStreamApi.list.path).at(-1)).toMatchObject({ target: "soon" }));
});

test("W54 an order says of each target what counted, what did not, and why", async () => {
  const piece = (from: string, to: string, counts: number, by: string, stretches: string[]) => ({
    ...{ fromTime: `2026-11-02 ${from}`, toTime: `2026-11-02 ${to}`, counts, by, ms: 30 * 60_000, stretches },
  });
  server.on(serviceTargetApi.ofOrder.path, () => [
    {
      ...{ ...target, minutes: 120, spentMs: 30 * 60_000, startTime: "2026-11-02 11:30:00", warnTime: "", endTime: "" },
      pieces: [
        piece("11:30:00", "13:00:00", 1, "提交", [
          "2026-11-02 11:30 至 12:00 工作时间",
          "2026-11-02 12:00 至 13:00 午休",
        ]),
        piece("13:00:00", "13:30:00", 0, "挂起", []),
      ],
    },
  ]);
  const one = await openOrder("流程进度");
  const all = within(await one.findByRole("list", { name: "服务目标" }));
  expect(all.getByText("2小时内，已用30分钟，剩余1小时30分")).toBeVisible();
  await user.click(all.getByRole("button", { name: "为什么" }));
  expect(all.getByText("2026-11-02 12:00 至 13:00 午休")).toBeVisible();
  expect(all.getByText("2026-11-02 13:00:00 至 2026-11-02 13:30:00：挂起后暂停30分钟")).toBeVisible();
});

test("W55 a link is made, its text copied, and is told once; refusals stand in the dialog", async () => {
  const made = {
    ...{ id: "l2", url: "https://kf.example/c/abc", expireTime: "2026-11-08 09:00:00" },
    text: "您好，请点击链接填写《上门预约》：https://kf.example/c/abc",
  };
  let refusing = true;
  server.on(customerLinkApi.list.path, () => ({ list: [], forms: [{ id: "f9", name: "上门预约" }] }));
  server.on(customerLinkApi.add.path, () => (refusing ? refusal("refused", "工单提交后才能生成客户链接") : made));
  const one = await openOrder("客户链接");
  expect(await one.findByText("还没有客户链接")).toBeVisible();
  await user.click(one.getByRole("button", { name: "生成客户链接" }));
  const dialog = within(await screen.findByRole("dialog", { name: "生成客户链接" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: "用途" }), "填写表单");
  expect(dialog.getByRole("button", { name: "生成" })).toBeDisabled();
  await user.selectOptions(dialog.getByRole("combobox", { name: "表单" }), "上门预约");
  await user.click(dialog.getByRole("button", { name: "生成" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("工单提交后才能生成客户链接");
  refusing = false;
  await user.click(dialog.getByRole("button", { name: "生成" }));
  const shown = within(await screen.findByRole("dialog", { name: "客户链接" }));
  expect(server.bodies(customerLinkApi.add.path).at(-1)).toEqual({
    ...{ orderId: "o1", purpose: "fill", formId: "f9", days: 7 },
  });
  const copied = jest.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(shown.getByRole("button", { name: "复制" }));
  expect(copied).toHaveBeenCalledWith(made.text);
  await user.click(shown.getByRole("button", { name: "完成" }));
  await waitFor(() => expect(screen.queryByText(made.text)).toBeNull());
});

test("W57 what a customer filled in is looked at; a link is taken back after a question", async () => {
  server.on(customerLinkApi.list.path, () => ({ list: links, forms: [] }));
  server.on(customerLinkApi.revoke.path, () => ({ count: 1 }));
  const one = await openOrder("客户链接");
  expect(await one.findByRole("cell", { name: "填写《上门预约》" })).toBeVisible();
  expect(one.getByRole("cell", { name: "已使用，2026-11-01 09:12:00" })).toBeVisible();
  server.on(formDataApi.find.path, () => record);
  await user.click(one.getByRole("button", { name: "查看" }));
  expect(await screen.findByRole("dialog", { name: "客户填写的内容" })).toBeVisible();
  await user.click(
    within(screen.getByRole("dialog", { name: "客户填写的内容" })).getByRole("button", { name: /关闭/ }),
  );
  await user.click(one.getByRole("button", { name: "撤销" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "撤销" }));
  await waitFor(() => expect(server.bodies(customerLinkApi.revoke.path)).toEqual([{ ids: ["l1"] }]));
});
