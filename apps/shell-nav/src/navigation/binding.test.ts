import { encodeMultis, href } from "@liantai/api/contract";
import {
  activated,
  closed,
  closedAll,
  opened,
  passwordDue,
  selectActiveKey,
  selectSession,
  selectTabs,
  signedOut,
  store,
  tokensReceived,
  userLoaded,
} from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { operator, person, tokens } from "../testing/people.ts";
import { bindWorkspace } from "./binding.ts";
import { watchSessionEnd } from "./sign-out.ts";

let end = () => {};
const enter = (user = person()) => {
  store.dispatch(tokensReceived(tokens));
  store.dispatch(userLoaded(user));
};
const visit = (address: string) => {
  history.replaceState(null, "", address);
  const ends = [watchSessionEnd(), bindWorkspace()];
  end = () => ends.forEach((e) => e());
};
const titles = () => selectTabs(store.getState()).map((t) => t.title);
const popped = () =>
  new Promise((resolve) => window.addEventListener("popstate", () => setTimeout(resolve), { once: true }));

beforeEach(() => store.dispatch(signedOut(null)));
afterEach(() => end());

test("a deep link opens its tab, with its parameter and its filters", () => {
  enter();
  visit(`${href("/callrecord/detail", { callId: "c1" })}?tab=track`);
  expect(titles()).toEqual(["坐席首页", "通话详情"]);
  expect(selectTabs(store.getState())[1]).toMatchObject({ params: { callId: "c1" }, search: "tab=track" });
  expect(location.search).toBe("?tab=track");
});

test("the address shows the active tab", () => {
  enter();
  visit("/");
  store.dispatch(opened({ to: "/callrecord" }));
  expect(location.pathname).toBe("/callrecord");
  store.dispatch(activated("/"));
  expect(location.pathname).toBe("/");
  store.dispatch(activated("/callrecord"));
  store.dispatch(closed("/callrecord"));
  expect(location.pathname).toBe("/");
});

test("when no tab is left the user is at the root path", () => {
  enter();
  visit("/callrecord");
  store.dispatch(closedAll());
  expect(location.pathname).toBe("/");
});

test.each(["/nosuch", "/skillgroup/x", "/callrecord/detail/%%%", "/callrecord/detail"])(
  "an unknown name goes to the root: %s",
  (path) => {
    enter();
    visit(path);
    expect(location.pathname).toBe("/");
    expect(selectActiveKey(store.getState())).toBe("/");
  },
);

test("the generic page takes its alias as its title", () => {
  enter();
  visit(`/page/${encodeMultis({ alias: "网盘", url: "https://files.example.com/" })}`);
  expect(titles()).toEqual(["坐席首页", "网盘"]);
});

test("signed out, every path leads to the sign-in page", () => {
  visit("/callrecord");
  expect(location.pathname).toBe("/login");
});

test("with an overdue password the workspace leads to the change", () => {
  enter();
  store.dispatch(passwordDue(true));
  visit("/callrecord");
  expect(location.pathname).toBe("/pwdoverdue");
});

test("another app's navigation opens a tab", () => {
  enter();
  visit("/");
  history.pushState(null, "", "/callrecord");
  window.dispatchEvent(new Event("single-spa:before-routing-event"));
  expect(selectActiveKey(store.getState())).toBe("/callrecord");
});

test("the back button has no effect, however often it is pressed", async () => {
  enter();
  visit("/");
  store.dispatch(opened({ to: "/callrecord" }));
  store.dispatch(opened({ to: "/callrecord/detail", params: { callId: "c1" } }));
  const address = location.pathname;
  for (let i = 0; i < 3; i += 1) {
    const back = popped();
    history.back();
    await back;
    expect(location.pathname).toBe(address);
    expect(selectActiveKey(store.getState())).toBe(address);
  }
});

describe("when the session ends", () => {
  test("the page goes to the sign-in page of that kind of user and session storage is empty", () => {
    enter(operator());
    visit("/");
    sessionStorage.setItem("anything", "of the session");
    store.dispatch(signedOut("登录已失效，请重新登录"));
    expect(location.pathname).toBe("/admin/login");
    expect(selectSession(store.getState()).farewell).toBe("登录已失效，请重新登录");
    expect(sessionStorage).toHaveLength(0);
    expect(titles()).toEqual(["工作台"]);
  });

  test("a word on the bus is enough, and the sentence of who tells the store wins", async () => {
    enter();
    visit("/callrecord");
    bus.publish("session.signedOut", { reason: "elsewhere" });
    await Promise.resolve();
    expect(location.pathname).toBe("/login");
    expect(selectSession(store.getState()).farewell).toBe("您的账号已在别处登录，您将被强制退出");
    end();
    enter();
    visit("/");
    bus.publish("session.signedOut", { reason: "ended" });
    store.dispatch(signedOut("管理员已结束您的登录"));
    await Promise.resolve();
    expect(selectSession(store.getState()).farewell).toBe("管理员已结束您的登录");
  });
});
