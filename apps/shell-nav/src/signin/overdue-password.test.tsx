/** A password that is overdue, through the sign-in page. */
import { screen, waitFor } from "@testing-library/react";
import { selectSession, selectSignedIn, store } from "@liantai/api/client";
import { opened } from "../testing/network.ts";
import { enterprise, person } from "../testing/people.ts";
import { fill, network, openSignIn, password, press, user, visit } from "../testing/sign-in.tsx";

openSignIn();

describe("an overdue password", () => {
  const overdue = (forced: 0 | 1) => ({
    "GET /auth/token/getUser": () => ({
      data: person({ expired: 5, enterprise: { ...enterprise, forcePasswordChange: forced } }),
    }),
    "POST /auth/token/userExpired": () => ({ data: 5 }),
  });

  test("may be deferred to the next cycle", async () => {
    visit("/login", overdue(0));
    await fill();
    await press("登录");
    await user.click(await screen.findByRole("button", { name: "下周期再改", hidden: true }));
    await waitFor(() => expect(location.pathname).toBe("/"));
    expect(network.calls("POST /auth/token/resetPasswordTime")).toHaveLength(1);
    expect(selectSignedIn(store.getState())).toBe(true);
  });

  test("a deferral that fails makes the sign-in fail", async () => {
    visit("/login", { ...overdue(0), "POST /auth/token/resetPasswordTime": () => ({ code: 0, msg: "操作失败" }) });
    await fill();
    await press("登录");
    await user.click(await screen.findByRole("button", { name: "下周期再改", hidden: true }));
    expect(await screen.findByText("推迟修改密码失败：操作失败")).toBeInTheDocument();
    expect(selectSession(store.getState()).tokens).toBeNull();
  });

  test("may be changed now, and then still be deferred", async () => {
    visit("/login", overdue(0));
    await fill();
    await press("登录");
    await user.click(await screen.findByRole("button", { name: "立即修改", hidden: true }));
    await waitFor(() => expect(location.pathname).toBe("/pwdoverdue"));
    expect(selectSignedIn(store.getState())).toBe(false);
    await user.click(await screen.findByRole("button", { name: "下周期再改" }));
    await waitFor(() => expect(location.pathname).toBe("/"));
  });

  test("that must be changed leaves no other way than out", async () => {
    visit("/login", overdue(1));
    await fill();
    await press("登录");
    await waitFor(() => expect(location.pathname).toBe("/pwdoverdue"));
    await screen.findByRole("button", { name: "退出登录" });
    expect(screen.queryByText("下周期再改")).toBeNull();
    expect(screen.queryByText("返回工作台")).toBeNull();
    await press("退出登录");
    await waitFor(() => expect(location.pathname).toBe("/login"));
    expect(network.calls("DELETE /auth/token/logout")).toHaveLength(1);
  });

  test("is changed under the rules, which are ticked as they are met", async () => {
    visit("/login", overdue(1));
    await fill();
    await press("登录");
    await user.type(await screen.findByLabelText("原密码"), password);
    const met = () => [...document.querySelectorAll("[data-met]")].map((e) => e.getAttribute("data-met") === "true");
    expect(met()).toEqual([false, false, false, false, false, false]);
    await user.type(screen.getByLabelText("新密码"), "Abc");
    expect(met()).toEqual([false, true, true, false, false, true]);
    await user.type(screen.getByLabelText("新密码"), "def#2027");
    expect(met()).toEqual([true, true, true, true, true, true]);
    await user.type(screen.getByLabelText("确认密码"), "other");
    await press("修改密码");
    expect(await screen.findByText("两次输入的密码不一致")).toBeInTheDocument();
    expect(network.calls("POST /auth/token/resetPassword")).toEqual([]);
    await user.clear(screen.getByLabelText("确认密码"));
    await user.type(screen.getByLabelText("确认密码"), "Abcdef#2027");
    await press("修改密码");
    await waitFor(() => expect(location.pathname).toBe("/"));
    const body = JSON.parse(network.calls("POST /auth/token/resetPassword")[0]!.text) as Record<string, string>;
    expect([opened(body.oldPassword!).password, opened(body.newPassword!).password]).toEqual([password, "Abcdef#2027"]);
    expect(selectSignedIn(store.getState())).toBe(true);
  });

  test("a wrong old password is said at its field", async () => {
    visit("/login", {
      ...overdue(1),
      "POST /auth/token/resetPassword": () => ({
        code: 400,
        msg: "提交的内容有误",
        data: { fields: [{ path: "oldPassword", message: "原密码不正确" }] },
      }),
    });
    await fill();
    await press("登录");
    await user.type(await screen.findByLabelText("原密码"), "x");
    await user.type(screen.getByLabelText("新密码"), "Abcdef#2027");
    await user.type(screen.getByLabelText("确认密码"), "Abcdef#2027");
    await press("修改密码");
    expect(await screen.findByText("原密码不正确")).toBeInTheDocument();
    expect(screen.getByLabelText("原密码")).toBeInvalid();
    expect(location.pathname).toBe("/pwdoverdue");
  });
});
