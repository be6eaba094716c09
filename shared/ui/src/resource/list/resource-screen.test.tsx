import { queriesOf } from "@liantai/api/client";
import { defineEndpoint, listOf, pageFields, roles } from "@liantai/api/contract";
import type { Column } from "@liantai/ui";
import {
  MultiSelectField,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type ResourceList,
} from "@liantai/ui/resource";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { array, number, object, string } from "yup";
import { fakeServer, refusal, type Asked, type FakeServer } from "../../testing/server.ts";
import { addressNow, clean, openScreen } from "../../testing/stage.tsx";

const filters = {
  name: string()
    .label("名称")
    .max(5)
    .matches(/^[^#]*$/, "名称不能有#号"),
  level: number().label("级别").oneOf([1, 2]),
  kinds: array().of(string().required()),
};
const thing = object({ id: string().required(), name: string().required(), level: number().required() });
const path = "/test/api/v1/thing/list";
const things = queriesOf({
  list: defineEndpoint({
    name: "testThingList",
    method: "POST",
    path,
    summary: "Things",
    permission: roles([1]),
    reads: true,
    body: object({
      ...pageFields,
      sortBy: string().oneOf(["", "name", "level"]),
      sortOrder: string().oneOf(["", "asc", "desc"]),
      groupId: string(),
      ...filters,
    }),
    reply: listOf(thing),
  }),
});

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly level: number;
}
const columns: readonly Column<Thing>[] = [
  { id: "name", title: "名称", width: 120, value: (t) => t.name, sortBy: "name" },
  { id: "level", title: "级别", width: 80, value: (t) => t.level },
];
const filterSchema = object(filters);
const defaults = () => ({ name: "", level: "", kinds: [] as string[] });
const kinds = [
  { value: "a", label: "甲类" },
  { value: "b", label: "乙类" },
];

const added = jest.fn();
let mayAdd = true;

let draws = 0;

function Things() {
  draws += 1;
  const [group, setGroup] = useState("g1");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const resource: ResourceList<Thing, ReturnType<typeof defaults>> = useResourceList({
    id: "things",
    endpoint: things.list,
    filterSchema,
    defaults,
    extra: { groupId: group },
  });
  return (
    <ResourceScreen
      label="东西"
      columns={columns}
      rowId={(t) => t.id}
      empty={{ title: "没有符合条件的东西", hint: "东西有用。", how: "点击“新增”添加。" }}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      selection={{ selected, onChange: setSelected }}
      query={
        <>
          <TextField name="name" label="名称" />
          <SelectField
            name="level"
            label="级别"
            options={[
              { value: 1, label: "一级" },
              { value: 2, label: "二级" },
            ]}
          />
          <MultiSelectField name="kinds" label="种类" options={kinds} />
        </>
      }
      actions={[{ label: "新增", may: mayAdd, adds: true, run: added }]}
      side={<p>分组树</p>}
      toolbar={
        <>
          <button onClick={() => setGroup("g2")}>换组</button>
          <button onClick={resource.refetch}>有变化</button>
        </>
      }
    />
  );
}

let server: FakeServer;
const last = () => server.asked.at(-1)!.body;
const answer = ({ body }: Asked) => ({
  list: [
    { id: `${String(body.pageNo)}a`, name: `第${String(body.pageNo)}页甲`, level: 1 },
    { id: `${String(body.pageNo)}b`, name: "乙", level: 2 },
  ],
  total: 95,
  pageNo: body.pageNo,
  pageSize: body.pageSize,
});

beforeEach(() => {
  clean();
  server = fakeServer([things.list.contract]);
  server.on(path, answer);
});

test("the server sorts by the columns that it sorts by; the order stays with the address and with the person", async () => {
  const user = userEvent.setup();
  const { unmount } = await openScreen(Things);
  await screen.findByText("第1页甲");
  expect(within(screen.getByRole("columnheader", { name: /级别/ })).queryByRole("button")).toBeNull();
  const head = () => screen.getByRole("columnheader", { name: /名称/ });
  await user.click(within(head()).getByRole("button"));
  await waitFor(() => expect(last()).toMatchObject({ sortBy: "name", sortOrder: "asc", pageNo: 1 }));
  expect(head()).toHaveAttribute("aria-sort", "ascending");
  await user.click(within(head()).getByRole("button"));
  await waitFor(() => expect(last()).toMatchObject({ sortBy: "name", sortOrder: "desc" }));
  expect(addressNow()).toBe("sortBy=name&sortOrder=desc");
  unmount();
  const kept = { ...localStorage };
  clean();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value as string);
  await openScreen(Things);
  await screen.findByText("第1页甲");
  expect(last()).toMatchObject({ sortBy: "name", sortOrder: "desc" });
});

