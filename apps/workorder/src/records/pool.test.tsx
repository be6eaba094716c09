import { customerFormDataApi, recordPoolApi } from "@liantai/api/contract/workorder";
import { type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openRecords, poolSetting, signInToRecords } from "./testing/records.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signInToRecords();
});
const button = (name: string) => screen.findByRole("button", { name });
const asked = () => server.bodies(customerFormDataApi.list.path).at(-1);

test("F75 the pool is looked at, claimed from and given back to", async () => {
  server.on(recordPoolApi.setting.path, () => ({ ...poolSetting, enabled: 1 }));
  server.on(recordPoolApi.claim.path, () => ({ count: 1 }));
  server.on(recordPoolApi.giveBack.path, () => ({ count: 1 }));
  await openRecords();
  await user.selectOptions(await screen.findByRole("combobox", { name: "范围" }), "公海");
  await user.click(await button("查询"));
  await waitFor(() => expect(asked()).toMatchObject({ formId: "f1", pool: 1 }));
  expect(await button("领取")).toBeDisabled();
  await user.click(screen.getAllByRole("checkbox").at(-1)!);
  await user.click(await button("领取"));
  await waitFor(() => expect(server.bodies(recordPoolApi.claim.path)).toEqual([{ ids: ["r1"] }]));
  await waitFor(() => expect(screen.getAllByRole("checkbox").at(-1)).not.toBeChecked());
  await user.click(screen.getAllByRole("checkbox").at(-1)!);
  await user.click(await button("退回公海"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: /退回公海/ }));
  await waitFor(() => expect(server.bodies(recordPoolApi.giveBack.path)).toEqual([{ ids: ["r1"] }]));
});

test("F75 who may sets how the pool works; without one nobody is offered it", async () => {
  server.on(recordPoolApi.saveSetting.path, () => null);
  await openRecords();
  await user.click(await button("公海设置"));
  expect(screen.queryByRole("combobox", { name: "范围" })).toBeNull();
  expect(screen.queryByRole("button", { name: "领取" })).toBeNull();
  const dialog = within(await screen.findByRole("dialog", { name: "公海设置" }));
  await user.click(await dialog.findByRole("switch", { name: "启用公海" }));
  const days = dialog.getByRole("textbox", { name: /自动退回/ });
  await user.clear(days);
  await user.type(days, "15");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(recordPoolApi.saveSetting.path)).toEqual([
      { formId: "f1", enabled: 1, claimLimit: 0, returnDays: 15, warnDays: 3 },
    ]),
  );
});

test("W69 the 501st owner is found by a part of his name, and keeps his name in the box", async () => {
  const all = Array.from({ length: 501 }, (_, n) => ({
    ...{ ownerId: `u${n}`, name: `坐席${n}`, agentId: String(1001 + n) },
  }));
  server.on(recordPoolApi.owners.path, ({ body }) => {
    const { name = "", ownerId = "" } = body as { readonly name?: string; readonly ownerId?: string };
    return all.filter((one) => one.name.includes(name) && (!ownerId || one.ownerId === ownerId)).slice(0, 500);
  });
  await openRecords();
  const box = await screen.findByRole("combobox", { name: "负责人" });
  await within(box).findByRole("option", { name: /坐席499/ });
  expect(within(box).queryByRole("option", { name: /坐席500/ })).toBeNull();
  const seek = screen.getByRole("textbox", { name: "查找负责人" });
  await user.type(seek, "席500");
  await user.selectOptions(box, await within(box).findByRole("option", { name: "1501 坐席500" }));
  await user.clear(seek);
  await within(box).findByRole("option", { name: /坐席499/ });
  expect(box).toHaveDisplayValue("1501 坐席500");
  await user.click(await button("查询"));
  await waitFor(() => expect(asked()).toMatchObject({ formId: "f1", ownerId: "u500" }));
});

test("W69 the chosen customers are given to somebody who is chosen by seat and name", async () => {
  server.on(recordPoolApi.owners.path, () => [{ ownerId: "u2", name: "王志强", agentId: "1002" }]);
  server.on(recordPoolApi.assign.path, () => ({ count: 1 }));
  await openRecords();
  expect(screen.getAllByRole("button", { name: "分配" })[0]).toBeDisabled();
  await user.click(screen.getAllByRole("checkbox").at(-1)!);
  await user.click(screen.getAllByRole("button", { name: "分配" })[0]!);
  const dialog = within(await screen.findByRole("dialog", { name: "分配选中的 1 项客户" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: /负责人/ }), "1002 王志强");
  await user.click(dialog.getByRole("button", { name: "分配" }));
  await waitFor(() => expect(server.bodies(recordPoolApi.assign.path)).toEqual([{ ids: ["r1"], ownerId: "u2" }]));
  await waitFor(() => expect(screen.getAllByRole("checkbox").at(-1)).not.toBeChecked());
});
