import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UiProvider } from "@liantai/ui";
import { opened, openNetwork, publicKey } from "../testing/network.ts";
import SecurityDialog from "./security-dialog.tsx";

const secret = "FV22MULCMM2MXKJJ34KIPWBVZNZF64PT";
const codes = ["ABCDE-23456", "FGHIJ-23456"];

test("S11 enrolment: password, QR code and secret as text, a code, the recovery codes; then it can be switched off", async () => {
  const user = userEvent.setup();
  const network = openNetwork({
    "GET /auth/publicKey": () => ({ data: publicKey() }),
    "GET /auth/token/totp/state": () => ({ data: { enabled: false, required: false, recoveryLeft: 0 } }),
    "POST /auth/token/totp/begin": () => ({ data: { secret, uri: `otpauth://totp/x?secret=${secret}` } }),
    "POST /auth/token/totp/confirm": ({ text }) =>
      (JSON.parse(text) as { code: string }).code === "123456"
        ? { data: { recoveryCodes: codes } }
        : {
            code: 400,
            msg: "验证码：验证码不正确",
            data: { fields: [{ path: "code", label: "验证码", message: "验证码不正确" }] },
          },
  });
  render(
    <UiProvider>
      <SecurityDialog onClose={() => undefined} />
    </UiProvider>,
  );
  await user.type(await screen.findByLabelText("登录密码"), "Liantai#2026");
  await user.click(screen.getByRole("button", { name: "开启两步验证" }));
  expect(await screen.findByTitle("两步验证二维码")).toBeInTheDocument();
  const begun = JSON.parse(network.calls("POST /auth/token/totp/begin")[0]!.text) as { password: string };
  expect(opened(begun.password)).toMatchObject({ password: "Liantai#2026" });
  expect(screen.getByLabelText("密钥").textContent?.replaceAll(" ", "")).toBe(secret);
  await user.type(screen.getByLabelText("验证码"), "000000");
  await user.click(screen.getByRole("button", { name: "确认开启" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("验证码不正确");
  await user.clear(screen.getByLabelText("验证码"));
  await user.type(screen.getByLabelText("验证码"), "123456");
  await user.click(screen.getByRole("button", { name: "确认开启" }));
  const list = await screen.findByRole("list", { name: "恢复码" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((each) => each.textContent),
  ).toEqual(codes);
});

test.each([
  [false, ["关闭两步验证", "更换手机"]],
  [true, ["更换手机"]],
])("S11 another telephone takes password and code; required (%s): %j", async (required, buttons) => {
  const user = userEvent.setup();
  const network = openNetwork({
    "GET /auth/publicKey": () => ({ data: publicKey() }),
    "GET /auth/token/totp/state": () => ({ data: { enabled: true, required, recoveryLeft: 9 } }),
    "POST /auth/token/totp/begin": () => ({ data: { secret, uri: `otpauth://totp/x?secret=${secret}` } }),
  });
  render(
    <UiProvider>
      <SecurityDialog onClose={() => undefined} />
    </UiProvider>,
  );
  await user.type(await screen.findByLabelText("登录密码"), "Liantai#2026");
  await user.type(screen.getByLabelText("验证码"), "123456");
  const form = screen.getByLabelText("验证码").closest("form")!;
  expect(
    within(form)
      .getAllByRole("button")
      .map((each) => each.textContent),
  ).toEqual(buttons);
  await user.click(screen.getByRole("button", { name: "更换手机" }));
  expect(await screen.findByTitle("两步验证二维码")).toBeInTheDocument();
  expect(JSON.parse(network.calls("POST /auth/token/totp/begin")[0]!.text)).toMatchObject({ code: "123456" });
});
