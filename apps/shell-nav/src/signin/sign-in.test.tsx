/** Sign-in through its page, with the server doubled at the network's edge. */
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { errors } from "@liantai/api/contract";
import { authQueries, selectSession, selectSignedIn, signedOut, store } from "@liantai/api/client";
import { opened, publicKey } from "../testing/network.ts";
import { menus, operator, person, tokenReply } from "../testing/people.ts";
import { Root } from "./root.tsx";
import { fill, network, openSignIn, password, picture, press, user, visit } from "../testing/sign-in.tsx";

openSignIn();

test("the way in: key, token, user, expiry, menus, then the store and the root path", async () => {
  visit("/login");
  await fill();
  await press("登录");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(network.seen.map((s) => `${s.method} ${s.path}`)).toEqual([
    "GET /auth/publicKey",
    "POST /auth/oauth/token",
    "GET /auth/token/getUser",
    "POST /auth/token/userExpired",
    "GET /pbx/api/v1/menu/route",
  ]);
  const token = network.calls("POST /auth/oauth/token")[0]!;
  const form = new URLSearchParams(token.text);
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: "password",
    username: "10000121001",
    kid: "k1",
    code: "7k2m",
  });
  expect(opened(form.get("password")!)).toMatchObject({ password });
  expect([...token.query]).toEqual([]);
  expect(token.text).not.toContain("Liantai");
  expect(token.headers.get("authorization")).toMatch(/^Basic /);
  expect(network.calls("GET /auth/token/getUser")[0]!.headers.get("authorization")).toBe("Bearer a1");
  expect(network.calls("GET /pbx/api/v1/menu/route")[0]!.query.get("id")).toBe("r2");
  expect(selectSignedIn(store.getState())).toBe(true);
  await waitFor(() =>
    expect(authQueries.endpoints.roleMenu.select({ query: { id: "r2" } })(store.getState()).data).toEqual(menus),
  );
});

test("no two kinds of account are called nearly the same", () => {
  visit("/login");
  const names = within(screen.getByRole("group", { name: "角色" }))
    .getAllByRole("radio")
    .map((radio) => radio.closest("label")!.textContent);
  expect(names).toEqual(["坐席", "班长", "企业管理员", "话务管理员"]);
  expect(names.filter((name) => names.some((other) => other !== name && other.includes(name)))).toEqual([]);
});

test("a password may be looked at while it is typed", async () => {
  visit("/login");
  const field = screen.getByLabelText("密码");
  await user.type(field, "Geheim");
  expect(field).toHaveAttribute("type", "password");
  await press("显示密码");
  expect(field).toHaveAttribute("type", "text");
  expect(field).toHaveValue("Geheim");
  await press("隐藏密码");
  expect(field).toHaveAttribute("type", "password");
});

test("S10 the second step: the code goes with the ticket, a refused one is asked again, giving up signs nobody in", async () => {
  const ticket = "ticket-of-the-first-step";
  let wrong = 1;
  visit("/login", {
    "POST /auth/oauth/token": ({ text }) => {
      if (new URLSearchParams(text).get("grant_type") === "password")
        return { code: 4012, msg: "请输入动态验证码", data: { ticket, expiresIn: 300 } };
      return wrong-- > 0 ? { code: 4013, msg: "验证码不正确或已使用" } : { data: tokenReply };
    },
  });
  await fill();
  await press("登录");
  const answer = async (code: string) => {
    const dialog = await screen.findByRole("dialog", { hidden: true });
    await user.type(within(dialog).getByLabelText("验证码"), code);
    await user.click(within(dialog).getByRole("button", { name: "验证", hidden: true }));
  };
  // Nothing was refused yet.
  expect(within(await screen.findByRole("dialog", { hidden: true })).getByLabelText("验证码")).toBeValid();
  await answer("111111");
  expect(await screen.findByText("验证码不正确或已使用")).toBeInTheDocument();
  await answer("222222");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(
    network
      .calls("POST /auth/oauth/token")
      .slice(1)
      .map(({ text }) => Object.fromEntries(new URLSearchParams(text))),
  ).toEqual(["111111", "222222"].map((code) => ({ grant_type: "totp", ticket, code })));
});

