import { activated, opened, store, watchPresses, workspaceReset } from "@liantai/api/client";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { AppDialog, AppDrawer, AppRoot, ConfirmDialog, UiProvider } from "../index.ts";

function Screen() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>编辑</button>
      <AppDialog
        open={open}
        title="编辑坐席"
        onClose={() => setOpen(false)}
        footer={<button onClick={() => setAsking(true)}>删除</button>}
      >
        <label>
          姓名
          <input />
        </label>
        <ConfirmDialog
          open={asking}
          title="删除坐席"
          text="删除后不能恢复。"
          confirm="删除"
          dangerous
          onConfirm={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      </AppDialog>
    </>
  );
}

const panes = {
  "/callrecord": async () => ({ default: Screen }),
  "/callrecord/detail": async () => ({ default: () => <p>详情</p> }),
};
const content = () => screen.getByText("编辑").parentElement!;

beforeEach(() => {
  act(() => void store.dispatch(workspaceReset()));
  document.body.innerHTML =
    '<div id="app-shell-nav"></div><div id="app-workstation"><button>挂机</button></div><main id="workspace"></main>';
});

test("A20 a dialog is 400 px wide at least, unless its tab is narrower; a drawer has no such width", () => {
  const dialog = (title: string) => screen.getByRole("dialog", { name: title });
  render(
    <UiProvider>
      <AppDialog open title="选择号码" width="200px" onClose={() => undefined}>
        号码
      </AppDialog>
      <AppDrawer open title="详情" width="200px" onClose={() => undefined}>
        详情
      </AppDrawer>
    </UiProvider>,
  );
  expect(getComputedStyle(dialog("选择号码")).minWidth).toBe("min(400px, 100%)");
  expect(getComputedStyle(dialog("详情")).minWidth).toBe("");
});

test("a dialog covers its tab alone: the bar, the menu and the body stay as they were", async () => {
  render(<AppRoot app="admin" panes={panes} />, { container: document.getElementById("workspace")! });
  await act(async () => void store.dispatch(opened({ to: "/callrecord" })));
  await userEvent.click(await screen.findByText("编辑"));
  expect(screen.getByRole("dialog", { name: "编辑坐席" })).toBeVisible();
  expect(screen.getByLabelText("姓名")).toHaveFocus();
  await waitFor(() => expect(content().inert).toBe(true));
  for (const id of ["app-shell-nav", "app-workstation", "workspace"])
    expect([
      document.getElementById(id)!.inert,
      document.getElementById(id)!.getAttribute("aria-hidden"),
    ]).not.toContain(true);
  expect(document.body.style.pointerEvents).toBe("");
  expect(screen.getByRole("button", { name: "挂机" })).toBeVisible();
});

test("what is typed in a dialog waits while another tab is on show", async () => {
  render(<AppRoot app="admin" panes={panes} />, { container: document.getElementById("workspace")! });
  await act(async () => void store.dispatch(opened({ to: "/callrecord" })));
  await userEvent.click(await screen.findByText("编辑"));
  await userEvent.type(screen.getByLabelText("姓名"), "王芳");
  await act(async () => void store.dispatch(opened({ to: "/callrecord/detail", params: { callId: "c1" } })));
  expect(screen.queryByRole("dialog")).toBeNull();
  // A browser takes the focus from what is no longer drawn; jsdom does not.
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("{Escape}");
  await act(async () => void store.dispatch(activated("/callrecord")));
  expect(screen.getByLabelText("姓名")).toHaveValue("王芳");
});

test("Escape closes the topmost only; the focus goes back where it was", async () => {
  render(<AppRoot app="admin" panes={panes} />, { container: document.getElementById("workspace")! });
  await act(async () => void store.dispatch(opened({ to: "/callrecord" })));
  await userEvent.click(await screen.findByText("编辑"));
  await userEvent.click(screen.getByRole("button", { name: "删除" }));
  expect(screen.getByRole("alertdialog", { name: "删除坐席" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByRole("button", { name: "删除" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(content().inert).toBe(false));
  await waitFor(() => expect(screen.getByText("编辑")).toHaveFocus());
});

test("outside a tab it covers the page, and never the bar", async () => {
  const onClose = jest.fn();
  const { rerender } = render(
    <UiProvider>
      <AppDialog open title="修改密码" onClose={onClose}>
        内容
      </AppDialog>
    </UiProvider>,
  );
  const inert = () =>
    ["app-shell-nav", "app-workstation", "workspace"].map((id) => Boolean(document.getElementById(id)!.inert));
  await waitFor(() => expect(inert()).toEqual([true, false, true]));
  fireEvent.click(screen.getByRole("button", { name: "关闭" }));
  expect(onClose).toHaveBeenCalled();
  rerender(
    <UiProvider>
      <AppDialog open={false} title="修改密码" onClose={onClose}>
        内容
      </AppDialog>
    </UiProvider>,
  );
  await waitFor(() => expect(inert()).toEqual([false, false, false]));
});

function Vanishing({ onClose }: { readonly onClose: () => void }) {
  const [there, setThere] = useState(true);
  return (
    <AppDialog open title="试算" onClose={onClose}>
      {there && <button onClick={() => setThere(false)}>试算</button>}
      <p>结果</p>
    </AppDialog>
  );
}

test("the focus stays with a dialog whose pressed button is gone, so that Escape closes it", async () => {
  const user = userEvent.setup();
  const close = jest.fn();
  render(
    <UiProvider>
      <Vanishing onClose={close} />
    </UiProvider>,
  );
  await user.click(screen.getByRole("button", { name: "试算" }));
  await waitFor(() => expect(screen.getByRole("dialog", { name: "试算" })).toHaveFocus());
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ["a drawer that a press opens stands before what it holds is drawn", AppDrawer, true],
  ["a dialog, which is as high as what it holds, comes with it", AppDialog, false],
] as const)("%s; the focus is in its first field", async (_what, Opened, stood) => {
  watchPresses(window);
  let before: boolean | undefined;
  function Content() {
    before ??= screen.queryByRole("dialog") !== null;
    return <input aria-label="姓名" />;
  }
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <UiProvider>
        <button onClick={() => setOpen(true)}>编辑</button>
        <Opened open={open} title="编辑坐席" onClose={() => setOpen(false)} footer={<button>保存</button>}>
          <Content />
        </Opened>
      </UiProvider>
    );
  }
  render(<Opener />);
  await userEvent.click(screen.getByText("编辑"));
  const field = await screen.findByLabelText("姓名");
  expect(before).toBe(stood);
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.getByRole("button", { name: "保存" })).toBeVisible();
});
