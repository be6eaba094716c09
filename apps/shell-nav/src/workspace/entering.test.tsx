import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { storageKeys, texts } from "@liantai/api/contract";
import {
  enterEnterprise,
  leaveEnterprise,
  opened,
  selectSession,
  selectTabs,
  selectUser,
  store,
  reportFailure,
} from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { openWorkspace } from "../testing/workspace.tsx";
import type { Handlers, Network, Seen } from "../testing/network.ts";
import { menu, operator, person } from "../testing/people.ts";

const inside = () =>
  person({
    userName: "0000000admin",
    nickName: "运营",
    userId: "u0",
    agentId: null,
    roleType: 1,
    roleId: "r1",
    extension: null,
    sessionId: "s-in",
    isSys: 1,
  });
const bearer = (seen: Seen) => seen.headers.get("authorization");

const server = (over: Handlers = {}): Handlers => ({
  "POST /auth/oauth/api/reUser": () => ({
    data: { access_token: "in", refresh_token: "in-r", token_type: "Bearer", expires_in: 86_400 },
  }),
  "POST /auth/oauth/api/reStore": () => ({}),
  "GET /auth/token/getUser": (seen) => ({
    data: bearer(seen) === "Bearer in" ? inside() : { ...operator(), sessionId: "s-out" },
  }),
  "GET /pbx/api/v1/menu/route": (seen) => ({
    data: [
      menu("首页", { url: "/" }),
      menu(seen.query.get("id") === "r1" ? "企业的菜单" : "运营的菜单", {
        children: [menu("通话记录", { url: "/callrecord" })],
      }),
    ],
  }),
  "GET /auth/oauth/api/platform": () => ({ data: {} }),
  ...over,
});
const open = (over: Handlers = {}): Promise<Network> => openWorkspace({ user: operator(), handlers: server(over) });
const enter = () => act(() => enterEnterprise("100001"));

afterEach(() => act(() => sessionStorage.clear()));

test("entering replaces the session, resets the tabs, brings the menus of the enterprise and says where one is", async () => {
  const network = await open();
  await screen.findByText("运营的菜单");
  act(() => void store.dispatch(opened({ to: "callrecord" })));
  expect(await enter()).toBeNull();
  await screen.findByText("企业的菜单");
  expect(screen.queryByText("运营的菜单")).toBeNull();
  expect(screen.getByText("示范企业（100001）")).toBeTruthy();
  expect(screen.getByText("运营已进入企业")).toBeTruthy();
  expect(selectTabs(store.getState()).map((tab) => tab.key)).toEqual(["/"]);
  expect(sessionStorage.getItem(storageKeys.enterEnterprise)).toBe("true");
  expect(JSON.parse(sessionStorage.getItem(storageKeys.operatorToken)!)).toMatchObject({ tokens: { access: "a1" } });
  expect(bearer(network.calls("GET /pbx/api/v1/menu/route").at(-1)!)).toBe("Bearer in");
});

test("返回运营 ends the session inside with the operator token and restores roleType 0", async () => {
  const network = await open();
  await enter();
  await userEvent.click(await screen.findByRole("button", { name: "返回运营" }));
  await screen.findByText("运营的菜单");
  expect(bearer(network.calls("POST /auth/oauth/api/reStore")[0]!)).toBe("Bearer a1");
  expect(selectUser(store.getState())).toMatchObject({ roleType: 0, sessionId: "s-out" });
  expect(sessionStorage.getItem(storageKeys.enterEnterprise)).toBeNull();
  expect(sessionStorage.getItem(storageKeys.operatorToken)).toBeNull();
  expect(screen.getByText("运营平台")).toBeTruthy();
});

test("a request of the session inside that is refused after one has left changes nothing", async () => {
  const asked = "GET /pbx/api/v1/menu/route";
  let answer = (_reply: { status: number; code: number; msg: string }): void => undefined;
  const network = await open({
    [asked]: (seen) => (bearer(seen) === "Bearer in" ? new Promise((resolve) => (answer = resolve)) : { data: [] }),
  });
  const before = network.calls(asked).length;
  await enter();
  await waitFor(() => expect(network.calls(asked).length).toBeGreaterThan(before));
  await act(() => leaveEnterprise());
  await act(async () => {
    answer({ status: 401, code: 401, msg: "登录已失效，请重新登录" });
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(selectUser(store.getState())).toMatchObject({ roleType: 0 });
  expect(screen.queryByText(texts.leavingEnterprise)).toBeNull();
});

test("pushed out by another operator: the sentence of the specification, and back", async () => {
  await open();
  await enter();
  act(() => reportFailure({ text: texts.leavingEnterprise, level: "error", action: "leaveEnterprise", status: 426 }));
  expect(await screen.findByText(texts.leavingEnterprise)).toBeTruthy();
  await screen.findByText("运营的菜单");
  expect(selectSession(store.getState())).toMatchObject({ enterEnterprise: false, user: { roleType: 0 } });
});

test("an end of the session that the bus tells leaves the enterprise, not the page", async () => {
  await open();
  await enter();
  act(() => bus.publish("session.signedOut", { reason: "elsewhere" }));
  await waitFor(() => expect(selectUser(store.getState())).toMatchObject({ roleType: 0 }));
});

test("a refused entry changes nothing and says why", async () => {
  await open({ "POST /auth/oauth/api/reUser": () => ({ code: 404, msg: "企业不存在" }) });
  expect(await enter()).toMatchObject({ text: "企业不存在" });
  expect(selectSession(store.getState())).toMatchObject({ enterEnterprise: false, tokens: { access: "a1" } });
});

test("an operator whose own session ended meanwhile goes to the operator sign-in with the reason", async () => {
  const network = await open();
  await enter();
  network.handlers["GET /auth/token/getUser"] = () => ({
    status: 426,
    code: 426,
    msg: "您的账号已在别处登录，您将被强制退出",
  });
  await act(() => leaveEnterprise());
  expect(selectSession(store.getState())).toMatchObject({
    tokens: null,
    loginPath: "/admin/login",
    farewell: "您的账号已在别处登录，您将被强制退出",
  });
});

test("when the server cannot be asked the operator is restored all the same, and the page reloads", async () => {
  const network = await open();
  await enter();
  network.handlers["GET /auth/token/getUser"] = () => {
    throw new TypeError("away");
  };
  const reload = jest.fn();
  await act(() => leaveEnterprise(reload));
  expect(selectSession(store.getState())).toMatchObject({
    enterEnterprise: false,
    tokens: { access: "a1" },
    user: { roleType: 0 },
  });
  expect(reload).toHaveBeenCalledTimes(1);
});

test("arrears that begin while one works stand in the header, and go when they are lifted", async () => {
  let forbidden = 0;
  await openWorkspace({
    handlers: {
      "GET /auth/token/getUser": () => ({
        data: person({ enterprise: { ...person().enterprise!, forbidden } }),
      }),
    },
  });
  expect(screen.queryByText(texts.arrears)).toBeNull();
  act(() => bus.publish("notification.show", { id: "arrears", title: "账户提醒", text: "提醒", level: "error" }));
  expect(await screen.findByText(texts.arrears)).toBeTruthy();
  forbidden = 1;
  act(() => bus.publish("notification.show", { id: "arrears", title: "账户提醒", text: "提醒", level: "success" }));
  await waitFor(() => expect(screen.queryByText(texts.arrears)).toBeNull());
});