test("S10 who gives the second step up is not signed in", async () => {
  visit("/login", { "POST /auth/oauth/token": () => ({ code: 4012, msg: "", data: { ticket: "t", expiresIn: 300 } }) });
  await fill();
  await press("登录");
  const dialog = await screen.findByRole("dialog", { hidden: true });
  await user.click(within(dialog).getByRole("button", { name: "取消", hidden: true }));
  expect(await screen.findByText("登录未完成：未通过两步验证")).toBeInTheDocument();
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
  expect(selectSession(store.getState()).tokens).toBeNull();
});

test.each([
  [{ code: 4014, msg: "登录已超时，请重新登录" }, "登录已超时，请重新登录"],
  [{ code: 500, status: 500, msg: "" }, "服务注册失败，请联系管理员！"],
])("S10 a ticket that is worth nothing any more leads back to the password: %j", async (refusal, text) => {
  visit("/login", {
    "POST /auth/oauth/token": ({ text: body }) =>
      new URLSearchParams(body).get("grant_type") === "password"
        ? { code: 4012, msg: "", data: { ticket: "t", expiresIn: 300 } }
        : refusal,
  });
  await fill();
  await press("登录");
  const dialog = await screen.findByRole("dialog", { hidden: true });
  await user.type(within(dialog).getByLabelText("验证码"), "123456");
  await user.click(within(dialog).getByRole("button", { name: "验证", hidden: true }));
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
});

test("S12 who must have a second step is led to it, and into the workspace by its recovery codes", async () => {
  const secret = "FV22MULCMM2MXKJJ34KIPWBVZNZF64PT";
  visit("/login", {
    "GET /auth/token/getUser": () => ({ data: person({ roleType: 1, totpDue: 1 }) }),
    "GET /auth/token/totp/state": () => ({ data: { enabled: false, required: true, recoveryLeft: 0 } }),
    "POST /auth/token/totp/begin": () => ({ data: { secret, uri: `otpauth://totp/x?secret=${secret}` } }),
    "POST /auth/token/totp/confirm": () => ({ data: { recoveryCodes: ["ABCDE-23456"] } }),
  });
  await fill();
  await press("登录");
  await waitFor(() => expect(location.pathname).toBe("/totp"));
  expect(selectSignedIn(store.getState())).toBe(false);
  await user.type(await screen.findByLabelText("登录密码"), password);
  await press("开启两步验证");
  await user.type(await screen.findByLabelText("验证码"), "123456");
  await press("确认开启");
  expect(await screen.findByText("ABCDE-23456")).toBeInTheDocument();
  expect(location.pathname).toBe("/totp");
  await press("我已保存，进入工作台");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(selectSignedIn(store.getState())).toBe(true);
});

test("code, role and account are remembered, the password is not", async () => {
  const page = visit("/login");
  await fill();
  await user.click(screen.getByLabelText("班长"));
  await press("登录");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(new URLSearchParams(network.calls("POST /auth/oauth/token")[0]!.text).get("username")).toBe("10000131001");
  expect(JSON.stringify({ ...localStorage })).not.toContain(password);
  page.unmount();
  act(() => void store.dispatch(signedOut(null)));
  visit("/login");
  expect(screen.getByLabelText("企业编号")).toHaveValue("100001");
  expect(screen.getByLabelText("班长")).toBeChecked();
  expect(screen.getByLabelText("账号")).toHaveValue("1001");
  expect(screen.getByLabelText("密码")).toHaveValue("");
});

test("an operator signs in without enterprise and role, and without an expiry check", async () => {
  visit("/admin/login", { "GET /auth/token/getUser": () => ({ data: operator() }) });
  expect(screen.queryByLabelText("企业编号")).toBeNull();
  await user.type(screen.getByLabelText("账号"), "admin");
  await user.type(screen.getByLabelText("密码"), password);
  await user.type(screen.getByLabelText("验证码"), "7k2m");
  await press("登录");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(new URLSearchParams(network.calls("POST /auth/oauth/token")[0]!.text).get("username")).toBe("0000000admin");
  expect(network.calls("POST /auth/token/userExpired")).toEqual([]);
});

test("an empty form says what is missing, field by field, and asks the server nothing", async () => {
  visit("/login");
  await press("登录");
  for (const text of ["请输入企业编号", "请输入账号", "请输入密码", "请输入验证码"])
    expect(await screen.findByText(text)).toBeInTheDocument();
  expect(network.seen).toEqual([]);
});

