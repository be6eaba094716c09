/** A screen in a tab of the workspace, with the server doubled at the network's edge. */
import { api, opened, store, workspaceReset } from "@liantai/api/client";
import { act, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { AppRoot } from "@liantai/ui";
import { TabRouter } from "../router/index.tsx";

export interface Asked {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly form: FormData | undefined;
}

type Answer = (asked: Asked) => unknown;

export interface FakeServer {
  readonly asked: Asked[];
  on(path: string, answer: Answer): void;
}

/** What the server refuses as a business matter: its words, and the fields it names. */
export const refusal = (msg: string, fields: readonly { path: string; label?: string; message: string }[] = []) =>
  Response.json({ code: 400, msg, data: { fields } });
export const forbidden = () => Response.json({ code: 403, msg: "您没有权限执行此操作", data: null }, { status: 403 });

/** An answer that is no Response is the data of an envelope; a path without one is a broken line. */
export function fakeServer(): FakeServer {
  const answers = new Map<string, Answer>();
  const asked: Asked[] = [];
  globalThis.fetch = (async (request: Request) => {
    const multipart = (request.headers.get("content-type") ?? "").startsWith("multipart/");
    const text = multipart ? "" : await request.text();
    const one: Asked = {
      path: new URL(request.url).pathname,
      body: text ? JSON.parse(text) : {},
      form: multipart ? await request.formData() : undefined,
    };
    asked.push(one);
    const answer = answers.get(one.path);
    if (!answer) throw new TypeError("Failed to fetch");
    const given = await answer(one);
    return given instanceof Response ? given : Response.json({ code: 1, msg: "成功", data: given });
  }) as typeof fetch;
  return { asked, on: (path, answer) => void answers.set(path, answer) };
}

/** Forgets tabs, answers and what was remembered. */
export function clean(): void {
  localStorage.clear();
  act(() => {
    store.dispatch(workspaceReset());
    store.dispatch(api.util.resetApiState());
  });
}

export const home = "/callrecord";

/** Draws the screen in the tab of 通话记录; `search` is the tab's address. */
export async function openScreen(Screen: ComponentType, search = "") {
  const panes = {
    [home]: () => Promise.resolve({ default: Screen }),
    "/callrecord/detail": () => Promise.resolve({ default: () => <p>另一页</p> }),
  };
  act(() => {
    store.dispatch(opened({ to: home }));
    if (search) store.dispatch({ type: "workspace/searchChanged", payload: { key: home, search } });
  });
  const drawn = render(<AppRoot app="admin" panes={panes} around={TabRouter} />);
  await act(async () => undefined);
  return drawn;
}

export const addressNow = (): string => store.getState().workspace.tabs.find((t) => t.key === home)?.search ?? "";
