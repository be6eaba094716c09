/** 帮助文档 through the workspace. */
import { helpApi } from "@liantai/api/contract/help";
import { fileApi } from "@liantai/api/contract/uploads";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api, opened, store } from "@liantai/api/client";
import type { Handlers } from "../testing/network.ts";
import { openWorkspace } from "../testing/workspace.tsx";
import { operator, person } from "../testing/people.ts";
import { toMarkup } from "./markdown.ts";

const nodes = [
  { id: "f", parentId: "", kind: "folder", pdf: false, title: "上手", sort: 1 },
  { id: "a", parentId: "f", kind: "document", pdf: false, title: "坐席上手", sort: 1 },
  { id: "b", parentId: "f", kind: "document", pdf: false, title: "快捷键", sort: 2 },
];
const bodies: Record<string, string> = {
  a: "## 登录\n\n先登录。",
  b: "| 键 | 作用 |\n| --- | --- |\n| `Alt+A` | 接听 |",
};
const handlers: Handlers = {
  [`POST ${helpApi.tree.path}`]: ({ text }) => ({
    data: (JSON.parse(text) as { keyword: string }).keyword === "接听" ? [nodes[0], nodes[2]] : nodes,
  }),
  [`POST ${helpApi.get.path}`]: ({ text }) => {
    const { id } = JSON.parse(text) as { id: string };
    return {
      data: {
        id,
        parentId: "f",
        title: nodes.find((n) => n.id === id)?.title ?? "手册",
        body: bodies[id] ?? "",
        file: id === "p" ? { id: "f1", name: "手册.pdf", bytes: 2048 } : null,
        updatedAt: "2026-11-20 09:00:00",
        updatedBy: "联台",
      },
    };
  },
};
async function open(user = person(), more: Handlers = {}) {
  const network = await openWorkspace({ user, handlers: { ...handlers, ...more } });
  await act(async () => void store.dispatch(opened({ to: "/helpfiles" })));
  await screen.findByRole("heading", { name: "登录" });
  return network;
}

beforeEach(() => act(() => void store.dispatch(api.util.resetApiState())));

test("reads the first document, another that is chosen, and what a search found; agents change nothing", async () => {
  const user = userEvent.setup();
  await open();
  expect(screen.queryByRole("button", { name: "新建文档" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "快捷键" }));
  expect(await screen.findByRole("cell", { name: "Alt+A" })).toBeInTheDocument();
  await user.type(screen.getByLabelText("搜索帮助"), "接听");
  await waitFor(() => expect(screen.queryByRole("button", { name: "坐席上手" })).toBeNull());
});

test("an operator writes with a preview beside it, takes a file over, and saves", async () => {
  const user = userEvent.setup();
  const network = await open(operator(), { [`POST ${helpApi.add.path}`]: () => ({ data: { id: "b" } }) });
  await user.click(screen.getByRole("button", { name: "新建文档" }));
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("请输入标题");
  await user.upload(
    screen.getByLabelText("上传文档"),
    new File(["# 质检\n\n**重点**"], "x.md", { type: "text/markdown" }),
  );
  const preview = within(screen.getByRole("region", { name: "预览" }));
  expect(await preview.findByText("重点")).toBeInTheDocument();
  expect(screen.getByLabelText("标题")).toHaveValue("质检");
  await user.selectOptions(screen.getByLabelText("所在目录"), "上手");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(network.calls(`POST ${helpApi.add.path}`).map(({ text }) => JSON.parse(text) as object)).toEqual([
      { kind: "document", title: "质检", body: "**重点**", fileId: "", parentId: "f" },
    ]),
  );
  expect(await screen.findByText("帮助文档已保存")).toBeInTheDocument();
});

const paper = { id: "p", parentId: "f", kind: "document", pdf: true, title: "手册", sort: 3 };
const pdfHandlers: Handlers = {
  [`POST ${helpApi.tree.path}`]: () => ({ data: [...nodes, paper] }),
  [`POST ${fileApi.ticket.path}`]: ({ text }) => {
    const { kind, id } = JSON.parse(text) as { kind: string; id: string };
    return { data: { url: `/file/api/v1/file/take?ticket=${kind}-${id}`, name: "手册.pdf", expiresIn: 600 } };
  },
};

