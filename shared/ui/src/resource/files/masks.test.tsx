/** console.md, section 9: a loading mask closes after 20 s, that of an export after 10 s, that of a blob download after 60 s. */
import { defineEndpoint, roles } from "@liantai/api/contract";
import { ExportButton, FormDrawer, TextField } from "@liantai/ui/resource";
import { onFailure, requestHost } from "@liantai/api/client";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState, type ComponentType } from "react";
import { object, string } from "yup";
import { fakeServer, type FakeServer } from "../../testing/server.ts";
import { clean, openScreen } from "../../testing/stage.tsx";
import { DownloadButton } from "./download-button.tsx";

const sheet = defineEndpoint({
  name: "maskSheet",
  method: "GET",
  path: "/test/api/v1/sheet",
  summary: "Sheet",
  permission: roles([1]),
  produces: "binary",
  timeoutMs: 300_000,
});
const text = "数据正在下载中...";
const never = () => new Promise<never>(() => undefined);
let server: FakeServer;

beforeEach(() => {
  clean();
  server = fakeServer([sheet]);
});
afterEach(() => jest.useRealTimers());

/** Draws the screen in its tab and goes over to virtual time. */
async function begin(Screen: ComponentType) {
  await openScreen(Screen);
  await screen.findByText("内容");
  jest.useFakeTimers();
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("the mask of an export covers its tab and closes after 10 s, whatever still goes on", async () => {
  await begin(() => (
    <>
      <p>内容</p>
      <ExportButton start={never} />
    </>
  ));
  await press("导出");
  const mask = screen.getByText(text);
  const tab = screen.getByRole("tabpanel");
  expect(tab).toContainElement(mask);
  expect(mask.closest("[role=status]")).toHaveStyle({ position: "absolute" });
  await pass(9_999);
  expect(screen.getByText(text)).toBeInTheDocument();
  await pass(1);
  expect(screen.queryByText(text)).toBeNull();
  expect(screen.getByRole("button", { name: "导出" })).toBeDisabled();
});

test("the mask of an export goes with its answer", async () => {
  let answer = (_reply: { msg: string }) => undefined as void;
  await begin(() => (
    <>
      <p>内容</p>
      <ExportButton start={() => new Promise((resolve) => (answer = resolve))} />
    </>
  ));
  await press("导出");
  expect(screen.getByText(text)).toBeInTheDocument();
  await act(async () => answer({ msg: "好的" }));
  expect(screen.queryByText(text)).toBeNull();
});

test("the mask of a blob download closes after 60 s", async () => {
  server.on(sheet.path, never);
  await begin(() => (
    <>
      <p>内容</p>
      <DownloadButton source={sheet} name="模板.xlsx" label="下载模板" />
    </>
  ));
  await press("下载模板");
  await pass(59_999);
  expect(screen.getByText(text)).toBeInTheDocument();
  await pass(1);
  expect(screen.queryByText(text)).toBeNull();
});

/** A form whose saving ends when `end` is called. */
let end: { readonly done: () => void; readonly fail: (reason: unknown) => void };
function Form() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <p>内容</p>
      <button onClick={() => setOpen(true)}>再开</button>
      <FormDrawer
        open={open}
        title="编辑"
        schema={object({ name: string() })}
        values={{ name: "甲" }}
        onSubmit={() =>
          new Promise<void>((resolve, reject) => {
            end = { done: resolve, fail: reject };
          })
        }
        onClose={() => setOpen(false)}
      >
        <TextField name="name" label="名称" />
      </FormDrawer>
    </>
  );
}

test("a form that is being saved is held for 20 s, then it can be left; what it still hears closes no other form", async () => {
  await begin(Form);
  await press("保存");
  await pass(19_999);
  expect(screen.getByRole("button", { name: "取消" })).toBeDisabled();
  await pass(1);
  await press("取消");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("再开");
  await act(async () => end.done());
  expect(within(screen.getByRole("dialog")).getByLabelText(/名称/)).toBeInTheDocument();
});

test("a form that was left says nothing of its own: its failure stays the shell's", async () => {
  const failures: string[] = [];
  const stop = onFailure((failure) => failures.push(failure.text));
  // What nobody heard before is told to whom comes first.
  failures.length = 0;
  await begin(Form);
  await press("保存");
  await pass(20_000);
  await press("取消");
  await press("再开");
  const failure = { text: "名称重复", level: "error", action: "none" } as const;
  requestHost().onFailure(failure);
  await act(async () => end.fail(failure));
  await pass(0);
  expect(failures).toEqual(["名称重复"]);
  stop();
});
