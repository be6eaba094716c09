import { onNotice, queriesOf } from "@liantai/api/client";
import { crud } from "@liantai/api/contract/parts";
import { roles } from "@liantai/api/contract";
import { CrudScreen, TextField } from "@liantai/ui/resource";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { object, string } from "yup";
import { fakeServer, type FakeServer } from "../../testing/server.ts";
import { clean, openScreen } from "../../testing/stage.tsx";

interface Thing {
  readonly id: string;
  readonly name: string;
}
const prefix = "/test/api/v1/plain";
const permission = roles([1]);
const plainApi = crud({
  name: "testPlain",
  prefix,
  noun: "thing",
  tag: "TestPlain",
  row: object({ id: string().required(), name: string().required() }),
  filters: { name: string() },
  sortable: ["name"],
  fields: { name: string().label("名称").required("请输入名称") },
  permission: { list: permission, add: permission, update: permission, delete: permission },
});
const queries = queriesOf(plainApi);
const Screen = () => (
  <CrudScreen<Thing, { name: string }>
    id="plain"
    noun="东西"
    queries={queries}
    may={{ add: true, update: true, delete: true }}
    extra={{ compId: "100001" }}
    list={{
      columns: [{ id: "name", title: "名称", width: 120, value: (r) => r.name, sortBy: "name" }],
      idOf: (r) => r.id,
      nameOf: (r) => r.name,
    }}
    filters={{
      schema: object({ name: string() }),
      defaults: () => ({ name: "" }),
      fields: <TextField name="name" label="名称" />,
    }}
    form={{
      schema: plainApi.add.body!,
      values: (row) => ({ name: row?.name ?? "" }),
      fields: <TextField name="name" label="新名称" />,
    }}
  />
);

let server: FakeServer;
let rows: Thing[];
const sent = (path: string) => server.asked.filter((a) => a.path === `${prefix}/${path}`).map((a) => a.body);

beforeEach(() => {
  clean();
  server = fakeServer(Object.values(plainApi));
  rows = Array.from({ length: 12 }, (_, n) => ({ id: `t${n}`, name: `东西${n}` }));
  server.on(`${prefix}/list`, ({ body }) => ({
    list: rows.slice((Number(body.pageNo) - 1) * 10, Number(body.pageNo) * 10),
    total: rows.length,
    pageNo: body.pageNo,
    pageSize: 10,
  }));
  server.on(`${prefix}/add`, () => ({ id: "new" }));
  server.on(`${prefix}/update`, () => null);
  server.on(`${prefix}/delete`, ({ body }) => {
    rows = rows.filter((r) => !(body.ids as string[]).includes(r.id));
    return { count: 1 };
  });
});

test("adds and changes with what goes into every body, and says which of the two", async () => {
  const user = userEvent.setup();
  const notices: unknown[] = [];
  const end = onNotice(({ title, text }) => notices.push([title, text]));
  await openScreen(Screen);
  await user.click(await screen.findByRole("button", { name: "新增" }));
  await user.type(screen.getByLabelText("新名称"), "甲");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getAllByRole("button", { name: "编辑" })[1]!);
  expect(screen.getByLabelText("新名称")).toHaveValue("东西1");
  await user.type(screen.getByLabelText("新名称"), "乙");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([sent("add"), sent("update")]).toEqual([
    [{ compId: "100001", name: "甲" }],
    [{ compId: "100001", id: "t1", name: "东西1乙" }],
  ]);
  expect(notices).toEqual([
    ["东西已新增", ""],
    ["东西已保存", ""],
  ]);
  end();
});

test("deletes what is chosen over pages, after asking, and shows the rows that are left", async () => {
  const user = userEvent.setup();
  const notices: string[] = [];
  const end = onNotice(({ title }) => notices.push(title));
  await openScreen(Screen);
  await user.click(await screen.findByRole("checkbox", { name: "选择东西3" }));
  await user.click(screen.getByRole("button", { name: "第2页" }));
  await screen.findByText("东西10");
  await user.click(screen.getByRole("checkbox", { name: "选择本页" }));
  await user.click(screen.getAllByRole("button", { name: "删除" })[0]!);
  expect(screen.getByRole("alertdialog")).toHaveTextContent("确定要删除选中的 3 项吗？删除后不能恢复。");
  await user.click(screen.getAllByRole("button", { name: "删除" }).at(-1)!);
  expect(await screen.findByText("共 9 条")).toBeVisible();
  expect(await screen.findByText("东西4")).toBeVisible();
  expect(sent("delete")).toEqual([{ compId: "100001", ids: ["t3", "t10", "t11"] }]);
  expect(notices).toEqual(["已删除3个东西"]);
  end();
});
