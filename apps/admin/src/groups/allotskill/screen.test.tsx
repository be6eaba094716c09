import { store } from "@liantai/api/client";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, startOver } from "../../testing/screen.tsx";
import { refusal, scrollsThinly, type FakeServer } from "@liantai/ui/testing";

const prefix = "/pbx/api/v1/skillGroup";
const seat = (agentId: string, name: string) => ({ agentId, name, enabled: 1, agentGroupId: null, agentRole: 2 });
const page = (list: unknown[]) => ({ list, total: list.length, pageNo: 1, pageSize: 99_999 });
let server: FakeServer;
const bodies = (path: string) => server.bodies(`${prefix}${path}`);

beforeEach(() => {
  server = startOver();
  server.on(`${prefix}/list`, () => page([{ id: "g1", name: "售后", enabled: 1 }]));
  server.on(`${prefix}/memberFindExist`, () => page([{ ...seat("1001", "王芳"), level: 2, priority: 5 }]));
  server.on(`${prefix}/memberFindNotExist`, () => page([seat("1002", "李明")]));
  for (const verb of ["Add", "Update", "Delete"]) server.on(`${prefix}/member${verb}`, () => ({ count: 1 }));
});

test("a group is chosen, seats are moved in, and level and priority are set for those that were ticked", async () => {
  const user = userEvent.setup();
  await openTab("/allotskill");
  await user.selectOptions(await screen.findByLabelText("技能组"), "售后");
  expect(store.getState().workspace.tabs.find((t) => t.path === "/allotskill")?.search).toBe("id=g1");
  const seatToAdd = await screen.findByRole("option", { name: /李明/ });
  expect(scrollsThinly(seatToAdd)).toBe(true);
  await user.click(seatToAdd);
  await user.click(screen.getByRole("button", { name: "添加到技能组坐席" }));
  await waitFor(() =>
    expect(bodies("/memberAdd")).toEqual([{ skillGroupId: "g1", agentIds: ["1002"], level: 1, priority: 1 }]),
  );
  await user.click(await screen.findByRole("button", { name: "级别与优先级" }));
  const level = within(await screen.findByRole("dialog")).getByLabelText("级别");
  expect(level).toHaveValue("2");
  await user.clear(level);
  await user.type(level, "100");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodies("/memberUpdate")).toEqual([{ skillGroupId: "g1", agentIds: ["1001"], level: 99, priority: 5 }]),
  );
});

test.each(["Exist", "NotExist"])(
  "seats that cannot be read anew (%s) stay as they were, and it is said",
  async (list) => {
    const user = userEvent.setup();
    await openTab("/allotskill", "id=g1");
    await user.click(await screen.findByRole("option", { name: /李明/ }));
    server.on(`${prefix}/memberFind${list}`, () => refusal("refused", "系统繁忙"));
    await user.click(screen.getByRole("button", { name: "添加到技能组坐席" }));
    expect(await screen.findByText("刷新失败，显示的是上次的数据")).toBeVisible();
    expect(screen.getByRole("option", { name: /王芳/ })).toBeVisible();
    expect(screen.getByRole("option", { name: /李明/ })).toBeVisible();
    server.on(`${prefix}/memberFind${list}`, () => page([]));
    await user.click(screen.getByRole("button", { name: "重试" }));
    await waitFor(() => expect(screen.queryByText("刷新失败，显示的是上次的数据")).toBeNull());
  },
);

test("another group of the address is asked for", async () => {
  await openTab("/allotskill", "id=gone");
  expect(await screen.findByText("请选择技能组", { selector: "p,h2,h3,div,span" })).toBeVisible();
  expect(bodies("/memberFindExist")).toEqual([]);
});