test("what is asked is the contract's: numbers are numbers, what was not given is left out, lists come back from the address", async () => {
  const user = userEvent.setup();
  const { unmount } = await openScreen(Things);
  await screen.findByText("第1页甲");
  expect(last()).toEqual({ name: "", kinds: [], groupId: "g1", pageNo: 1, pageSize: 10 });
  await user.type(screen.getByLabelText("名称"), "甲");
  await user.selectOptions(screen.getByLabelText("级别"), "二级");
  await user.click(screen.getByRole("button", { name: "全部" }));
  await user.click(screen.getByRole("option", { name: "乙类" }));
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() =>
    expect(last()).toEqual({ name: "甲", level: 2, kinds: ["b"], groupId: "g1", pageNo: 1, pageSize: 10 }),
  );
  const address = addressNow();
  unmount();
  clean();
  await openScreen(Things, address);
  await waitFor(() => expect(last()).toMatchObject({ name: "甲", level: 2, kinds: ["b"] }));
  expect(screen.getByLabelText("级别")).toHaveValue("2");
  expect(screen.getByRole("button", { name: "乙类" })).toBeVisible();
});

test("junk in the address reads as the defaults", async () => {
  await openScreen(Things, "name=toolongforit&level=9&pageNo=-3&sortBy=password&sortOrder=asc&other=1");
  await screen.findByText("第1页甲");
  expect(last()).toEqual({ name: "", kinds: [], groupId: "g1", pageNo: 1, pageSize: 10 });
  expect(screen.getByLabelText("名称")).toHaveValue("");
});

test("what else stands in the address stays: a question, a sorting and a page leave the screen's view and subject alone", async () => {
  const user = userEvent.setup();
  await openScreen(Things, "view=callbacks&compId=100001&pageNo=2");
  await screen.findByText("第2页甲");
  await user.click(within(screen.getByRole("columnheader", { name: /名称/ })).getByRole("button"));
  await waitFor(() => expect(addressNow()).toBe("view=callbacks&compId=100001&sortBy=name&sortOrder=asc"));
  await user.click(await screen.findByRole("button", { name: "第3页" }));
  await waitFor(() => expect(addressNow()).toBe("view=callbacks&compId=100001&sortBy=name&sortOrder=asc&pageNo=3"));
  await user.type(screen.getByLabelText("名称"), "甲");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(last()).toMatchObject({ name: "甲", pageNo: 1 }));
  expect(new URLSearchParams(addressNow()).get("view")).toBe("callbacks");
  expect(last()).not.toHaveProperty("view");
});

test("another group begins at its first page, and the rows stay while they are fetched", async () => {
  const user = userEvent.setup();
  await openScreen(Things);
  await user.click(await screen.findByRole("button", { name: "第3页" }));
  expect(await screen.findByText("第3页甲")).toBeVisible();
  let go = () => undefined as void;
  server.on(path, (asked) => new Promise((resolve) => (go = () => resolve(answer(asked)))));
  await user.click(screen.getByRole("button", { name: "换组" }));
  await waitFor(() => expect(last()).toMatchObject({ groupId: "g2", pageNo: 1 }));
  expect(screen.getByText("第3页甲")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "正在加载" })).toBeInTheDocument();
  go();
  expect(await screen.findByText("第1页甲")).toBeVisible();
  expect(server.asked.filter((a) => a.body.groupId === "g2")).toHaveLength(1);
});

/** What is drawn a little later, once there is time, is drawn too. */
async function drawn(): Promise<void> {
  for (let seen = -1; seen !== draws;) {
    seen = draws;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a list that is asked again for what has changed draws nothing until it has come; 刷新 shows that it is asked", async () => {
  const user = userEvent.setup();
  await openScreen(Things);
  expect(await screen.findByText("第1页甲")).toBeVisible();
  let go = () => undefined as void;
  server.on(path, (asked) => new Promise((resolve) => (go = () => resolve({ ...answer(asked), list: [] }))));
  await drawn();
  const before = [draws, server.asked.length];
  await user.click(screen.getByRole("button", { name: "有变化" }));
  await waitFor(() => expect(server.asked).toHaveLength(before[1]! + 1));
  expect([draws, screen.queryByRole("progressbar")]).toEqual([before[0], null]);
  go();
  await waitFor(() => expect(screen.queryByText("第1页甲")).toBeNull());
  await user.click(screen.getByRole("button", { name: "刷新" }));
  expect(await screen.findByRole("progressbar", { name: "正在加载" })).toBeInTheDocument();
  go();
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
});

