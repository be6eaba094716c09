import { UiProvider } from "@liantai/ui";
import { TransferList, type Answer, type Item } from "@liantai/ui/resource";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";

const people = (count: number): readonly Item[] =>
  Array.from({ length: count }, (_, n) => ({ id: String(1001 + n), label: `坐席${n + 1}`, detail: String(1001 + n) }));

function Members({ all }: { readonly all: readonly Item[] }) {
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(["1001"]));
  return (
    <UiProvider>
      <TransferList
        availableTitle="可选坐席"
        memberTitle="已有坐席"
        available={all.filter((i) => !members.has(i.id))}
        members={all.filter((i) => members.has(i.id))}
        onAdd={(ids) => setMembers(new Set([...members, ...ids]))}
        onRemove={(ids) => setMembers(new Set([...members].filter((m) => !ids.includes(m))))}
      />
    </UiProvider>
  );
}

const side = (name: string) => within(screen.getByRole("group", { name }));
const shown = (name: string) =>
  side(name)
    .queryAllByRole("option")
    .map((o) => o.textContent);

test("finds, chooses and moves, both ways; what was moved is not chosen on the other side", async () => {
  const user = userEvent.setup();
  render(<Members all={people(5)} />);
  expect(screen.getByRole("button", { name: "添加到已有坐席" })).toBeDisabled();
  await user.type(side("可选坐席").getByRole("searchbox"), "1003");
  expect(shown("可选坐席")).toEqual(["坐席31003"]);
  await user.click(side("可选坐席").getByRole("checkbox", { name: "全选可选坐席" }));
  await user.clear(side("可选坐席").getByRole("searchbox"));
  side("可选坐席").getByRole("listbox").focus();
  await user.keyboard("{Home}{ArrowDown}{ArrowDown} ");
  await user.click(screen.getByRole("button", { name: "添加到已有坐席" }));
  expect(shown("已有坐席")).toEqual(["坐席11001", "坐席31003", "坐席41004"]);
  expect(side("已有坐席").queryAllByRole("option", { selected: true })).toEqual([]);
  side("已有坐席").getByRole("listbox").focus();
  await user.keyboard("{Control>}a{/Control}");
  await user.click(screen.getByRole("button", { name: "从已有坐席移出" }));
  expect(shown("已有坐席")).toEqual([]);
  expect(shown("可选坐席")).toHaveLength(5);
});

test("of thousands only what is in sight is drawn; all are chosen at once", async () => {
  const user = userEvent.setup();
  jest.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(320);
  render(<Members all={people(5000)} />);
  const drawn = side("可选坐席").getAllByRole("option");
  expect(drawn.length).toBeLessThan(40);
  expect(drawn[0]).toHaveAttribute("aria-setsize", "4999");
  await user.click(side("可选坐席").getByRole("checkbox", { name: "全选可选坐席" }));
  await user.click(screen.getByRole("button", { name: "添加到已有坐席" }));
  expect(side("已有坐席").getByText("0/5000")).toBeVisible();
  jest.restoreAllMocks();
});

test("a list whose request has no answer yet says so, and not that there is nothing", () => {
  const nothing = () => undefined;
  const lists = (answer: Answer) => (
    <UiProvider>
      <TransferList
        availableTitle="可选坐席"
        memberTitle="已有坐席"
        available={[]}
        members={people(1)}
        answers={{ available: answer, members: { data: {}, isError: false } }}
        onAdd={nothing}
        onRemove={nothing}
      />
    </UiProvider>
  );
  const { rerender } = render(lists({ isError: false }));
  expect(side("可选坐席").getByText("正在加载…")).toBeVisible();
  expect(side("可选坐席").queryByText("没有数据")).toBeNull();
  expect(side("可选坐席").queryByText("0/0")).toBeNull();
  expect(shown("已有坐席")).toEqual(["坐席11001"]);
  rerender(lists({ isError: true }));
  expect(side("可选坐席").getByText("加载失败，请重新打开")).toBeVisible();
  rerender(lists({ data: {}, isError: false }));
  expect(side("可选坐席").getByText("没有数据")).toBeVisible();
  expect(side("可选坐席").getByText("0/0")).toBeVisible();
});

test("who is chosen while the other list is still on its way stays chosen, and is moved when it is there", async () => {
  const user = userEvent.setup();
  const onAdd = jest.fn();
  const lists = (busy: boolean) => (
    <UiProvider>
      <TransferList
        availableTitle="可选坐席"
        memberTitle="已有坐席"
        available={people(2)}
        members={[]}
        busy={busy}
        onAdd={onAdd}
        onRemove={() => undefined}
      />
    </UiProvider>
  );
  const { rerender } = render(lists(true));
  await user.click(side("可选坐席").getByRole("option", { name: /坐席1/ }));
  const add = screen.getByRole("button", { name: "添加到已有坐席" });
  expect(add).toBeDisabled();
  rerender(lists(false));
  await user.click(add);
  expect(onAdd).toHaveBeenCalledWith(["1001"]);
});
