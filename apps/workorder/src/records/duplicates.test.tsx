import { onFailure } from "@liantai/api/client";
import { customerFormDataApi, formDataApi, recordDuplicateApi } from "@liantai/api/contract/workorder";
import { asksToLeave, page, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openedRecord, openRecords, record, signInToRecords } from "./testing/records.tsx";

const other = {
  ...{ ...record, id: "r2", version: 3, createTime: "2026-11-05 10:00:00" },
  values: {
    customerCode: "KH00002",
    customerName: "王女士（新）",
    phone: "139****0000",
    level: "gold",
    remark: "要发票",
  },
};
const duplicate = {
  ...{ id: "r1", title: "王女士", ownerName: "李晓雯", createTime: record.createTime, mayOpen: true, score: 100 },
  reasons: [
    { label: "电话号码相同", weight: 60 },
    { label: "客户姓名相同", weight: 40 },
  ],
};
let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signInToRecords();
  server.on(formDataApi.find.path, ({ body }) => ({ ...openedRecord, record: body["id"] === "r2" ? other : record }));
});
const button = (name: string) => screen.findByRole("button", { name });
const refusing = (mode: "warn" | "refuse") =>
  server.on(customerFormDataApi.add.path, ({ body }) =>
    body["acceptDuplicates"] === 1
      ? { id: "r3", version: 1, formVersion: 3, code: "" }
      : Response.json({
          ...{ code: 409, msg: "可能与 1 条数据重复，请核对后再保存" },
          data: { mode, duplicates: [duplicate] },
        }),
  );

async function typeNew() {
  await openRecords();
  await user.click(await button("新增"));
  const sheet = within(await screen.findByRole("dialog", { name: "新增客户" }));
  await user.type(await sheet.findByRole("textbox", { name: /^客户姓名/ }), "王女士");
  await user.type(sheet.getByRole("textbox", { name: /^电话号码/ }), "13812345678");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  return sheet;
}