describe("a refusal", () => {
  const refused = (status: number, msg: string) => ({
    "POST /auth/oauth/token": () => ({ status, code: status, msg }),
  });

  test.each([
    ["密码", 401, errors.badCredentials.text],
    ["验证码", 428, errors.badCaptcha.text],
    ["账号", 428, errors.locked.text],
    ["账号", 428, errors.accountDisabled.text],
    ["企业编号", 428, errors.enterpriseDisabled.text],
  ])("stands at the field 「%s」 (%i %s)", async (label, status, msg) => {
    visit("/login", refused(status, msg));
    await fill();
    await press("登录");
    expect(await screen.findByText(msg)).toBeInTheDocument();
    const field = screen.getByLabelText(label);
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(location.pathname).toBe("/login");
  });

  test("keeps what was typed, empties the image code and brings another picture", async () => {
    visit("/login", refused(428, errors.badCaptcha.text));
    const before = picture();
    await fill();
    await press("登录");
    await screen.findByText(errors.badCaptcha.text);
    expect(screen.getByLabelText("密码")).toHaveValue(password);
    expect(screen.getByLabelText("企业编号")).toHaveValue("100001");
    expect(screen.getByLabelText("验证码")).toHaveValue("");
    expect(picture()).not.toBe(before);
  });

  test.each([
    ["GET /auth/token/getUser", "读取用户信息失败"],
    ["POST /auth/token/userExpired", "检查密码有效期失败"],
    ["GET /pbx/api/v1/menu/route", "读取菜单失败"],
  ])("of %s makes the sign-in fail and gives the session back", async (name, text) => {
    visit("/login", { [name]: () => ({ status: 503, code: 503 }) });
    await fill();
    await press("登录");
    expect(await screen.findByText(`${text}：服务正在注册中，请稍后访问！`)).toBeInTheDocument();
    expect(selectSession(store.getState()).tokens).toBeNull();
    await waitFor(() =>
      expect(network.calls("DELETE /auth/token/logout")[0]?.headers.get("authorization")).toBe("Bearer a1"),
    );
  });

  test("by a dead network is said in words", async () => {
    visit("/login", { "GET /auth/publicKey": () => Promise.reject(new TypeError("failed")) });
    await fill();
    await press("登录");
    expect(await screen.findByText("网络中断，请检查网络是否正常！")).toBeInTheDocument();
  });

  test("without WebCrypto says that https is needed", async () => {
    visit("/login").unmount();
    const whole = globalThis.crypto;
    Object.defineProperty(globalThis, "crypto", {
      value: { getRandomValues: whole.getRandomValues.bind(whole) },
      configurable: true,
    });
    render(<Root />);
    expect(screen.getByRole("alert")).toHaveTextContent("https://");
    expect(screen.getByRole("button", { name: "登录" })).toBeDisabled();
    Object.defineProperty(globalThis, "crypto", { value: whole, configurable: true });
  });
});

test("a press on the picture brings another one", async () => {
  visit("/login");
  const before = picture();
  expect(before).toMatch(/^\/auth\/code\?randomStr=[0-9a-f]{32}$/);
  await press("换一张验证码");
  expect(picture()).not.toBe(before);
});

test("the sentence of the last session shows once", async () => {
  act(() => void store.dispatch(signedOut("您的账号已在别处登录，您将被强制退出")));
  visit("/login").unmount();
  expect(selectSession(store.getState()).farewell).toBeNull();
  act(() => void store.dispatch(signedOut("您的账号已在别处登录，您将被强制退出")));
  const page = visit("/login");
  expect(screen.getByRole("status")).toHaveTextContent("您的账号已在别处登录，您将被强制退出");
  page.unmount();
  visit("/login");
  expect(screen.queryByRole("status")).toBeNull();
});

test("the server's clock goes into what is encrypted", async () => {
  visit("/login", { "GET /auth/publicKey": () => ({ data: publicKey(Date.now() + 3_600_000) }) });
  await fill();
  await press("登录");
  await waitFor(() => expect(location.pathname).toBe("/"));
  const { at } = opened(new URLSearchParams(network.calls("POST /auth/oauth/token")[0]!.text).get("password")!);
  expect(Math.abs(at - Date.now() - 3_600_000)).toBeLessThan(60_000);
});
