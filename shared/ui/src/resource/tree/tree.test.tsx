import { UiProvider } from "@liantai/ui";
import { CheckTree, TreeList, type TreeNode } from "@liantai/ui/resource";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";

const nodes: readonly TreeNode[] = [
  {
    id: "calls",
    label: "呼叫中心",
    children: [
      {
        id: "records",
        label: "通话记录",
        children: [
          { id: "play", label: "播放" },
          { id: "export", label: "导出" },
        ],
      },
      { id: "seats", label: "坐席", badge: 3 },
    ],
  },
  { id: "system", label: "系统" },
];
const item = (name: string | RegExp) => screen.getByRole("treeitem", { name });
const names = () => screen.getAllByRole("treeitem").map((i) => i.textContent);

test("one node is chosen by mouse or keyboard; arrows open, close and move", async () => {
  const chosen: string[] = [];
  const user = userEvent.setup();
  render(
    <UiProvider>
      <TreeList
        label="分组"
        nodes={nodes}
        selected="calls"
        onSelect={(id) => chosen.push(id)}
        actions={(node) => <button>删除{node.label}</button>}
      />
    </UiProvider>,
  );
  const tree = screen.getByRole("tree", { name: "分组" });
  await user.click(item(/^坐席/));
  tree.focus();
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(tree).toHaveAttribute(
    "aria-activedescendant",
    item(/^导出/).parentElement ? screen.getAllByRole("treeitem")[2]!.id : "",
  );
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(item(/^通话记录/)).toHaveAttribute("aria-expanded", "false");
  expect(names()).toHaveLength(4);
  await user.keyboard("{ArrowRight}{ArrowRight}{Enter}{End} ");
  expect(chosen).toEqual(["seats", "play", "system"]);
  expect(item(/^呼叫中心/)).toHaveAttribute("aria-selected", "true");
  expect([
    item(/^播放/).getAttribute("aria-level"),
    item(/^播放/).getAttribute("aria-posinset"),
    item(/^播放/).getAttribute("aria-setsize"),
  ]).toEqual(["3", "1", "2"]);
});

test("checks what is below and what leads there; unchecking leaves what leads there; a search narrows", async () => {
  const user = userEvent.setup();
  let now: ReadonlySet<string> = new Set();
  function Grants() {
    const [checked, setChecked] = useState(now);
    return (
      <CheckTree
        label="菜单"
        nodes={nodes}
        checked={checked}
        onChange={(next) => setChecked((now = next))}
        searchable
      />
    );
  }
  render(
    <UiProvider>
      <Grants />
    </UiProvider>,
  );
  await user.click(item(/^通话记录/));
  expect([...now].sort()).toEqual(["calls", "export", "play", "records"]);
  expect(item(/^呼叫中心/)).toHaveAttribute("aria-checked", "mixed");
  await user.click(item(/^播放/));
  await user.click(item(/^导出/));
  expect([...now].sort()).toEqual(["calls", "records"]);
  await user.click(item(/^呼叫中心/));
  expect(now.size).toBe(5);
  await user.click(item(/^呼叫中心/));
  expect(now.size).toBe(0);
  await user.type(screen.getByRole("searchbox", { name: "搜索菜单" }), "导出");
  expect(names()).toEqual(["呼叫中心", "通话记录", "导出"]);
});