test("F73 probable duplicates are shown with score and reasons, and saved all the same where that is allowed", async () => {
  refusing("warn");
  const sheet = await typeNew();
  const found = within((await sheet.findByText(/可能与下列 1 条客户重复/)).parentElement!);
  expect(found.getByText("相似 100 分")).toBeVisible();
  expect(found.getByText(/电话号码相同、客户姓名相同/)).toBeVisible();
  await user.click(found.getByRole("button", { name: "仍然保存" }));
  await waitFor(() =>
    expect(server.bodies(customerFormDataApi.add.path).at(-1)).toMatchObject({
      ...{ formId: "f1", acceptDuplicates: 1, values: { customerName: "王女士", phone: "13812345678" } },
    }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("F73 where the rule refuses there is no way round; what stands there can be looked at", async () => {
  refusing("refuse");
  const sheet = await typeNew();
  expect(await sheet.findByText(/已有 1 条重复的客户，不能保存/)).toBeVisible();
  expect(sheet.queryByRole("button", { name: "仍然保存" })).toBeNull();
  await user.click(sheet.getByRole("button", { name: "查看" }));
  expect(await screen.findByRole("dialog", { name: "客户：王女士" })).toBeVisible();
});

test("F74 two are merged field by field, with the versions that were seen", async () => {
  server.on(customerFormDataApi.list.path, (question) => ({
    ...page([record, other])(question),
    ...{ more: false, totalText: "2", next: "", indexing: [] },
  }));
  server.on(recordDuplicateApi.merge.path, () => ({ id: "r1", version: 8, formVersion: 3, code: "", mergeId: "m1" }));
  await openRecords();
  expect(await button("合并")).toBeDisabled();
  const boxes = screen.getAllByRole("checkbox");
  await user.click(boxes.at(-1)!);
  await user.click(boxes.at(-2)!);
  await user.click(await button("合并"));
  const drawer = within(await screen.findByRole("dialog", { name: "合并客户" }));
  // The older stays; what it has not is the other's.
  expect(await drawer.findByRole("columnheader", { name: /王女士（留下）/ })).toBeVisible();
  const right = (label: string) => drawer.getByRole("radio", { name: `${label}取右` });
  const left = (label: string) => drawer.getByRole("radio", { name: `${label}取左` });
  expect(drawer.queryByRole("radio", { name: "等级取左" })).toBeNull();
  expect([left("备注"), right("备注")].some((radio) => (radio as HTMLInputElement).checked)).toBe(true);
  const newer = drawer.getAllByRole("columnheader").findIndex((head) => head.textContent.includes("被合并"));
  await user.click(newer === 2 ? right("客户姓名") : left("客户姓名"));
  await user.click(
    within(drawer.getByRole("radiogroup", { name: "标签" })).getByRole("radio", { name: "只保留留下的" }),
  );
  await asksToLeave(user);
  await user.click(drawer.getByRole("button", { name: "合并" }));
  await waitFor(() =>
    expect(server.bodies(recordDuplicateApi.merge.path)).toEqual([
      {
        ...{ survivorId: "r1", survivorVersion: 7, loserId: "r2", loserVersion: 3, phones: "both", tags: "mine" },
        choices: { customerCode: "mine", customerName: "theirs", phone: "mine", remark: "theirs" },
      },
    ]),
  );
});

test("F73 F74 groups are looked for and merged, merges are undone, rules are set", async () => {
  const rules = [{ kind: "number", weight: 60 }];
  server.on(recordDuplicateApi.groups.path, (question) => ({
    ...page([
      {
        ...{ id: "g1", score: 100, reasons: ["电话号码相同"] },
        records: [
          { id: "r1", title: "王女士", ownerName: "李晓雯" },
          { id: "r2", title: "王女士（新）", ownerName: "" },
        ],
      },
    ])(question),
    ...{ scannedTime: "2026-11-20 09:00:00", running: false },
  }));
  server.on(recordDuplicateApi.scan.path, () => null);
  server.on(recordDuplicateApi.ignore.path, () => null);
  server.on(recordDuplicateApi.undo.path, () => null);
  server.on(recordDuplicateApi.saveSetting.path, () => refusal("invalid", "至少要有一条规则"));
  const failed = jest.fn();
  const quiet = onFailure(failed);
  const merged = { survivorId: "r1", survivorTitle: "王女士", loserTitle: "王女士（旧）", time: "2026-11-20 09:30:00" };
  server.on(recordDuplicateApi.merges.path, page([{ id: "m1", ...merged, by: "周敏", undoneTime: "", mayUndo: true }]));
  server.on(recordDuplicateApi.setting.path, () => ({
    ...{ mode: "warn", threshold: 60, rules, fields: [{ name: "customerName", label: "客户姓名" }] },
    ...{ mayChange: true, mayMerge: true },
  }));
  await openRecords();
  await user.click(await button("查重"));
  const drawer = within(await screen.findByRole("dialog", { name: "客户查重" }));
  expect(await drawer.findByText(/王女士（李晓雯）、王女士（新）/)).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "全量查重" }));
  await waitFor(() => expect(server.bodies(recordDuplicateApi.scan.path)).toEqual([{ formId: "f1" }]));
  await user.click(drawer.getByRole("button", { name: "不是重复" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "不是重复" }));
  await waitFor(() => expect(server.bodies(recordDuplicateApi.ignore.path)).toEqual([{ id: "g1" }]));
  await user.click(drawer.getByRole("tab", { name: "合并记录" }));
  await user.click(await drawer.findByRole("button", { name: "撤销合并" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "撤销合并" }));
  await waitFor(() => expect(server.bodies(recordDuplicateApi.undo.path)).toEqual([{ id: "m1" }]));
  await user.click(drawer.getByRole("tab", { name: "查重设置" }));
  await user.selectOptions(await drawer.findByRole("combobox", { name: "保存重复数据时" }), "不允许保存");
  await user.click(drawer.getByRole("button", { name: "添加规则" }));
  await asksToLeave(user);
  // The tabs of the sheet ask as well.
  await user.click(drawer.getByRole("tab", { name: "合并记录" }));
  await user.click(screen.getByRole("button", { name: "继续编辑" }));
  await user.selectOptions(drawer.getAllByRole("combobox", { name: "比较" })[1]!, "姓名相同（不计称呼）");
  await user.click(drawer.getByRole("button", { name: "保存" }));
  expect(await drawer.findByRole("alert")).toHaveTextContent("至少要有一条规则");
  // One task later whoever shows failures is told those that nobody has claimed.
  await act(() => new Promise((done) => setTimeout(done)));
  expect(failed).not.toHaveBeenCalledWith(expect.objectContaining({ text: "至少要有一条规则" }));
  server.on(recordDuplicateApi.saveSetting.path, () => null);
  await user.click(drawer.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(recordDuplicateApi.saveSetting.path).slice(1)).toEqual([
      {
        ...{ formId: "f1", mode: "refuse", threshold: 60 },
        rules: [...rules, { kind: "name", weight: 60, field: "customerName" }],
      },
    ]),
  );
  await user.click(drawer.getByRole("tab", { name: "合并记录" }));
  expect(await drawer.findByText("王女士（旧）")).toBeVisible();
  quiet();
});

test("F74 groups in pages of another size are shown from the first page on", async () => {
  const all = Array.from({ length: 25 }, (_, at) => ({
    ...{ id: `g${at}`, score: 100, reasons: ["电话号码相同"] },
    records: [{ id: `a${at}`, title: `第${at}组`, ownerName: "" }],
  }));
  server.on(recordDuplicateApi.groups.path, ({ body }) => {
    const [pageNo, pageSize] = [Number(body["pageNo"]), Number(body["pageSize"])];
    const list = all.slice((pageNo - 1) * pageSize, pageNo * pageSize);
    return { list, total: all.length, pageNo, pageSize, scannedTime: "", running: false };
  });
  await openRecords();
  await user.click(await button("查重"));
  const drawer = within(await screen.findByRole("dialog", { name: "客户查重" }));
  await user.click(await drawer.findByRole("button", { name: "下一页" }));
  const asked = () => server.bodies(recordDuplicateApi.groups.path).at(-1);
  await waitFor(() => expect(asked()).toMatchObject({ pageNo: 2 }));
  await user.selectOptions(drawer.getByRole("combobox", { name: "每页条数" }), "100");
  await waitFor(() => expect(asked()).toMatchObject({ pageNo: 1, pageSize: 100 }));
});
