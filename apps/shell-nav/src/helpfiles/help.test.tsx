/** 帮助文档 through the workspace. */
import { helpApi } from "@liantai/api/contract/help";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api, opened, store } from "@liantai/api/client";
import type { Handlers } from "../testing/network.ts";
import { openWorkspace } from "../testing/workspace.tsx";
import { operator, person } from "../testing/people.ts";
import { toMarkup } from "./markdown.ts";

const nodes = [
  { id: "f", parentId: "", kind: "folder", title: "上手", sort: 1 },
  { id: "a", parentId: "f", kind: "document", title: "坐席上手", sort: 1 },
  { id: "b", parentId: "f", kind: "document", title: "快捷键", sort: 2 },
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
        title: nodes.find((n) => n.id === id)!.title,
        body: bodies[id]!,
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
      { kind: "document", title: "质检", body: "**重点**", parentId: "f" },
    ]),
  );
});

test("nothing that a document holds runs or leaves the page by itself", () => {
  const markup = toMarkup(
    '# 题\n\n<script>alert(1)</script><img src=x onerror=alert(1)> <iframe src="https://x"></iframe>\n\n[点](javascript:alert(1)) [好](https://example.com) ![图](data:text/html;base64,x)\n\n<a href="https://e.com" onclick="x()">a</a> <style>*{display:none}</style><form action="https://x"><input name=a></form>',
  );
  expect(markup).not.toMatch(/script|onerror|onclick|iframe|javascript|style|form|input|data:text/i);
  expect(markup).toContain('<a href="https://example.com" target="_blank" rel="noopener noreferrer">好</a>');
});
