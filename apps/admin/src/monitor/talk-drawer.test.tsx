import { assistanceApi, assistApi } from "@liantai/api/contract/admin";
import { bus, type BusEvents } from "@liantai/bus";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";
import { seat, talking } from "./testing/seats.ts";

const talks: BusEvents["assist.follow"][] = [];
const end = bus.subscribe("assist.follow", (payload) => talks.push(payload));
afterAll(() => end());

test("A8 the talk of a seat is read live in a drawer, which follows it while it is open", async () => {
  const fake = signIn({ roleType: 3, agentId: "1005", userName: "1000012005" });
  fake.on(assistanceApi.list.path, () => []);
  fake.on("/dca/api/v1/agentState/monitor", () => ({ asOf: Date.now(), seats: [seat("1002")] }));
  fake.on("/pbx/api/v1/businessPurview/selectByRoleId", () => [{ key: "monitor", value: 1 }]);
  await openTab("/realtimemonitoring");
  await screen.findByText("坐席1002");
  await screen.findByRole("columnheader", { name: /操作/ });
  const entry = { agentId: "1002", endTime: 2, mute: 0, chipin: 0, speed: null, badWords: [], badWord: 0 } as const;
  fake.on(assistApi.msg.path, () => [{ ...entry, id: "1", type: "customer", text: "你好", startTime: 1 }]);
  fake.on(assistApi.warn.path, () => []);
  act(() => bus.publish("agents.pull", { full: true, agents: [talking("1002")] }));
  fireEvent.click(screen.getByRole("button", { name: "对话坐席1002" }));
  const drawer = within(await screen.findByRole("dialog", { name: "坐席坐席1002的对话" }));
  expect(await drawer.findByText("你好")).toBeVisible();
  expect(talks).toEqual([{ agentId: "1002" }]);
  const of = { callId: "c1", agentId: "1002" };
  const dialogueData = { ...entry, id: "2", type: "agent", text: "您好请讲", startTime: 3 } as const;
  act(() => {
    bus.publish("assist.said", { type: "CHAT", ...of, dialogueData });
    bus.publish("assist.said", {
      type: "CHAT",
      callId: "c7",
      agentId: "1001",
      dialogueData: { ...dialogueData, id: "3" },
    });
    bus.publish("assist.said", {
      type: "WARN",
      ...of,
      warningData: { id: "w", kind: "silence", time: 1, text: "双方已10秒没有说话", entryId: "" },
    });
  });
  expect(drawer.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "静音双方已10秒没有说话",
    expect.stringMatching(/^客户 .*你好$/),
    expect.stringMatching(/^坐席 .*您好请讲$/),
  ]);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(talks.at(-1)).toEqual({ agentId: null }));
});
