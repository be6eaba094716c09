/** F101: what stands on a customer's timeline leads on. */
import { authApi } from "@liantai/api/contract";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { page } from "@liantai/ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openRecords, signInToRecords } from "./testing/records.tsx";

const item = (id: string, more: object) => ({
  ...{ id, name: id, url: null, alias: null, icon: null, category: 2, code: null, children: [], ...more },
});
const call = (contactId: string, number: string, mayOpen: boolean) => ({
  ...{ kind: "call", contactId, time: "2026-11-01 08:30:00", direction: "inbound", number, mayOpen },
  ...{ agentId: "1002", agentName: "王志强", talkSeconds: 130, answered: true },
});

test("F101 a call on the timeline opens its detail, for whom sees that call and may look at details", async () => {
  const user = userEvent.setup();
  const server = signInToRecords();
  const detail = item("callrecord.detail", { category: 1, code: "callrecord.detail" });
  server.on(authApi.roleMenu.path, () => [
    item("customers", { url: "/customerinformation" }),
    item("calls", { url: "/callrecord", children: [detail] }),
  ]);
  server.on(
    customerFormDataApi.timeline.path,
    page([call("call-000001", "138****0001", true), call("call-000002", "138****0002", false)]),
  );
  const opened: unknown[] = [];
  const end = bus.subscribe("tab.open", (what) => opened.push(what));
  await openRecords();
  await user.click(await screen.findByRole("button", { name: "详情" }));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("tab", { name: "联系记录" }));
  await sheet.findByText(/138\*\*\*\*0002/);
  await user.click(sheet.getByRole("button", { name: "打开" }));
  end();
  expect(opened).toEqual([{ name: "callrecord/detail", params: { callId: "call-000001" }, title: "通话 000001" }]);
});
