import { activated, onFailure, opened, queriesOf, store, unsavedOf } from "@liantai/api/client";
import { defineEndpoint, roles } from "@liantai/api/contract";
import {
  CheckboxesField,
  DateField,
  FormDialog,
  FormDrawer,
  MaskedField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  TimeField,
} from "@liantai/ui/resource";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { array, number, object, string } from "yup";
import { fakeServer, refusal, type FakeServer } from "../../testing/server.ts";
import { clean, home, openScreen } from "../../testing/stage.tsx";

const path = "/test/api/v1/seat/add";
const body = object({
  name: string().label("姓名").required("请输入姓名").max(5),
  phone: string()
    .label("手机")
    .required()
    .matches(/^1\d{10}$/, "请输入正确的11位手机号码"),
  seats: number().label("坐席数").min(1).max(50),
  kind: number().label("类型").oneOf([1, 2]).required("请选择类型"),
  enabled: number().oneOf([0, 1]),
  days: array().of(number().required()).label("工作日").min(1, "该选项不能为空"),
  from: string().label("开始"),
  remark: string().label("备注"),
  groupId: string().nullable(),
  level: string().oneOf(["a", "b"]),
});
const seats = queriesOf({
  add: defineEndpoint({
    name: "testSeatAdd",
    method: "POST",
    path,
    summary: "Adds",
    permission: roles([1]),
    // A masked number that nobody typed over stays as it is stored.
    body: body.shape({ phone: string() }),
  }),
});
const row = {
  id: "s1",
  createdAt: "2026-01-01",
  name: "王芳",
  phone: "138****5678",
  seats: 3,
  kind: 1,
  enabled: 1,
  days: [1],
  from: "09:00",
  remark: null,
  groupId: "g1",
  level: null,
};

function Seats({ values = row as object, dialog = false }) {
  const [open, setOpen] = useState(false);
  const [add] = seats.add.useMutation();
  const Sheet = dialog ? FormDialog : FormDrawer;
  return (
    <>
      <button onClick={() => setOpen(true)}>编辑</button>
      <Sheet
        open={open}
        title="编辑坐席"
        schema={body}
        values={{ ...values }}
        onSubmit={(typed) => add({ body: typed }).unwrap()}
        onClose={() => setOpen(false)}
      >
        <TextField name="name" label="姓名" hint="不超过5个字" />
        <MaskedField name="phone" label="手机" />
        <NumberField name="seats" label="坐席数" min={1} max={50} unit="个" />
        <SelectField
          name="kind"
          label="类型"
          options={[
            { value: 1, label: "普通" },
            { value: 2, label: "班长" },
          ]}
        />
        <SwitchField name="enabled" label="状态" />
        <CheckboxesField
          name="days"
          label="工作日"
          options={[
            { value: 1, label: "周一" },
            { value: 2, label: "周二" },
          ]}
        />
        <TimeField name="from" label="开始" />
        <DateField name="day" label="日期" />
        <RadioField
          name="level"
          label="级别"
          options={[
            { value: "a", label: "甲" },
            { value: "b", label: "乙" },
          ]}
        />
        <SelectField name="groupId" label="分组" options={[{ value: "g1", label: "一组" }]} />
        <TextAreaField name="remark" label="备注" />
      </Sheet>
    </>
  );
}

let server: FakeServer;
const sent = () => server.asked.filter((a) => a.path === path).map((a) => a.body);
const drawer = () => screen.getByRole("dialog", { name: "编辑坐席" });
const save = () => userEvent.click(screen.getByRole("button", { name: "保存" }));
async function edit(Screen = () => <Seats />) {
  const user = userEvent.setup();
  await openScreen(Screen);
  await user.click(await screen.findByText("编辑"));
  return user;
}

beforeEach(() => {
  clean();
  server = fakeServer(Object.values(seats).map(({ contract }) => contract));
  server.on(path, () => null);
});

test("what was typed is sent as the contract reads it; an untouched masked number is neither checked nor sent", async () => {
  const user = await edit();
  expect(screen.getByLabelText("姓名")).toBeRequired();
  expect(screen.getByText("不超过5个字")).toBeVisible();
  await user.clear(screen.getByLabelText("坐席数"));
  await user.type(screen.getByLabelText("坐席数"), "1a2.3.4b");
  expect(screen.getByLabelText("坐席数")).toHaveValue("12.34");
  await user.clear(screen.getByLabelText("坐席数"));
  await user.type(screen.getByLabelText("坐席数"), "99");
  await user.selectOptions(screen.getByLabelText("类型"), "班长");
  expect(screen.getByLabelText("坐席数")).toHaveValue("50");
  await user.click(screen.getByRole("switch", { name: "状态" }));
  await user.click(screen.getByRole("checkbox", { name: "周二" }));
  await user.click(screen.getByRole("radio", { name: "乙" }));
  await user.clear(screen.getByLabelText("开始"));
  await user.type(screen.getByLabelText("开始"), "930");
  await user.selectOptions(screen.getByLabelText("分组"), "请选择分组");
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent()).toEqual([
    { name: "王芳", seats: 50, kind: 2, enabled: 0, days: [1, 2], from: "09:30", groupId: null, level: "b" },
  ]);
});

