/** 工作台 through the workspace: what operators look at first. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api, store } from "@liantai/api/client";
import { openWorkspace } from "../testing/workspace.tsx";
import { operator, person } from "../testing/people.ts";

const figure = (name: string) =>
  within(document.getElementById("workspace-home")!)
    .getAllByText(name)
    .find((e) => e.tagName === "DT")!.nextElementSibling?.textContent;
const time = (date: Date) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" }).format(date);
const ago = (minutes: number) => time(new Date(Date.now() - minutes * 60_000));

beforeEach(() => act(() => void store.dispatch(api.util.resetApiState())));

test("an operator sees what runs and who is signed in, and can end a sign-in", async () => {
  const row = {
    id: "s9",
    userId: "u1001",
    nickName: "王小兰",
    account: "1001",
    roleType: 2,
    createdAt: ago(60),
    lastSeenAt: ago(1),
    address: "10.0.0.9",
    device: "Chrome",
    current: false,
  };
  const network = await openWorkspace({
    user: operator(),
    handlers: {
      "GET /auth/oauth/api/platform": () => ({
        data: {
          version: "0.1.0",
          database: "PGlite",
          broker: "memory",
          switch: "embedded",
          uptimeS: 93_600,
          enterprises: 1,
          sessions: 2,
          legs: 0,
          registered: 1,
        },
      }),
      "POST /auth/token/sessions": () => ({ data: { list: [row], total: 1, pageNo: 1, pageSize: 50 } }),
      "DELETE /auth/token/sessions/s9": () => ({}),
    },
  });
  await screen.findByRole("region", { name: "平台概况" });
  expect([figure("企业"), figure("运行时间"), figure("交换机")]).toEqual(["1", "1天2小时", "内置交换机"]);
  await userEvent.click(await screen.findByRole("button", { name: "结束 王小兰 在 10.0.0.9 的登录" }));
  await waitFor(() => expect(network.calls("DELETE /auth/token/sessions/s9")).toHaveLength(1));
  expect(JSON.parse(network.calls("POST /auth/token/sessions")[0]!.text)).toMatchObject({ mine: false });
});

test("the others' first tab is a screen of the administration: the shell draws none and asks for nothing", async () => {
  const network = await openWorkspace({ user: person({ roleType: 1, roleId: "r1", agentId: null }) });
  expect(screen.getByRole("tab", { name: "企业首页" })).toHaveAttribute("aria-selected", "true");
  expect(document.getElementById("workspace-home")).not.toHaveAttribute("data-shown");
  expect(network.calls("GET /dca/api/v1/agentState/enterprise")).toHaveLength(0);
});
