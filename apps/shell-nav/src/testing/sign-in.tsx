/** The sign-in page with the server doubled at the network's edge. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { signedOut, store } from "@liantai/api/client";
import { openNetwork, publicKey, type Handlers, type Network } from "./network.ts";
import { menus, person, tokenReply } from "./people.ts";
import { Root } from "../signin/root.tsx";

export const password = "Liantai#2026";
export let network: Network;
export let user: ReturnType<typeof userEvent.setup>;

export const happy = (over: Handlers = {}): Handlers => ({
  "GET /auth/publicKey": () => ({ data: publicKey() }),
  "POST /auth/oauth/token": () => ({ data: tokenReply }),
  "GET /auth/token/getUser": () => ({ data: person() }),
  "POST /auth/token/userExpired": () => ({ data: 0 }),
  "GET /pbx/api/v1/menu/route": () => ({ data: menus }),
  "DELETE /auth/token/logout": () => ({}),
  "POST /auth/token/resetPasswordTime": () => ({}),
  "POST /auth/token/resetPassword": () => ({}),
  ...over,
});

export function visit(path: string, over: Handlers = {}) {
  network = openNetwork(happy(over));
  history.replaceState(null, "", path);
  return render(<Root />);
}

export async function fill() {
  await user.type(screen.getByLabelText("企业编号"), "100001");
  await user.click(screen.getByLabelText("坐席"));
  await user.type(screen.getByLabelText("账号"), "1001");
  await user.type(screen.getByLabelText("密码"), password);
  await user.type(screen.getByLabelText("验证码"), "7k2m");
}

export const press = (name: string) => user.click(screen.getByRole("button", { name }));
export const picture = () => document.querySelector("img")!.getAttribute("src")!;

/** A page without anybody signed in before each test. */
export function openSignIn(): void {
  beforeEach(() => {
    user = userEvent.setup();
    localStorage.clear();
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
      this.open = false;
    };
    act(() => void store.dispatch(signedOut(null)));
  });
}
