import { onFailure, onNotice, queriesOf } from "@liantai/api/client";
import { defineEndpoint, roles } from "@liantai/api/contract";
import { importJobApi, importReply, uploadExtensions } from "@liantai/api/contract/parts";
import { ExportButton, ImportDialog } from "@liantai/ui/resource";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { object, string } from "yup";
import { fakeServer, refusal, type FakeServer } from "../../testing/server.ts";
import { fileRefusal } from "../fields/file.tsx";
import type { ImportEvents } from "./import-job.ts";
import { clean, openScreen } from "../../testing/stage.tsx";

const paths = {
  upload: "/test/api/v1/import",
  sheet: "/test/api/v1/template",
  failed: "/file/api/v1/file/down",
  begin: "/test/api/v1/export",
  job: "/pbx/api/v1/importJob/open",
};
const permission = roles([1]);
const tests = queriesOf({
  upload: defineEndpoint({
    name: "testImport",
    method: "POST",
    path: paths.upload,
    summary: "Imports",
    permission,
    encoding: "multipart",
    body: object({ compId: string() }),
    reply: importReply,
  }),
  begin: defineEndpoint({
    name: "testExport",
    method: "POST",
    path: paths.begin,
    summary: "Exports",
    permission,
    body: object({ name: string() }),
    reply: object({ msg: string().required() }),
  }),
});
const sheet = defineEndpoint({
  name: "testTemplate",
  method: "GET",
  path: paths.sheet,
  summary: "Template",
  permission,
  produces: "binary",
});

const done = jest.fn();
/** As the app hears of imports. */
let ended: (kind: string) => void = () => undefined;
let progress: (kind: string, text: string) => void = () => undefined;
const useEvents: ImportEvents = (kinds, on) => {
  useEffect(() => {
    ({ ended, progress } = on);
  });
};
function Screen() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <ImportDialog
        open={open}
        title="导入坐席"
        kind="agent"
        useEvents={useEvents}
        note={({ password }) => password}
        endpoint={tests.upload}
        template={sheet}
        fields={{ compId: "100001" }}
        onClose={() => setOpen(false)}
        onDone={done}
      />
      <ExportButton start={() => Promise.resolve({ msg: "好的" })} label="导出一" />
      <ExportButton endpoint={tests.begin} body={{ name: "甲" }} label="导出二" />
    </>
  );
}

let server: FakeServer;
const uploads = () => server.asked.filter((a) => a.path === paths.upload);
const looks = () => server.asked.filter((a) => a.path === paths.job).map((a) => a.body);
const nothing = { total: 0, succeed: 0, failing: 0, repetition: 0, errors: [], failedFileId: null, password: null };
const outcome = { ...nothing, total: 9, succeed: 9, password: "Anfang#2026", job: null };
const saved: string[] = [];
const xlsx = () => new File([new Uint8Array([0x50, 0x4b, 3, 4])], "坐席.xlsx");
/** The same sentence as the server's (server/src/sheets/sheets.test.ts). */
const foreign = "只能上传xlsx文件，csv、xls等其他表格请用Excel或WPS另存为xlsx后再上传";

beforeEach(() => {
  clean();
  server = fakeServer([...Object.values(tests).map(({ contract }) => contract), sheet, importJobApi.open]);
  server.on(paths.job, () => null);
  saved.length = 0;
  done.mockClear();
  URL.createObjectURL = () => "blob:test";
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => jest.restoreAllMocks());

test("a sheet that is too big or no sheet is refused before it leaves", async () => {
  const user = userEvent.setup({ applyAccept: false });
  await openScreen(Screen);
  const input = await screen.findByLabelText("选择文件");
  const big = xlsx();
  Object.defineProperty(big, "size", { value: 10 * 1024 * 1024 + 1 });
  await user.upload(input, big);
  expect(await screen.findByRole("alert")).toHaveTextContent("文件大小不能超过10M！");
  await user.click(screen.getByRole("button", { name: "导入" }));
  expect(screen.getByRole("alert")).toHaveTextContent("请选择要导入的文件");
  expect(uploads()).toEqual([]);
});

const oldWorkbook = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
test.each([
  ["a .csv", new File(["工号,姓名\n1001,王芳"], "坐席.csv")],
  ["a .xls", new File([oldWorkbook], "坐席.xls")],
  ["a .csv that calls itself .xlsx", new File(["工号,姓名\n1001,王芳"], "坐席.xlsx")],
  ["a .xls that calls itself .xlsx", new File([oldWorkbook], "坐席.xlsx")],
  ["a .xlsx that calls itself .csv", new File([new Uint8Array([0x50, 0x4b, 3, 4])], "坐席.csv")],
  ["nothing", new File([], "坐席.xlsx")],
  ["a file that is gone", Object.assign(xlsx(), { slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }) })],
])("%s is refused before it leaves, with the server's sentence", async (_what, file) => {
  const user = userEvent.setup({ applyAccept: false });
  await openScreen(Screen);
  await user.upload(await screen.findByLabelText("选择文件"), file);
  expect((await screen.findByRole("alert")).textContent).toBe(foreign);
  await user.click(screen.getByRole("button", { name: "导入" }));
  expect(uploads()).toEqual([]);
});

