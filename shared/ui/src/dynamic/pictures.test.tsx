import { fileApi } from "@liantai/api/contract/parts";
import { AppDrawer } from "@liantai/ui";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PictureViewer, type Picture } from "../resource/index.ts";
import { fakeServer, refusal, type FakeServer } from "../testing/index.ts";
import { clean, openScreen } from "../testing/stage.tsx";
import { serverSources } from "./index.ts";
import { field, open } from "./testing/harness.tsx";

const files = [
  { name: "f1", fileName: "现场.png" },
  { name: "f2", fileName: "合同.docx" },
  { name: "f3", fileName: "门头.JPG" },
];
const uploads = [field("uploads", "files", "附件", { amount: 5 })];

let server: FakeServer;
const given: string[] = [];
const revoked: string[] = [];
const saved: string[] = [];
const asked = () => server.asked.filter(({ path }) => path === fileApi.down.path).map(({ query }) => query.id);

beforeEach(() => {
  clean();
  server = fakeServer();
  server.on(fileApi.down.path, () => new Response("png", { headers: { "content-type": "application/octet-stream" } }));
  for (const list of [given, revoked, saved]) list.splice(0);
  URL.createObjectURL = () => {
    given.push(`blob:${given.length + 1}`);
    return given.at(-1)!;
  };
  URL.revokeObjectURL = (url) => void revoked.push(url);
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => jest.restoreAllMocks());

const openForm = (read = false) =>
  open(uploads, [], { stored: { files }, typed: { files }, sources: serverSources(), read }).user;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const image = (name: string) => screen.findByRole("img", { name });
/** jsdom has no PointerEvent. */
const pointer = (on: HTMLElement, type: string, clientX: number, clientY: number) =>
  fireEvent(on, new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY }));
const transform = (name: string) => screen.getByRole<HTMLElement>("img", { name }).style.transform;

test.each([
  ["a form", false],
  ["details", true],
])("F110 in %s a press on a picture shows it, on any other file downloads it", async (_where, read) => {
  openForm(read);
  await press("合同.docx");
  await waitFor(() => expect(saved).toEqual(["合同.docx"]));
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("现场.png");
  expect(await image("现场.png")).toHaveAttribute("src", given.at(-1));
  expect(screen.getByRole("dialog", { name: "查看图片现场.png" })).toBeVisible();
  expect(asked()).toEqual(["f2", "f1"]);
  await press("下载");
  await waitFor(() => expect(saved).toEqual(["合同.docx", "现场.png"]));
});

test("F110 buttons, wheel, drag and keys size, turn and move it; 还原 takes all back", async () => {
  openForm();
  await press("现场.png");
  const shown = await image("现场.png");
  await press("放大");
  await press("向右旋转");
  expect(transform("现场.png")).toBe("translate(0px, 0px) rotate(90deg) scale(1.2)");
  expect(fireEvent.wheel(shown, { deltaY: 100 })).toBe(false);
  expect(transform("现场.png")).toMatch("scale(1.185)");
  pointer(shown, "pointerdown", 10, 10);
  pointer(shown, "pointermove", 40, 5);
  pointer(shown, "pointerup", 40, 5);
  pointer(shown, "pointermove", 90, 90);
  expect(transform("现场.png")).toBe("translate(30px, -5px) rotate(90deg) scale(1.185)");
  await press("还原");
  expect(transform("现场.png")).toBe("translate(0px, 0px) rotate(0deg) scale(1)");
  await userEvent.keyboard("-r");
  expect(transform("现场.png")).toBe("translate(0px, 0px) rotate(90deg) scale(0.8)");
  expect(screen.getByRole("status", { name: "缩放比例" })).toHaveTextContent("80%");
  await userEvent.keyboard("{Control>}+{/Control}0");
  expect(transform("现场.png")).toBe("translate(0px, 0px) rotate(0deg) scale(1)");
});

test("F110 the pictures of a field are looked through together; each address is given back, the focus too", async () => {
  openForm();
  await press("现场.png");
  await image("现场.png");
  await press("放大");
  await userEvent.keyboard("{ArrowRight}");
  await image("门头.JPG");
  expect(screen.getByText("第2张，共2张")).toBeVisible();
  expect(transform("门头.JPG")).toMatch("scale(1)");
  expect(revoked).toEqual(["blob:1"]);
  await press("下一张");
  await image("现场.png");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(revoked).toEqual(["blob:1", "blob:2", "blob:3"]);
  await waitFor(() => expect(screen.getByRole("button", { name: "现场.png" })).toHaveFocus());
});

test("F110 what cannot be fetched or drawn says 加载失败 and is tried again", async () => {
  server.on(fileApi.down.path, () => refusal("notFound", "文件不存在或已删除"));
  openForm();
  await press("现场.png");
  const failed = await screen.findByRole("alert");
  expect(failed).toHaveTextContent("加载失败");
  expect(failed).toHaveTextContent("文件不存在或已删除");
  server.on(fileApi.down.path, () => new Response("no picture"));
  await press("重试");
  fireEvent.error(await image("现场.png"));
  expect(await screen.findByRole("alert")).toHaveTextContent("加载失败");
  await press("重试");
  await image("现场.png");
  expect(asked()).toEqual(["f1", "f1", "f1"]);
});

const pictures: readonly Picture[] = [
  { id: "f1", name: "现场.png", load: async () => new Blob(["x"]), download: () => undefined },
];
const closed = jest.fn();
const Over = () => (
  <AppDrawer open title="客户详情" onClose={closed}>
    <input aria-label="备注" />
    <PictureViewer pictures={pictures} first={0} onClose={closed} />
  </AppDrawer>
);

test("over a drawer it keeps the keyboard: the drawer is inert, Escape closes the viewer alone", async () => {
  await openScreen(Over);
  await image("现场.png");
  const drawer = screen.getByText("客户详情").closest<HTMLElement>('[role="dialog"]')!;
  await waitFor(() => expect(drawer.parentElement!.inert).toBe(true));
  const viewer = screen.getByRole("dialog", { name: "查看图片现场.png" });
  await waitFor(() => expect(within(viewer).getByRole("button", { name: "放大" })).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  expect(closed).toHaveBeenCalledTimes(1);
});
