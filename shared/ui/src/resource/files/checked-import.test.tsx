import { queriesOf } from "@liantai/api/client";
import { defineEndpoint, roles } from "@liantai/api/contract";
import { importJobApi, importReply } from "@liantai/api/contract/parts";
import { ImportDialog } from "@liantai/ui/resource";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { object, string } from "yup";
import { fakeServer, refusal, type FakeServer } from "../../testing/server.ts";
import { clean, openScreen } from "../../testing/stage.tsx";
import type { ImportEvents } from "./import-job.ts";

const paths = { check: "/test/api/v1/check", save: "/test/api/v1/save", job: "/pbx/api/v1/importJob/open" };
const multipart = (name: string, path: string, reply: typeof importReply) =>
  defineEndpoint({
    ...{ name, method: "POST", path, summary: name, permission: roles([1]), encoding: "multipart" },
    ...{ body: object({ token: string(), socketId: string() }), reply },
  });
const tests = queriesOf({
  check: multipart("testCheck", paths.check, importReply.concat(object({ token: string().defined() }))),
  save: multipart("testSave", paths.save, importReply),
});

let ended: (kind: string) => void = () => undefined;
let watched: readonly string[] = [];
const useEvents: ImportEvents = (kinds, on) => {
  useEffect(() => {
    ({ ended } = on);
    watched = kinds;
  });
};
const done = jest.fn();
function Screen() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(true)}>打开</button>
      <ImportDialog
        open={open}
        title="导入客户"
        kind="form"
        useEvents={useEvents}
        check={{ kind: "formCheck", endpoint: tests.check }}
        endpoint={tests.save}
        fields={{ socketId: "s1" }}
        onClose={() => setOpen(false)}
        onDone={done}
      />
    </>
  );
}

let server: FakeServer;
const nothing = { total: 0, succeed: 0, failing: 0, repetition: 0, errors: [], failedFileId: null, password: null };
const errors = [{ row: 3, field: "", message: "号码在黑名单中" }];
const counts = {
  ...nothing,
  total: 10,
  succeed: 7,
  failing: 3,
  repetition: 2,
  blackList: 1,
  errors,
  failedFileId: "f1",
};
const checkReply = { ...counts, job: null, token: "t1" };
const xlsx = () => new File([new Uint8Array([0x50, 0x4b, 3, 4])], "客户.xlsx");
const saves = () => server.asked.filter((asked) => asked.path === paths.save);
const user = userEvent.setup();
const upload = async () => {
  await user.upload(await screen.findByLabelText("选择文件"), xlsx());
  await user.click(screen.getByRole("button", { name: "校验" }));
};

beforeEach(() => {
  clean();
  done.mockClear();
  server = fakeServer([...Object.values(tests).map(({ contract }) => contract), importJobApi.open]);
  server.on(paths.job, () => null);
  server.on(paths.check, () => checkReply);
  server.on(paths.save, () => ({ ...counts, job: null }));
});

test("F80 a sheet is looked at first; what may be saved is saved by the check's token, and nothing is uploaded twice", async () => {
  await openScreen(Screen);
  await upload();
  expect(
    await screen.findByText(
      "校验完成：共 10 行，可保存 7 行，不能保存 3 行（其中重复 2 行，黑名单 1 行）。尚未保存数据。",
    ),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "下载失败数据" })).toBeVisible();
  expect(saves()).toEqual([]);
  expect(done).not.toHaveBeenCalled();
  expect(watched).toEqual(["form", "formCheck"]);
  await user.click(screen.getByRole("button", { name: "保存 7 行" }));
  expect(await screen.findByText("共 10 行，成功 7 行，失败 3 行（其中重复 2 行，黑名单 1 行）。")).toBeVisible();
  const form = saves()[0]!.form!;
  expect([form.get("token"), form.get("socketId"), form.has("files")]).toEqual(["t1", "s1", false]);
  expect(server.asked.filter((asked) => asked.path === paths.check)[0]!.form!.get("socketId")).toBe("s1");
  expect(done).toHaveBeenCalledTimes(1);
});

test("F80 nothing to save has no save; another file may be taken; a token that is no more keeps what was checked", async () => {
  server.on(paths.check, () => ({ ...checkReply, succeed: 0, failing: 10 }));
  await openScreen(Screen);
  await upload();
  expect(await screen.findByRole("button", { name: "保存" })).toBeDisabled();
  server.on(paths.check, () => checkReply);
  await user.click(screen.getByRole("button", { name: "重新选择文件" }));
  await upload();
  server.on(paths.save, () => refusal("refused", "校验结果已过期，请重新上传文件"));
  await user.click(await screen.findByRole("button", { name: "保存 7 行" }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "保存 7 行" })).toBeEnabled();
});

test("F80 a check that goes on after its request is found again, and saved by the token that the job has", async () => {
  server.on(paths.check, () => ({ ...nothing, job: { id: "c1", msg: "校验将在后台继续" }, token: "t9" }));
  await openScreen(Screen);
  await upload();
  expect(await screen.findByText("校验将在后台继续")).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "关闭" }).at(-1)!);
  const running = { id: "c1", state: "running", msg: "校验将在后台继续", result: null, token: "t9" };
  const ofCheck = (job: object | null) =>
    server.on(paths.job, (asked) => ((asked.body as { kind: string }).kind === "formCheck" ? job : null));
  ofCheck(running);
  await user.click(screen.getByRole("button", { name: "打开" }));
  expect(await screen.findByText("校验将在后台继续")).toBeVisible();
  ofCheck({ ...running, state: "done", msg: "", result: { ...counts, job: null } });
  act(() => ended("formCheck"));
  await user.click(await screen.findByRole("button", { name: "保存 7 行" }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]!.form!.get("token")).toBe("t9");
  const looks = server.asked.filter((asked) => asked.path === paths.job).map((asked) => asked.body);
  expect(looks).toContainEqual({ kind: "formCheck", seen: "c1" });
});