test("rows are chosen one by one or by the page, and stay chosen over pages", async () => {
  const user = userEvent.setup();
  await openScreen(Things);
  await user.click(await screen.findByRole("checkbox", { name: "选择第1页甲" }));
  const all = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "选择本页" });
  expect(all().indeterminate).toBe(true);
  await user.click(screen.getByRole("button", { name: "第2页" }));
  await screen.findByText("第2页甲");
  await user.click(all());
  expect(screen.getByText("已选 3 项")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "清空" }));
  expect(all()).not.toBeChecked();
});

test("when the last rows of the last page are gone, the page before is shown", async () => {
  server.on(path, (asked) =>
    asked.body.pageNo === 10 ? { list: [], total: 90, pageNo: 10, pageSize: 10 } : { ...answer(asked), total: 90 },
  );
  await openScreen(Things, "pageNo=10");
  expect(await screen.findByText("第9页甲")).toBeVisible();
  expect(server.asked.map((a) => a.body.pageNo)).toEqual([10, 9]);
  expect(addressNow()).toBe("pageNo=9");
});

test("a list that may not be read says so", async () => {
  server.on(path, () => refusal("forbidden"));
  await openScreen(Things);
  expect(await screen.findByText("您没有权限查看此内容")).toBeVisible();
});

const emptied = (asked: Asked) => ({ ...answer(asked), list: [], total: 0 });

test("a list with nothing in it yet offers to add, one that filters left empty offers to clear them", async () => {
  const user = userEvent.setup();
  server.on(path, (asked) => (asked.body.name === "" ? answer(asked) : emptied(asked)));
  const { unmount } = await openScreen(Things, "name=无");
  expect(await screen.findByText("没有符合条件的东西")).toBeVisible();
  expect(screen.queryByRole("button", { name: "新增东西" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "清空条件" }));
  expect(await screen.findByText("第1页甲")).toBeVisible();
  expect(screen.getByLabelText("名称")).toHaveValue("");
  server.on(path, emptied);
  await user.click(screen.getByRole("button", { name: "刷新" }));
  expect(await screen.findByText("这里还没有东西")).toBeVisible();
  expect(screen.getByText("东西有用。点击“新增”添加。")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "新增东西" }));
  expect(added).toHaveBeenCalledTimes(1);
  unmount();
  mayAdd = false;
  await openScreen(Things);
  expect(await screen.findByText("东西有用。")).toBeVisible();
  mayAdd = true;
});

test("what stands left of a list folds, and stays folded", async () => {
  const user = userEvent.setup();
  const { unmount } = await openScreen(Things);
  expect(await screen.findByText("分组树")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "收起东西左侧栏" }));
  expect(screen.getByText("分组树")).not.toBeVisible();
  unmount();
  await openScreen(Things);
  expect(screen.getByText("分组树")).not.toBeVisible();
  await user.click(screen.getByRole("button", { name: "展开东西左侧栏" }));
  expect(screen.getByText("分组树")).toBeVisible();
});

test("the filters fold to one line; what is below is out of reach, is counted, and unfolds when it is wrong", async () => {
  const user = userEvent.setup();
  jest.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  jest.spyOn(HTMLElement.prototype, "offsetTop", "get").mockImplementation(function (this: HTMLElement) {
    return this.querySelector("[name=level]") && this.parentElement?.closest("form") ? 60 : 0;
  });
  const { unmount } = await openScreen(Things, "level=2");
  await screen.findByText("第1页甲");
  const level = () => screen.getByLabelText("级别").closest("[inert]");
  expect(level()).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "展开（1）" }));
  expect(level()).toBeNull();
  unmount();
  await openScreen(Things);
  const fold = await screen.findByRole("button", { name: "收起" });
  await user.click(fold);
  expect(level()).not.toBeNull();
  await user.type(screen.getByLabelText("名称"), "甲#");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(level()).toBeNull());
  jest.restoreAllMocks();
});
