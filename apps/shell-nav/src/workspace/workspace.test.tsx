/** The workspace through its screen: menu, tabs, their context menu, header, notifications, the end of a session. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { pressItem as pressItemOf } from "@liantai/ui/testing";
import userEvent from "@testing-library/user-event";
import { href } from "@liantai/api/contract";
import {
  authQueries,
  markUnsaved,
  opened,
  selectActiveKey,
  selectSignedIn,
  store,
  telephonyChanged,
  showing,
} from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { openWorkspace } from "../testing/workspace.tsx";
import { menu, menus, operator, person } from "../testing/people.ts";

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
  localStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

const tabs = () => within(screen.getByRole("tablist")).getAllByRole("tab");
const titles = () => tabs().map((t) => t.textContent);
const tab = (name: string) => screen.getByRole("tab", { name });
const detail = (id: string) =>
  act(() => void store.dispatch(opened({ to: "/callrecord/detail", params: { callId: id }, title: `通话${id}` })));
const pressItem = (name: string) => pressItemOf(user, name);
const open = (...ids: string[]) => ids.forEach(detail);

describe("menu", () => {
  test("an entry opens its tab, then activates it", async () => {
    await openWorkspace();
    await user.click(screen.getByRole("button", { name: "通话记录" }));
    expect(titles()).toEqual(["坐席首页", "通话记录"]);
    expect(location.pathname).toBe("/callrecord");
    expect(document.title).toBe("通话记录 - 联台");
    expect(screen.getByRole("button", { name: "通话记录" })).toHaveAttribute("aria-current", "page");
    await user.click(screen.getByRole("button", { name: "首页" }));
    await user.click(screen.getByRole("button", { name: "通话记录" }));
    expect(titles()).toEqual(["坐席首页", "通话记录"]);
  });

  test("an outside address with an alias opens the generic page with both", async () => {
    await openWorkspace();
    await user.click(screen.getByRole("button", { name: "企业网盘" }));
    expect(titles()).toEqual(["坐席首页", "企业网盘"]);
    expect(location.pathname).toBe(href("/page", { alias: "网盘", url: "https://files.example.com/" }));
  });

  test("groups fold; the whole menu becomes narrow and stays so", async () => {
    await openWorkspace();
    const group = screen.getByRole("button", { name: "呼叫中心" });
    await user.click(group);
    expect(group).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("button", { name: "通话记录" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "收起菜单" }));
    expect(document.documentElement.style.getPropertyValue("--menu-width")).toBe("48px");
    expect(localStorage.getItem("liantai.menu")).toBe("narrow");
    await user.click(group);
    expect(document.documentElement.style.getPropertyValue("--menu-width")).toBe("208px");
    expect(screen.getByRole("button", { name: "通话记录" })).toBeInTheDocument();
  });

  test("where the page is small, the menu is narrow by itself, and as it was chosen where it has room again", async () => {
    const media = Object.assign(new EventTarget(), { matches: false });
    const real = globalThis.matchMedia;
    globalThis.matchMedia = () => media as MediaQueryList;
    const becomes = (matches: boolean) => {
      media.matches = matches;
      act(() => void media.dispatchEvent(new Event("change")));
    };
    const width = () => document.documentElement.style.getPropertyValue("--menu-width");
    try {
      await openWorkspace();
      expect(width()).toBe("208px");
      becomes(true);
      expect(width()).toBe("48px");
      await user.click(screen.getByRole("button", { name: "展开菜单" }));
      expect(width()).toBe("208px");
      await user.click(screen.getByRole("button", { name: "收起菜单" }));
      becomes(false);
      expect(width()).toBe("208px");
    } finally {
      globalThis.matchMedia = real;
    }
  });

  test("a failure is drawn and tried again", async () => {
    let works = false;
    await openWorkspace({
      user: person({ roleId: "r-fails" }),
      handlers: { "GET /pbx/api/v1/menu/route": () => (works ? { data: menus } : { status: 500, code: 500 }) },
    });
    expect(await screen.findByText("菜单没有加载成功")).toBeInTheDocument();
    works = true;
    await user.click(within(screen.getByRole("navigation")).getByRole("button", { name: "重试" }));
    expect(await screen.findByRole("button", { name: "通话记录" })).toBeInTheDocument();
  });

  test("is read again when the bus says that it changed", async () => {
    const network = await openWorkspace({ user: person({ roleId: "r-changes" }) });
    network.handlers = {
      ...network.handlers,
      "GET /pbx/api/v1/menu/route": () => ({ data: [menu("只剩首页", { url: "/" })] }),
    };
    act(() => bus.publish("menu.changed", {}));
    expect(await screen.findByRole("button", { name: "只剩首页" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "通话记录" })).toBeNull();
    expect(authQueries.endpoints.roleMenu.select({ query: { id: "r-changes" } })(store.getState()).data).toHaveLength(
      1,
    );
  });
});

test("with another role the user is read again, and the menus are that role's", async () => {
  const before = person({ roleId: "r-before" });
  const network = await openWorkspace({ user: before });
  network.handlers = {
    ...network.handlers,
    "GET /auth/token/getUser": () => ({ data: { ...before, roleId: "r-after" } }),
    "GET /pbx/api/v1/menu/route": ({ query }) =>
      query.get("id") === "r-after" ? { data: [menu("只剩首页", { url: "/" })] } : { status: 403, code: 403 },
  };
  act(() => bus.publish("menu.changed", {}));
  expect(await screen.findByRole("button", { name: "只剩首页" })).toBeInTheDocument();
  expect(store.getState().session.user?.roleId).toBe("r-after");
});

describe("tabs", () => {
  test("a click switches, the cross closes, the home tab has none", async () => {
    await openWorkspace();
    open("甲", "乙");
    await user.click(tab("通话甲"));
    expect(tab("通话甲")).toHaveAttribute("aria-selected", "true");
    expect(tab("坐席首页").querySelector("[data-close]")).toBeNull();
    await user.click(tab("通话乙").querySelector("[data-close]")!);
    expect(titles()).toEqual(["坐席首页", "通话甲"]);
    await user.click(tab("通话甲").querySelector("[data-close]")!);
    expect(titles()).toEqual(["坐席首页"]);
    expect(location.pathname).toBe("/");
  });

  test("a press shows the tab at once; the address, the title and the menu follow after the frame", async () => {
    await openWorkspace();
    await user.click(screen.getByRole("button", { name: "通话记录" }));
    jest.useFakeTimers();
    const followed = () => [
      location.pathname,
      document.title,
      screen.getByRole("button", { name: "通话记录" }).getAttribute("aria-current"),
    ];
    fireEvent.click(tab("坐席首页"));
    expect(tabs().map((one) => [one.getAttribute("aria-selected"), one.tabIndex])).toEqual([
      ["true", 0],
      ["false", -1],
    ]);
    expect(followed()).toEqual(["/callrecord", "通话记录 - 联台", "page"]);
    act(() => jest.advanceTimersToNextFrame());
    expect(followed()).toEqual(["/callrecord", "通话记录 - 联台", "page"]);
    act(() => jest.advanceTimersByTime(1));
    expect(followed()).toEqual(["/", "坐席首页 - 联台", null]);
  });

  test("a press that comes late marks its tab in its own frame, and its pane comes after that", async () => {
    await openWorkspace();
    await user.click(screen.getByRole("button", { name: "通话记录" }));
    jest.useFakeTimers();
    const now = jest.spyOn(performance, "now").mockReturnValue(Number.MAX_SAFE_INTEGER);
    fireEvent.click(tab("坐席首页"));
    now.mockRestore();
    expect(tab("坐席首页")).toHaveAttribute("aria-selected", "true");
    expect(showing.tab()?.key).toBe("/callrecord");
    act(() => jest.advanceTimersToNextFrame());
    act(() => jest.advanceTimersByTime(1));
    expect([showing.tab()?.key, location.pathname]).toEqual(["/", "/callrecord"]);
    act(() => jest.advanceTimersToNextFrame());
    act(() => jest.advanceTimersByTime(1));
    expect(location.pathname).toBe("/");
  });

  const choose = async (name: string, item: string) => {
    fireEvent.contextMenu(tab(name), { clientX: 40, clientY: 40 });
    await pressItem(item);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  };

  test.each([
    ["关闭", ["坐席首页", "通话甲", "通话丙"]],
    ["关闭全部", ["坐席首页"]],
    ["关闭其他", ["坐席首页", "通话乙"]],
    ["关闭左侧", ["坐席首页", "通话乙", "通话丙"]],
    ["关闭右侧", ["坐席首页", "通话甲", "通话乙"]],
  ])("the context menu: %s", async (item, left) => {
    await openWorkspace();
    open("甲", "乙", "丙");
    await choose("通话乙", item);
    expect(titles()).toEqual(left);
  });

  test("a tab with unsaved text is asked for, however it is closed; the others close at once", async () => {
    await openWorkspace();
    open("甲", "乙");
    const saved = markUnsaved(tab("通话甲").dataset.key!);
    await user.click(tab("通话甲").querySelector("[data-close]")!);
    const question = await screen.findByRole("alertdialog", { name: "关闭「通话甲」" });
    expect(question).toHaveTextContent("有未保存的内容，确定要离开吗？");
    await user.click(within(question).getByRole("button", { name: "继续编辑" }));
    expect(titles()).toEqual(["坐席首页", "通话甲", "通话乙"]);
    await user.click(tab("通话乙").querySelector("[data-close]")!);
    expect(titles()).toEqual(["坐席首页", "通话甲"]);
    await choose("坐席首页", "关闭全部");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "放弃" }));
    expect(titles()).toEqual(["坐席首页"]);
    const leave = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leave);
    saved();
    const go = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(go);
    expect([leave.defaultPrevented, go.defaultPrevented]).toEqual([true, false]);
  });

  test("what would close nothing cannot be chosen", async () => {
    await openWorkspace();
    open("甲");
    fireEvent.contextMenu(tab("坐席首页"), { clientX: 1, clientY: 1 });
    const disabled = async (name: string) =>
      (await screen.findByRole("menuitem", { name })).hasAttribute("data-disabled");
    expect([await disabled("关闭"), await disabled("关闭左侧"), await disabled("关闭右侧")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("by keyboard: arrows, ends, Delete, Shift+F10", async () => {
    await openWorkspace();
    open("甲", "乙");
    tab("通话乙").focus();
    await user.keyboard("{ArrowLeft}");
    expect(tab("通话甲")).toHaveFocus();
    await waitFor(() => expect(selectActiveKey(store.getState())).toBe(tab("通话甲").dataset.key));
    await user.keyboard("{End}{ArrowRight}");
    expect(tab("坐席首页")).toHaveFocus();
    await user.keyboard("{Delete}");
    expect(titles()).toHaveLength(3);
    await user.keyboard("{ArrowRight}{Delete}");
    expect(titles()).toEqual(["坐席首页", "通话乙"]);
    expect(tab("坐席首页")).toHaveFocus();
    tab("通话乙").focus();
    await user.keyboard("{Shift>}{F10}{/Shift}");
    expect(await screen.findByRole("menu", { name: "标签页「通话乙」" })).toBeInTheDocument();
  });

  test("an operator's home is drawn in the workspace by the shell and hides behind others", async () => {
    await openWorkspace({ user: operator() });
    const home = document.getElementById("workspace-home")!;
    expect(home).toHaveAttribute("data-shown");
    act(() => void store.dispatch(opened({ to: "/menulist" })));
    expect(home).not.toHaveAttribute("data-shown");
  });

  test("the bus opens tabs", async () => {
    await openWorkspace();
    act(() => bus.publish("tab.open", { name: "callrecord" }));
    expect(titles()).toEqual(["坐席首页", "通话记录"]);
  });
});

describe("header", () => {
  test("says where and who", async () => {
    await openWorkspace();
    expect(screen.getByText("示范企业（100001）")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^用户菜单：\s*王小兰\s*坐席$/ })).toBeInTheDocument();
  });

  test("the colours follow a choice that is kept", async () => {
    await openWorkspace();
    const press = () => user.click(screen.getByRole("button", { name: /^外观/ }));
    await press();
    expect(document.documentElement).toHaveClass("light");
    await press();
    expect(document.documentElement).toHaveClass("dark");
    expect(localStorage.getItem("liantai.colorMode")).toBe("dark");
    await press();
    expect(localStorage.getItem("liantai.colorMode")).toBeNull();
  });

  const menuItem = async (name: string) => {
    await user.click(screen.getByRole("button", { name: /^用户菜单/ }));
    await pressItem(name);
  };

  test("leaving tells the server first, then empties the page and goes to the sign-in page", async () => {
    const network = await openWorkspace({ path: "/callrecord" });
    sessionStorage.setItem("left", "over");
    await menuItem("退出登录");
    await waitFor(() => expect(location.pathname).toBe("/login"));
    expect(network.calls("DELETE /auth/token/logout")[0]!.headers.get("authorization")).toBe("Bearer a1");
    expect(selectSignedIn(store.getState())).toBe(false);
    expect(sessionStorage.getItem("left")).toBeNull();
    expect(screen.queryByRole("tablist")).toBeNull();
  });

  test("an operator goes back to the operators' sign-in", async () => {
    await openWorkspace({
      user: operator(),
      handlers: {
        "GET /auth/oauth/api/platform": () => ({ status: 503, code: 503 }),
        "POST /auth/token/sessions": () => ({ status: 503, code: 503 }),
      },
    });
    expect(screen.getByText("运营平台")).toBeInTheDocument();
    await menuItem("退出登录");
    await waitFor(() => expect(location.pathname).toBe("/admin/login"));
  });

  test("unsaved text is asked about before anybody leaves", async () => {
    const network = await openWorkspace({ path: "/callrecord" });
    const saved = markUnsaved(selectActiveKey(store.getState()));
    await menuItem("退出登录");
    expect(await screen.findByText("有未保存的内容，确定要离开吗？")).toBeInTheDocument();
    expect(network.calls("DELETE /auth/token/logout")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "放弃" }));
    await waitFor(() => expect(location.pathname).toBe("/login"));
    saved();
  });

  test("nobody leaves in mid-call", async () => {
    const network = await openWorkspace();
    act(
      () =>
        void store.dispatch(
          telephonyChanged({
            call: {
              callId: "c1",
              direction: "inbound",
              phase: "talking",
              number: "138****0000",
              ringingAt: 1,
              held: false,
              agentLost: false,
            },
          }),
        ),
    );
    await menuItem("退出登录");
    expect(await screen.findByText("当前正在通话，请结束通话后再退出。")).toBeInTheDocument();
    expect(network.calls("DELETE /auth/token/logout")).toEqual([]);
  });

  test("the own sign-ins are listed and another one can be ended", async () => {
    const row = (id: string, current: boolean) => ({
      id,
      userId: "u1001",
      nickName: "王小兰",
      account: "1001",
      roleType: 2,
      createdAt: "2026-01-05 09:00:00",
      lastSeenAt: "2026-01-05 09:30:00",
      address: `10.0.0.${id}`,
      device: "Chrome 147",
      current,
    });
    let rows = [row("1", true), row("2", false)];
    const network = await openWorkspace({
      handlers: {
        "POST /auth/token/sessions": () => ({ data: { list: rows, total: rows.length, pageNo: 1, pageSize: 50 } }),
        "DELETE /auth/token/sessions/2": () => {
          rows = [row("1", true)];
          return {};
        },
      },
    });
    await menuItem("我的登录");
    expect(await screen.findByText("当前登录")).toBeInTheDocument();
    expect(JSON.parse(network.calls("POST /auth/token/sessions")[0]!.text)).toMatchObject({ mine: true });
    await user.click(screen.getByRole("button", { name: "结束 王小兰 在 10.0.0.2 的登录" }));
    await waitFor(() => expect(screen.queryByText("10.0.0.2")).toBeNull());
  });
});
