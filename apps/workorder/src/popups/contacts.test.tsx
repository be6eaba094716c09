/** What stands beside the form of a caller: how he was in touch lately. */
import { opened, store } from "@liantai/api/client";
import { customerFormDataApi, intentionLevelApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { page } from "@liantai/ui/testing";
import { act, render, screen, within } from "@testing-library/react";
import { record, signInToRecords } from "../records/testing/records.tsx";
import { Root } from "../root.tsx";

const call = {
  ...{ kind: "call", contactId: "k1", time: "2026-11-02 09:00:00", direction: "inbound", number: "138****5678" },
  ...{ agentId: "1001", agentName: "李晓雯", talkSeconds: 0, answered: true, live: true },
};
const chat = { ...call, kind: "chat", contactId: "h1", direction: "", webName: "官网", live: false, talkSeconds: 65 };
const robots = { ...chat, contactId: "h2", agentId: "", agentName: "", answered: false };

test("F53 the last contacts say how the call ended once it has a record, and a web chat is called one", async () => {
  const server = signInToRecords();
  const { id, formId, formVersion, version, createTime, updateTime } = record;
  const listed = (last: object) => page([last, chat, robots, { ...robots, contactId: "h3", removed: true }]);
  server.on(intentionLevelApi.list.path, () => []);
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({
    list: [
      { ...{ id, formId, formVersion, version, createTime, updateTime }, formName: "客户表单", fields: [], values: {} },
    ],
    phone: "138****5678",
  }));
  server.on(customerFormDataApi.timeline.path, listed(call));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/screenPopup", params: { callId: "k1" }, cover: true })));
  const contacts = within(await screen.findByRole("region", { name: "联系记录" }));
  expect(await contacts.findByText("呼入 · 李晓雯 · 进行中")).toBeVisible();
  expect(contacts.getByText("在线会话 官网 · 李晓雯 · 01:05")).toBeVisible();
  expect(contacts.getByText("在线会话 官网 · 未转人工")).toBeVisible();
  expect(contacts.getByText("在线会话 官网 · 已清理")).toBeVisible();
  server.on(customerFormDataApi.timeline.path, listed({ ...call, live: false, talkSeconds: 26 }));
  act(() => bus.publish("call.recorded", { callId: "k1", cause: "completed" }));
  expect(await contacts.findByText("呼入 · 李晓雯 · 00:26")).toBeVisible();
});
