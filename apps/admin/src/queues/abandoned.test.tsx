import { bus } from "@liantai/bus";
import { abandonedApi, assistanceApi, emergencyApi, queueCallbackApi, queueListApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";
import { call, watching } from "./testing/rows.ts";

test("C10 接起 of an administrator brings the caller to his page, which the workstation is asked for", async () => {
  const server = signIn({ roleType: 1, agentId: null }, ...watching);
  for (const { path } of [assistanceApi.list, emergencyApi.list]) server.on(path, () => []);
  server.on(queueListApi.list.path, () => ({ at: Date.now(), groups: [], calls: [call] }));
  const supervised: unknown[] = [];
  const over = bus.subscribe("seat.supervise", (what) => void supervised.push(what));
  await openTab("/queuelist");
  await userEvent.click(await screen.findByRole("button", { name: "接起" }));
  await waitFor(() => expect(supervised).toEqual([{ command: "pickup", callId: "c1" }]));
  expect(server.bodies(queueListApi.pickUp.path)).toEqual([]);
  over();
});

test("Q14 an administrator has no seat: he chooses a ready one, which calls", async () => {
  const user = userEvent.setup();
  const server = signIn({ roleType: 1, agentId: null }, ...watching);
  for (const { path } of [assistanceApi.list, emergencyApi.list]) server.on(path, () => []);
  const callback = { id: "b2", tries: 0, nextAt: null };
  server.on(queueListApi.list.path, () => ({ at: Date.now(), groups: [], calls: [{ ...call, callback }] }));
  const seat = [{ id: "1001", label: "王芳（1001）" }];
  server.on(queueListApi.targets.path, () => ({ skillGroup: [], dispatchQueue: [], seat }));
  server.on(queueCallbackApi.callNow.path, () => null);
  await openTab("/queuelist");
  await user.click(await screen.findByRole("button", { name: "回拨" }));
  const dialog = within(await screen.findByRole("dialog"));
  const choice = await dialog.findByRole("combobox", { name: /回拨坐席/ });
  await user.click(dialog.getByRole("button", { name: "回拨" }));
  expect(await dialog.findByText("请选择回拨的坐席")).toBeVisible();
  await user.selectOptions(choice, "1001");
  await user.click(dialog.getByRole("button", { name: "回拨" }));
  await waitFor(() => expect(server.bodies(queueCallbackApi.callNow.path)).toEqual([{ id: "b2", agentId: "1001" }]));
});

test.each([
  [["callrecord.detail"], 1],
  [[], 0],
] as const)(
  "Q14 未接来电: who called back and when; with %j on the page of calls it leads there %i times",
  async (buttons, links) => {
    const user = userEvent.setup();
    const server = signIn({ roleType: 3, agentId: "1005" }, ...watching, { page: "/callrecord", buttons });
    for (const { path } of [assistanceApi.list, emergencyApi.list]) server.on(path, () => []);
    server.on(queueListApi.list.path, () => ({ at: Date.now(), groups: [], calls: [] }));
    const row = {
      callId: "a1",
      number: "138****5678",
      place: "北京市",
      groupName: "客服一组",
      accessNumber: "4001",
      arrivedAt: Date.now() - 600_000,
      waitS: 42,
      cause: "abandonedInQueue",
      calledBack: null,
    };
    const back = { callId: "b", agentId: "1002", at: Date.now(), answered: false };
    const list = [row, { ...row, callId: "a2", calledBack: back }];
    server.on(abandonedApi.list.path, () => ({ list, total: 2, pageNo: 1, pageSize: 20 }));
    server.on(abandonedApi.callBack.path, () => null);
    await openTab("/queuelist");
    await user.click(await screen.findByRole("tab", { name: "未接来电" }));
    expect(await screen.findByText("未回拨", { selector: "span" })).toBeVisible();
    expect(screen.getByText(/^1002 .* 未接通$/)).toBeVisible();
    await waitFor(() => expect(screen.queryAllByRole("button", { name: /^1002 .* 未接通$/ })).toHaveLength(links));
    await user.click(screen.getAllByRole("button", { name: "回拨" })[0]!);
    await waitFor(() => expect(server.bodies(abandonedApi.callBack.path)).toEqual([{ callId: "a1" }]));
    // Whatever is asked of them, this view stays on show.
    await user.type(screen.getByLabelText("来电号码"), "138");
    await user.click(screen.getByRole("button", { name: "查询" }));
    await waitFor(() => expect(server.bodies(abandonedApi.list.path).at(-1)).toMatchObject({ number: "138" }));
    expect(screen.getByRole("tab", { name: "未接来电" })).toHaveAttribute("aria-selected", "true");
  },
);
