import { onNotice } from "@liantai/api/client";
import { DataTable } from "@liantai/ui";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { object, string } from "yup";
import { pressItem } from "../../testing/menu.ts";
import { clean, openScreen } from "../../testing/stage.tsx";
import { TextField } from "../index.ts";
import { formOf, Outcome, type Action } from "./action.ts";
import { ActionBar } from "./buttons.tsx";
import { useActionColumn } from "./column.tsx";

interface Thing {
  readonly id: string;
  readonly sealed: boolean;
}
const things: readonly Thing[] = [
  { id: "甲", sealed: false },
  { id: "乙", sealed: true },
];
let notices: string[];
let end: () => void;
let drawn: string[];

beforeEach(() => {
  clean();
  notices = [];
  drawn = [];
  end = onNotice(({ title, text }) => notices.push(`${title} ${text ?? ""}`.trim()));
});
afterEach(() => end());

const columns = [
  {
    id: "id",
    title: "名称",
    width: 80,
    value: (thing: Thing) => thing.id,
    cell: (thing: Thing) => {
      drawn.push(thing.id);
      return thing.id;
    },
  },
];

function open(actions: readonly Action<Thing>[], bar: readonly Action[] = []) {
  function Screen() {
    const { columns: all, opened } = useActionColumn(columns, actions);
    return (
      <>
        <ActionBar actions={bar} row={undefined} />
        <DataTable
          id="things"
          label="东西"
          columns={all}
          rowId={(thing) => thing.id}
          list={{ rows: things, fetching: false, error: undefined, retry: () => undefined }}
          empty={{ title: "没有" }}
        />
        {opened}
      </>
    );
  }
  return openScreen(Screen);
}

const later = () => {
  let resolve = () => undefined as void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};
const rowOf = (name: string) => within(screen.getByText(name).closest("tr")!);

test("what the person may not is not drawn, what the row does not have not for that row", async () => {
  await open([
    { label: "查看", run: () => undefined },
    { label: "编辑", may: false, run: () => undefined },
    { label: "拆开", shown: ({ sealed }) => sealed, run: () => undefined },
    { label: "删除", disabled: ({ sealed }) => sealed, run: () => undefined },
  ]);
  expect(screen.queryByRole("button", { name: "编辑" })).toBeNull();
  expect(rowOf("甲").queryByRole("button", { name: "拆开" })).toBeNull();
  expect(rowOf("乙").getByRole("button", { name: "拆开" })).toBeVisible();
  expect(rowOf("甲").getByRole("button", { name: "删除" })).toBeEnabled();
  expect(rowOf("乙").getByRole("button", { name: "删除" })).toBeDisabled();
});

test("a button that may not be pressed now says why, in a row and behind 更多", async () => {
  const user = userEvent.setup();
  const disabled = ({ sealed }: Thing) => sealed && "已封存";
  await open([
    { label: "编辑", disabled, run: () => undefined },
    { label: "删除", folded: true, disabled, run: () => undefined },
  ]);
  expect(rowOf("甲").getByRole("button", { name: "编辑" })).not.toHaveAttribute("title");
  const edit = rowOf("乙").getByRole("button", { name: "编辑" });
  expect(edit).toBeDisabled();
  expect(edit).toHaveAttribute("title", "已封存");
  expect(edit).toHaveAccessibleDescription("已封存");
  await user.click(rowOf("乙").getByRole("button", { name: "更多" }));
  const remove = await screen.findByRole("menuitem", { name: "删除" });
  expect(remove).toHaveAttribute("aria-disabled", "true");
  expect(remove).toHaveAccessibleDescription("已封存");
});

test("a button is busy until what it does is over; two presses at once do it once; then it is said", async () => {
  const running = later();
  const run = jest.fn(() => running.promise);
  await open([{ label: "检测", run, done: ({ id }) => [id, "检测"] }]);
  const button = rowOf("甲").getByRole("button", { name: "检测" });
  act(() => {
    button.click();
    button.click();
  });
  expect(run).toHaveBeenCalledTimes(1);
  expect(button).toBeDisabled();
  expect(rowOf("乙").getByRole("button", { name: "检测" })).toBeEnabled();
  expect(notices).toEqual([]);
  await act(async () => running.resolve());
  expect(button).toBeEnabled();
  expect(notices).toEqual(["甲已检测"]);
});

test("rarer actions of a row stand behind 更多; what the row does not have does not", async () => {
  const user = userEvent.setup();
  const done: string[] = [];
  const run = (what: string) => (thing: Thing) => void done.push(`${what}${thing.id}`);
  await open([
    { label: "编辑", run: run("编辑") },
    { label: "复制", folded: true, run: run("复制") },
    { label: "拆开", folded: true, shown: ({ sealed }) => sealed, run: run("拆开") },
    { label: "删除", folded: true, danger: true, disabled: ({ sealed }) => sealed, run: run("删除") },
  ]);
  expect(rowOf("甲").queryByRole("button", { name: "复制" })).toBeNull();
  await user.click(rowOf("甲").getByRole("button", { name: "更多" }));
  await waitFor(() =>
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["复制", "删除"]),
  );
  await pressItem(user, "复制");
  await waitFor(() => expect(done).toEqual(["复制甲"]));
  await user.click(rowOf("乙").getByRole("button", { name: "更多" }));
  expect(await screen.findByRole("menuitem", { name: "删除" })).toHaveAttribute("aria-disabled", "true");
  await pressItem(user, "拆开");
  await waitFor(() => expect(done).toEqual(["复制甲", "拆开乙"]));
});