test("a masked number: focus clears it, leaving it empty restores it, another one is checked and sent", async () => {
  const user = await edit();
  const phone = () => screen.getByLabelText("手机");
  await user.click(phone());
  expect(phone()).toHaveValue("");
  await user.tab();
  expect(phone()).toHaveValue("138****5678");
  await user.type(phone(), "123");
  await save();
  expect(await screen.findByText("请输入正确的11位手机号码")).toBeVisible();
  await user.clear(phone());
  await user.type(phone(), "13900001111");
  await save();
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ phone: "13900001111" }));
});

test("a save that fails keeps the text; the fields that the server named say why and nothing else does, the first is focused", async () => {
  const elsewhere: string[] = [];
  const end = onFailure(({ text }) => elsewhere.push(text));
  const user = await edit();
  server.on(path, () =>
    refusal("invalid", "姓名已存在", [
      { path: "name", message: "姓名已存在" },
      { path: "body.seats", message: "坐席数超出上限" },
      { path: "compId", label: "企业", message: "已停用" },
    ]),
  );
  await user.clear(screen.getByLabelText("姓名"));
  await user.type(screen.getByLabelText("姓名"), "李雷");
  await save();
  expect(await within(drawer()).findByText("姓名已存在")).toBeVisible();
  expect(within(drawer()).getByText("坐席数超出上限")).toBeVisible();
  expect(within(drawer()).getByRole("alert")).toHaveTextContent("企业：已停用");
  expect(screen.getByLabelText("姓名")).toHaveFocus();
  expect(screen.getByLabelText("姓名")).toHaveValue("李雷");
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(elsewhere).toEqual([]);
  end();
  server.on(path, () => null);
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("unsaved text is asked for: Escape, 取消 and the cross; the tab is marked while there is some", async () => {
  const user = await edit();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByText("编辑"));
  await user.type(screen.getByLabelText("备注"), "常客");
  expect(unsavedOf([home])).toEqual([home]);
  for (const leave of [
    () => user.keyboard("{Escape}"),
    () => user.click(screen.getByRole("button", { name: "取消" })),
    () => user.click(screen.getAllByRole("button", { name: "关闭" })[0]!),
  ]) {
    await leave();
    expect(screen.getByRole("alertdialog")).toHaveTextContent("有未保存的内容，确定要离开吗？");
    await user.click(screen.getByRole("button", { name: "继续编辑" }));
    expect(screen.getByLabelText("备注")).toHaveValue("常客");
  }
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "放弃" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(unsavedOf([home])).toEqual([]);
});

test("what was typed and taken back, and a masked value that was only looked at, are not asked for", async () => {
  const user = await edit(() => <Seats values={{ name: "", phone: "138****5678", seats: 3, days: [1] }} />);
  await user.type(screen.getByLabelText("备注"), "常");
  await user.type(screen.getByLabelText("坐席数"), "0");
  await user.click(screen.getByRole("checkbox", { name: "周二" }));
  expect(unsavedOf([home])).toEqual([home]);
  await user.clear(screen.getByLabelText("备注"));
  await user.clear(screen.getByLabelText("坐席数"));
  await user.type(screen.getByLabelText("坐席数"), "3");
  await user.click(screen.getByRole("checkbox", { name: "周二" }));
  await user.click(screen.getByLabelText("手机"));
  expect(unsavedOf([home])).toEqual([]);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("text waits while another tab is on show", async () => {
  const user = await edit(() => <Seats dialog />);
  await user.type(screen.getByLabelText("备注"), "常客");
  await act(async () => void store.dispatch(opened({ to: "/callrecord/detail", params: { callId: "a" } })));
  expect(screen.getByLabelText("备注")).not.toBeVisible();
  await act(async () => void store.dispatch(activated(home)));
  expect(screen.getByLabelText("备注")).toBeVisible();
  expect(screen.getByLabelText("备注")).toHaveValue("常客");
});

test("a new one: what must be given and is not, is said at its field, nothing is sent", async () => {
  await edit(() => <Seats values={{ name: "", phone: "", kind: "", days: [] }} />);
  await save();
  for (const text of ["请输入姓名", "该选项不能为空"]) expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText("类型")).toHaveAccessibleErrorMessage("请选择类型");
  expect(screen.getByLabelText("姓名")).toHaveFocus();
  expect(sent()).toEqual([]);
});

test("what cannot be changed is sent as it is; values that come later are shown, typed text is never replaced", async () => {
  const sentValues: unknown[] = [];
  const small = object({ id: string().required(), kind: number().required(), note: string() });
  function Later() {
    const [note, setNote] = useState("");
    return (
      <>
        <button onClick={() => setNote(`${note}到`)}>到了</button>
        <FormDialog
          open
          title="改"
          schema={small}
          values={{ id: "s1", kind: 2, note }}
          onSubmit={(values) => void sentValues.push(values)}
          onClose={() => undefined}
        >
          <TextField name="id" label="编号" disabled />
          <SelectField name="kind" label="类型" options={[{ value: 2, label: "班长" }]} disabled />
          <TextField name="note" label="说明" />
        </FormDialog>
      </>
    );
  }
  const user = userEvent.setup();
  await openScreen(Later);
  act(() => (screen.getByText("到了") as HTMLButtonElement).click());
  expect(screen.getByLabelText("说明")).toHaveValue("到");
  await user.type(screen.getByLabelText("说明"), "了");
  act(() => (screen.getByText("到了") as HTMLButtonElement).click());
  expect(screen.getByLabelText("说明")).toHaveValue("到了");
  await save();
  await waitFor(() => expect(sentValues).toEqual([{ id: "s1", kind: 2, note: "到了" }]));
});