test("an ordinary upload names the seven kinds, to the letter", () => {
  const kinds = "只能上传jpg, jpeg, png, xls, xlsx, doc, docx文件";
  expect(fileRefusal(new File(["MZ"], "a.exe"), { extensions: uploadExtensions })).toBe(kinds);
  expect(fileRefusal(new File(["x"], "表.xlsx.csv"), { extensions: uploadExtensions })).toBe(kinds);
  for (const name of ["a.jpg", "b.JPEG", "c.png", "d.xls", "e.xlsx", "f.doc", "g.docx"])
    expect(fileRefusal(new File(["x"], name), { extensions: uploadExtensions })).toBeUndefined();
});

test("shows what was taken, which rows were refused and why, and hands over those rows", async () => {
  const user = userEvent.setup();
  let end = (_value: unknown) => undefined as void;
  server.on(paths.upload, () => new Promise((resolve) => (end = resolve)));
  for (const path of [paths.sheet, paths.failed])
    server.on(
      path,
      () =>
        new Response("xlsx", {
          headers: { "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
        }),
    );
  await openScreen(Screen);
  await user.click(await screen.findByRole("button", { name: "下载模板" }));
  await waitFor(() => expect(saved).toEqual(["导入模板.xlsx"]));
  fireEvent.drop(screen.getByText("将文件拖到此处，或").parentElement!, { dataTransfer: { files: [xlsx()] } });
  await user.click(screen.getByRole("button", { name: "导入" }));
  expect(await screen.findByRole("progressbar", { name: "正在导入" })).toBeVisible();
  const errors = [
    { row: 3, field: "工号", message: "工号已存在" },
    { row: 5, field: "手机", message: "请输入正确的11位手机号码" },
  ];
  await waitFor(() => expect(server.asked.some((a) => a.path === paths.upload)).toBe(true));
  end({
    ...nothing,
    total: 10,
    succeed: 8,
    failing: 2,
    repetition: 1,
    errors,
    failedFileId: "f1",
    job: null,
    ignored: ["邮箱", "生日"],
    unreadSheets: ["二组", "三组"],
  });
  expect(await screen.findByText("共 10 行，成功 8 行，失败 2 行（其中重复 1 行）。")).toBeVisible();
  expect(screen.getByText("没有导入的列（模板中没有）：邮箱、生日")).toBeVisible();
  expect(screen.getByText("没有读取的工作表（只读取第一个）：二组、三组")).toBeVisible();
  const rows = within(screen.getByRole("table", { name: "导入失败的行" }))
    .getAllByRole("row")
    .slice(1);
  expect(
    rows.map((r) =>
      within(r)
        .getAllByRole("cell")
        .map((c) => c.textContent),
    ),
  ).toEqual([
    ["3", "工号", "工号已存在"],
    ["5", "手机", "请输入正确的11位手机号码"],
  ]);
  await user.click(screen.getByRole("button", { name: "下载失败数据" }));
  await waitFor(() => expect(saved).toContain("导入失败数据.xlsx"));
  const upload = server.asked.find((a) => a.path === paths.upload)!;
  expect([upload.form?.get("compId"), (upload.form?.get("files") as File | null)?.name]).toEqual([
    "100001",
    "坐席.xlsx",
  ]);
  expect(done).toHaveBeenCalledTimes(1);
});

test("an upload that is refused says why beside the file and keeps it for another try", async () => {
  const user = userEvent.setup();
  server.on(paths.upload, () => refusal("invalid", "标题行不正确"));
  await openScreen(Screen);
  await user.upload(await screen.findByLabelText("选择文件"), xlsx());
  await user.click(screen.getByRole("button", { name: "导入" }));
  await waitFor(() => expect(uploads()).toHaveLength(1));
  expect(await screen.findByRole("alert")).toHaveTextContent("标题行不正确");
  expect(await screen.findByRole("button", { name: "导入" })).toBeEnabled();
  expect(screen.getByText(/坐席\.xlsx/)).toBeVisible();
  await user.upload(screen.getByLabelText("选择文件"), xlsx());
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("an import that stopped after its first rows shows them, why it stopped, and the password of what was saved", async () => {
  const user = userEvent.setup();
  server.on(paths.upload, () => ({ ...outcome, stopped: "企业存储空间不足" }));
  await openScreen(Screen);
  await user.upload(await screen.findByLabelText("选择文件"), xlsx());
  await user.click(screen.getByRole("button", { name: "导入" }));
  expect(await screen.findByText("企业存储空间不足")).toBeVisible();
  expect(screen.getByText("共 9 行，成功 9 行，失败 0 行。")).toBeVisible();
  expect(screen.getByText("Anfang#2026")).toBeVisible();
  expect(done).toHaveBeenCalledTimes(1);
});

test("an import that takes longer says that it goes on, and shows its result when the message comes, until it was seen", async () => {
  const user = userEvent.setup();
  server.on(paths.upload, () => ({ ...nothing, job: { id: "j1", msg: "导入将在后台继续，完成后会通知您" } }));
  await openScreen(Screen);
  await user.upload(await screen.findByLabelText("选择文件"), xlsx());
  await user.click(screen.getByRole("button", { name: "导入" }));
  expect(await screen.findByText("导入将在后台继续，完成后会通知您")).toBeVisible();
  expect(screen.queryByRole("button", { name: "导入" })).toBeNull();
  expect(done).not.toHaveBeenCalled();
  act(() => progress("agent", "坐席管理正在导入，已处理500行"));
  expect(await screen.findByText("坐席管理正在导入，已处理500行")).toBeVisible();
  server.on(paths.job, () => ({ id: "j1", state: "done", msg: "", result: outcome, token: null }));
  act(() => ended("blackList"));
  expect(looks()).toHaveLength(1);
  act(() => ended("agent"));
  expect(await screen.findByText("共 9 行，成功 9 行，失败 0 行。")).toBeVisible();
  expect(screen.getByText("Anfang#2026")).toBeVisible();
  expect(done).toHaveBeenCalledTimes(1);
  server.on(paths.job, () => null);
  await user.click(screen.getByRole("button", { name: "完成" }));
  await waitFor(() => expect(looks().at(-1)).toEqual({ kind: "agent", compId: "100001", seen: "j1" }));
});

test("who comes back finds the result that was not seen, or why it failed", async () => {
  const user = userEvent.setup();
  server.on(paths.job, () => ({
    id: "j1",
    state: "failed",
    msg: "账号已停用或删除，导入已停止",
    result: null,
    token: null,
  }));
  await openScreen(Screen);
  expect(await screen.findByText("账号已停用或删除，导入已停止")).toBeVisible();
  server.on(paths.job, () => ({ id: "j3", state: "failed", msg: "导入中断", result: outcome, token: null }));
  await user.click(screen.getByRole("button", { name: "继续导入" }));
  expect(await screen.findByText("导入中断")).toBeVisible();
  expect(screen.getByText("Anfang#2026")).toBeVisible();
  server.on(paths.job, () => ({ id: "j2", state: "done", msg: "", result: outcome, token: null }));
  await user.click(screen.getByRole("button", { name: "继续导入" }));
  expect(await screen.findByText("Anfang#2026")).toBeVisible();
  expect(looks().at(-1)).toMatchObject({ seen: "j3" });
});

test("an export says that it is under way, then what the server says", async () => {
  const user = userEvent.setup();
  const notices: unknown[] = [];
  const end = onNotice(({ title, text }) => notices.push([title, text]));
  let go = (_value: unknown) => undefined as void;
  server.on(paths.begin, () => new Promise((resolve) => (go = resolve)));
  await openScreen(Screen);
  await user.click(await screen.findByRole("button", { name: "取消" }));
  await user.click(screen.getByRole("button", { name: "导出一" }));
  await user.click(screen.getByRole("button", { name: "导出二" }));
  expect(await screen.findByText("数据正在下载中...")).toBeVisible();
  await waitFor(() => expect(server.asked.at(-1)?.body).toEqual({ name: "甲" }));
  go({ msg: "请到文件下载中查看" });
  await waitFor(() =>
    expect(notices).toEqual([
      ["导出一", "好的"],
      ["导出二", "请到文件下载中查看"],
    ]),
  );
  end();
});

test("a download that fails says so before why; what the server says of a file stands alone", async () => {
  const user = userEvent.setup();
  const told: string[] = [];
  const stop = onFailure(({ text }) => told.push(text));
  await openScreen(Screen);
  const press = async () => user.click(await screen.findByRole("button", { name: "下载模板" }));
  server.on(paths.sheet, () => new Response("{}", { status: 500 }));
  await press();
  await waitFor(() => expect(told.at(-1)).toBe("下载失败！服务注册失败，请联系管理员！"));
  server.on(paths.sheet, () => refusal("notFound", "模板不存在"));
  await press();
  await waitFor(() => expect(told.at(-1)).toBe("模板不存在"));
  expect(saved).toEqual([]);
  stop();
});