test("a question stays, busy, until it is done, cannot be answered twice nor closed meanwhile", async () => {
  const user = userEvent.setup();
  const running = later();
  const run = jest.fn(() => running.promise);
  await open([
    {
      label: "删除",
      danger: true,
      confirm: ({ id }) => ({ title: "删除东西", text: `删除${id}？` }),
      run,
      done: ["东西", "删除"],
    },
  ]);
  await user.click(rowOf("乙").getByRole("button", { name: "删除" }));
  const asked = within(screen.getByRole("alertdialog", { name: "删除东西" }));
  expect(asked.getByText("删除乙？")).toBeVisible();
  const yes = asked.getByRole("button", { name: "删除" });
  act(() => {
    yes.click();
    yes.click();
  });
  await user.click(asked.getByRole("button", { name: "取消" }));
  expect(screen.getByRole("alertdialog")).toBeVisible();
  expect(run.mock.calls).toEqual([[things[1]]]);
  await act(async () => running.resolve());
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(notices).toEqual(["东西已删除"]);
});

test("what failed is not said to be done; the question goes, and may be asked again", async () => {
  const user = userEvent.setup();
  const refused = { text: "正在使用", level: "error", action: "none" };
  const run = jest.fn(async () => {
    throw refused;
  });
  await open([{ label: "删除", confirm: () => ({ title: "删除东西", text: "删除？" }), run, done: ["东西", "删除"] }]);
  for (const times of [1, 2]) {
    await user.click(rowOf("甲").getByRole("button", { name: "删除" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "删除" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(run).toHaveBeenCalledTimes(times);
  }
  expect(notices).toEqual([]);
});

test("a request is unwrapped: its refusal is no success", async () => {
  const user = userEvent.setup();
  const request = (failed: boolean) =>
    Object.assign(Promise.resolve({ data: null }), {
      unwrap: () => (failed ? Promise.reject({ text: "不行", level: "error" }) : Promise.resolve(null)),
    });
  await open([{ label: "启用", run: ({ sealed }) => request(sealed), done: ({ id }) => [id, "启用"] }]);
  await user.click(rowOf("乙").getByRole("button", { name: "启用" }));
  await user.click(rowOf("甲").getByRole("button", { name: "启用" }));
  expect(notices).toEqual(["甲已启用"]);
});

test("a form sends what was typed, says it, and shows what came of it once", async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await open(
    [],
    [
      {
        label: "新增",
        adds: true,
        done: ["东西", "新增"],
        form: () =>
          formOf({
            title: "新增东西",
            schema: object({ name: string().label("名称").required("请输入名称") }),
            values: { name: "" },
            fields: <TextField name="name" label="叫什么" />,
            send: ({ name }) => {
              sent.push(name);
              return new Outcome({ show: (close) => <button onClick={close}>{`${name}的密码`}</button> });
            },
          }),
      },
    ],
  );
  await user.click(screen.getByRole("button", { name: "新增" }));
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("请输入名称")).toBeVisible();
  await user.type(screen.getByLabelText(/^叫什么/), "丙");
  await user.click(screen.getByRole("button", { name: "保存" }));
  const secret = await screen.findByText("丙的密码");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect([sent, notices]).toEqual([["丙"], ["东西已新增"]]);
  await user.click(secret);
  expect(screen.queryByText("丙的密码")).toBeNull();
});

test("what a sheet came to is said; the newest action is drawn, though rows are not drawn anew for it", async () => {
  const user = userEvent.setup();
  let again = () => undefined as void;
  const sheetOf = (words: string): Action<Thing> => ({
    label: "充值",
    sheet: ({ id }, close) => (
      <button onClick={() => close(new Outcome({ done: [id, "充值"] }))}>{`${words}${id}`}</button>
    ),
  });
  let words = "旧";
  function Changing() {
    const [, draw] = useState(0);
    again = () => draw((n) => n + 1);
    const { columns: all, opened } = useActionColumn(columns, [sheetOf(words)]);
    return (
      <>
        <DataTable
          id="things"
          label="东西"
          columns={all}
          rowId={(thing) => thing.id}
          list={{ rows: things, fetching: false, error: undefined, retry: () => undefined }}
          empty={{ title: "没有" }}
        />
        {opened}
      </>
    );
  }
  await openScreen(Changing);
  await user.click(rowOf("甲").getByRole("button", { name: "充值" }));
  expect(screen.getByText("旧甲")).toBeVisible();
  const before = drawn.length;
  words = "新";
  act(again);
  expect(screen.getByText("新甲")).toBeVisible();
  expect(drawn.length).toBe(before);
  await user.click(screen.getByText("新甲"));
  expect(screen.queryByText("新甲")).toBeNull();
  expect(notices).toEqual(["甲已充值"]);
});

test("of several under one label the one that is drawn is done", async () => {
  const done: string[] = [];
  const two = (word: string, may: boolean, sealed: boolean): Action<Thing> => ({
    label: "启封",
    may,
    shown: (thing) => thing.sealed === sealed,
    run: ({ id }) => void done.push(`${word} ${id}`),
  });
  await open([two("nobody", false, false), two("open", true, false), two("sealed", true, true)]);
  for (const button of screen.getAllByRole("button", { name: "启封" })) await userEvent.click(button);
  await waitFor(() => expect(done).toEqual(["open 甲", "sealed 乙"]));
});