test("a PDF is read in the browser's own viewer by an address of the session, and kept by another", async () => {
  const user = userEvent.setup();
  await open(person(), pdfHandlers);
  const clicked: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute("href")} ${this.download}`);
  });
  await user.click(screen.getByRole("button", { name: "手册" }));
  await waitFor(() =>
    expect(document.querySelector("iframe")).toHaveAttribute("src", "/file/api/v1/file/take?ticket=helpView-f1"),
  );
  expect(screen.getByText("手册.pdf（2 KB）")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "下载" }));
  await waitFor(() => expect(clicked).toEqual(["/file/api/v1/file/take?ticket=help-f1 手册.pdf"]));
  click.mockRestore();
});

test("a browser without a viewer says so instead of a frame that downloads by itself", async () => {
  Object.defineProperty(navigator, "pdfViewerEnabled", { value: false, configurable: true });
  const user = userEvent.setup();
  await open(person(), pdfHandlers);
  await user.click(screen.getByRole("button", { name: "手册" }));
  expect(await screen.findByText("浏览器不能直接显示PDF，请下载后查看")).toBeInTheDocument();
  expect(document.querySelector("iframe")).toBeNull();
  Reflect.deleteProperty(navigator, "pdfViewerEnabled");
});

test("an operator makes a document of a PDF; a file of another kind is refused before it leaves", async () => {
  const user = userEvent.setup({ applyAccept: false });
  const network = await open(operator(), {
    ...pdfHandlers,
    [`POST ${helpApi.upload.path}`]: () => ({ data: { files: [{ id: "f1", name: "手册.pdf", bytes: 9 }] } }),
    [`POST ${helpApi.add.path}`]: () => ({ data: { id: "p" } }),
  });
  await user.click(screen.getByRole("button", { name: "新建文档" }));
  await user.upload(screen.getByLabelText("插入图片"), new File(["x"], "x.svg"));
  expect(await screen.findByRole("alert")).toHaveTextContent("只能上传jpg, jpeg, png文件");
  expect(network.calls(`POST ${helpApi.upload.path}`)).toHaveLength(0);
  await user.upload(screen.getByLabelText("上传文档"), new File(["%PDF-1.4"], "手册.pdf"));
  expect(await screen.findByText("手册.pdf（1 KB）")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(network.calls(`POST ${helpApi.add.path}`).map(({ text }) => JSON.parse(text) as object)).toMatchObject([
      { kind: "document", title: "手册", body: "", fileId: "f1" },
    ]),
  );
});

test.each(["button", "paste", "drop"] as const)(
  "pictures by %s stand in the text and are shown with the session's token",
  async (way) => {
    const user = userEvent.setup();
    const made: string[] = [];
    URL.createObjectURL = (blob) => {
      made.push((blob as Blob).type);
      return "blob:made";
    };
    URL.revokeObjectURL = () => undefined;
    const network = await open(operator(), {
      [`POST ${helpApi.upload.path}`]: () => ({ data: { files: [{ id: "pic-1", name: "截图[1].png", bytes: 9 }] } }),
      [`GET ${helpApi.file.path}`]: () => ({ file: { type: "image/png", content: "x" } }),
    });
    await user.click(screen.getByRole("button", { name: "新建文档" }));
    const area = screen.getByLabelText<HTMLTextAreaElement>("内容");
    await user.type(area, "前后");
    area.setSelectionRange(1, 1);
    const files = [new File(["x"], "截图[1].png", { type: "image/png" })];
    if (way === "button") await user.upload(screen.getByLabelText("插入图片"), files);
    else if (way === "paste") fireEvent.paste(area, { clipboardData: { files, types: ["Files"] } });
    else fireEvent.drop(area, { dataTransfer: { files, types: ["Files"] } });
    await waitFor(() => expect(area).toHaveValue("前![截图1](help:pic-1)\n后"));
    expect(await screen.findByRole("img", { name: "截图1" })).toHaveAttribute("src", "blob:made");
    expect(made).toEqual(["image/png"]);
    const [asked] = network.calls(`GET ${helpApi.file.path}`);
    expect(asked!.query.get("id")).toBe("pic-1");
    expect(asked!.headers.get("authorization")).toMatch(/^Bearer /);
  },
);

test("F110 a press on a picture of the help shows it, and leads through those of its text; one in a link stays a link", async () => {
  const user = userEvent.setup();
  URL.createObjectURL = () => "blob:made";
  URL.revokeObjectURL = () => undefined;
  bodies["b"] = "![菜单](help:p1) ![坏](help:p2) [![图标](help:p3)](https://example.com) ![按钮](help:p4)";
  const network = await open(person(), {
    [`GET ${helpApi.file.path}`]: ({ query }) =>
      query.get("id") === "p2" ? { code: 404, msg: "文件不存在" } : { file: { type: "image/png", content: "x" } },
  });
  await user.click(screen.getByRole("button", { name: "快捷键" }));
  await user.click(await screen.findByRole("button", { name: "按钮" }));
  expect(await screen.findByRole("dialog", { name: "查看图片按钮.png" })).toBeVisible();
  expect(screen.getByText("第2张，共2张")).toBeVisible();
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByRole("img", { name: "菜单.png" })).toHaveAttribute("src", "blob:made");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "按钮" })).toHaveFocus());
  expect(screen.getByRole("img", { name: "坏（加载失败）" }).closest("button")).toBeNull();
  expect(screen.getByRole("link", { name: "图标" }).querySelector("button")).toBeNull();
  expect(network.calls(`GET ${helpApi.file.path}`)).toHaveLength(4);
});

test("what the server says of a file's content stands at the form", async () => {
  const user = userEvent.setup();
  await open(operator(), {
    [`POST ${helpApi.upload.path}`]: () => ({ code: 400, msg: "“坏.pdf”的内容与文件类型不符" }),
  });
  await user.click(screen.getByRole("button", { name: "新建文档" }));
  await user.upload(screen.getByLabelText("上传文档"), new File(["<script>"], "坏.pdf"));
  expect(await screen.findByRole("alert")).toHaveTextContent("“坏.pdf”的内容与文件类型不符");
  expect(document.querySelector("iframe")).toBeNull();
});

test("what a sheet copies along as a picture of itself stays text", async () => {
  const network = await open(operator());
  await userEvent.click(screen.getByRole("button", { name: "新建文档" }));
  const area = screen.getByLabelText("内容");
  const files = [new File(["x"], "image.png", { type: "image/png" })];
  expect(fireEvent.paste(area, { clipboardData: { files, types: ["text/plain", "Files"] } })).toBe(true);
  expect(network.calls(`POST ${helpApi.upload.path}`)).toHaveLength(0);
});

test("nothing that a document holds runs or leaves the page by itself", () => {
  const markup = toMarkup(
    [
      "# 题",
      '<script>alert(1)</script><img src=x onerror=alert(1)> <iframe src="https://x"></iframe>',
      "[点](javascript:alert(1)) [好](https://example.com) ![图](data:text/html;base64,x)",
      '<a href="https://e.com" onclick="x()">a</a> <style>*{display:none}</style><form action="https://x"><input name=a></form>',
    ].join("\n\n"),
  );
  expect(markup).not.toMatch(/script|onerror|onclick|iframe|javascript|style|form|input|data:text/i);
  expect(markup).toContain('<a href="https://example.com" target="_blank" rel="noopener noreferrer">好</a>');
  // A picture of the help is no address that the browser asks by itself; a link of that kind leads nowhere.
  const own = toMarkup('![图](help:a1) [点](help:a1) <img src="help:b2" data-other="x">');
  expect(own).not.toMatch(/(?:src|href)=|data-other/);
  expect(own).toMatch(/data-picture="a1".*data-picture="b2"/s);
});
