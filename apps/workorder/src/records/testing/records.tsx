/** A form of customers with one record, as the server answers them. */
import { opened, store, type UserInfo } from "@liantai/api/client";
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  formDraftApi,
  formTagApi,
  recordPoolApi,
  recordViewApi,
} from "@liantai/api/contract/workorder";
import { page, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen } from "@testing-library/react";
import { Root } from "../../root.tsx";

const fields = [
  { type: "input", name: "customerCode", label: "客户编号", require: true, placeholder: "不填则自动编号" },
  { type: "input", name: "customerName", label: "客户姓名", require: true, query: true },
  { type: "input", name: "phone", label: "电话号码", require: true, query: true },
  {
    type: "select",
    name: "level",
    label: "等级",
    query: true,
    items: [
      { label_name: "金卡", label_value: "gold" },
      { label_name: "银卡", label_value: "silver" },
    ],
  },
  { type: "datepicker", name: "birthday", label: "生日", query: true },
  { type: "textarea", name: "remark", label: "备注", listDisplay: false },
];
const definition = { formId: "f1", version: 3, name: "客户表单", formType: "customer", fields };
const popup = { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] };
export const listed = {
  ...{ id: "f1", name: "客户表单", formType: "customer", version: 3, fieldCount: 5, hasDraft: false, revision: 4 },
  ...{ popup, indexing: false, createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00", updatedBy: "" },
};
export const form = {
  ...{ id: "f1", name: "客户表单", formType: "customer", version: 3, fields, ext: null, draft: null, revision: 4 },
  ...{ popup, indexing: [], createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00" },
};
export const record = {
  ...{ id: "r1", formId: "f1", formVersion: 3, version: 7, source: "manual", ownerId: "1001", ownerName: "李晓雯" },
  values: { customerCode: "KH00001", customerName: "王女士", phone: "138****5678", level: "gold" },
  ...{ groupId: "", callId: "", parentId: "", deleteTime: "" },
  ...{ createTime: "2026-11-02 10:00:00", updateTime: "2026-11-02 10:00:00" },
};
export const openedRecord = {
  ...{ record, formName: "客户表单", formType: "customer", form: definition, history: [], otherRender: {} },
  changes: [
    {
      time: "2026-11-03 09:30:00",
      by: "周敏",
      action: "编辑",
      fields: [{ name: "level", label: "等级", before: "银卡", after: "金卡" }],
    },
  ],
  allowed: { update: true, delete: true, reveal: false, tag: true },
  dial: [{ field: "phone", label: "电话号码", number: "138****5678", ref: "v1.sealed" }],
};
const verbs = [
  "add",
  "update",
  "delete",
  "import",
  "export",
  "push",
  "tag",
  "tags",
  "share",
  "merge",
  "duplicates",
  "claim",
  "pool",
  "assign",
].map((verb) => `formData.customer.${verb}`);

export const poolSetting = { enabled: 0, claimLimit: 0, returnDays: 0, warnDays: 3, mayChange: true };

/** An agent who may do everything to customers; the server answers with the one record. */
export function signInToRecords(
  who: Partial<UserInfo> = { roleType: 2, agentId: "1001" },
  ...pages: readonly { readonly page: string; readonly buttons: readonly string[] }[]
): FakeServer {
  const server = signIn(who, { page: "/customerinformation", buttons: verbs }, ...pages);
  server.on(customerFormConfApi.list.path, page([listed]));
  server.on(customerFormConfApi.findById.path, () => form);
  server.on(customerFormDataApi.list.path, (question) => ({
    ...page([record])(question),
    ...{ more: false, totalText: "1", next: "", indexing: [] },
  }));
  server.on(formDataApi.find.path, () => openedRecord);
  server.on(formDraftApi.find.path, () => ({ draft: null }));
  server.on(formDraftApi.save.path, () => ({ savedTime: "2026-11-01 10:21:33" }));
  server.on(customerFormDataApi.timeline.path, page([]));
  server.on(formTagApi.list.path, () => []);
  server.on(recordPoolApi.setting.path, () => poolSetting);
  server.on(recordPoolApi.owners.path, () => [{ ownerId: "u2", name: "王志强", agentId: "1002" }]);
  server.on(recordViewApi.list.path, () => ({ views: [], roles: [] }));
  return server;
}

/** 客户信息 with its list. */
export async function openRecords() {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/customerinformation" })));
  await screen.findByRole("cell", { name: "王女士" });
}
