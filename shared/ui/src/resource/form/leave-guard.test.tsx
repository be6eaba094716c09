import { unsavedOf } from "@liantai/api/client";
import { GuardedDialog, GuardedDrawer, LeaveButton, LeaveGuard, useUnsaved } from "@liantai/ui/resource";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { clean, home, openScreen } from "../../testing/stage.tsx";

/** What a sheet holds and knows of itself alone: the sheet is not told. */
function Note({ label }: { readonly label: string }) {
  const [text, setText] = useState("");
  useUnsaved(text !== "");
  return <input aria-label={label} value={text} onChange={(event) => setText(event.target.value)} />;
}

function Sheets({ Sheet = GuardedDrawer }: { readonly Sheet?: typeof GuardedDrawer }) {
  const [open, setOpen] = useState(false);
  const [inner, setInner] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(true)}>打开</button>
      <Sheet open={open} title="回访" onClose={() => setOpen(false)} footer={<LeaveButton />}>
        <Note label="备注" />
        {inner && (
          <LeaveGuard onLeave={() => setInner(false)}>
            <div role="group" aria-label="修改">
              <Note label="答案" />
              <LeaveButton />
            </div>
          </LeaveGuard>
        )}
      </Sheet>
    </>
  );
}

const question = () => screen.queryByRole("alertdialog");
const sheet = () => screen.queryByRole("dialog", { name: "回访" });
const answer = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const cancel = (at: number) => userEvent.click(screen.getAllByRole("button", { name: "取消" })[at]!);

beforeEach(clean);

async function open(Sheet: typeof GuardedDrawer) {
  await openScreen(() => <Sheets Sheet={Sheet} />);
  await userEvent.click(await screen.findByText("打开"));
}

test.each([
  ["drawer", GuardedDrawer],
  ["dialog", GuardedDialog],
] as const)(
  "a guarded %s asks for what is unsaved in it: Escape, the cross, 取消; clean, it closes",
  async (_, Sheet) => {
    await open(Sheet);
    await userEvent.keyboard("{Escape}");
    expect([sheet(), question()]).toEqual([null, null]);
    await userEvent.click(screen.getByText("打开"));
    await userEvent.type(screen.getByLabelText("备注"), "常客");
    expect(unsavedOf([home])).toEqual([home]);
    for (const leave of [
      () => userEvent.keyboard("{Escape}"),
      () => userEvent.click(screen.getByRole("button", { name: "关闭" })),
      () => cancel(1),
    ]) {
      await leave();
      expect(question()).toHaveTextContent("有未保存的内容，确定要离开吗？");
      // Escape of the question is its own.
      await userEvent.keyboard("{Escape}");
      expect(question()).toBeNull();
      expect(screen.getByLabelText("备注")).toHaveValue("常客");
    }
    await userEvent.clear(screen.getByLabelText("备注"));
    await userEvent.type(screen.getByLabelText("备注"), "熟客");
    await cancel(1);
    await answer("放弃");
    expect([sheet(), question()]).toEqual([null, null]);
    expect(unsavedOf([home])).toEqual([]);
  },
);

test("a guard in another one asks for its own part alone; the one around asks for both", async () => {
  await open(GuardedDrawer);
  await userEvent.type(screen.getByLabelText("备注"), "常客");
  await cancel(0);
  expect(question()).toBeNull();
  expect(screen.queryByRole("group", { name: "修改" })).toBeNull();
  await userEvent.clear(screen.getByLabelText("备注"));
  await userEvent.keyboard("{Escape}");
  expect(sheet()).toBeNull();
});

test("what is unsaved in an inner part is asked for by 取消 of the part, and by the sheet", async () => {
  await open(GuardedDrawer);
  await userEvent.type(screen.getByLabelText("答案"), "满意");
  await userEvent.keyboard("{Escape}");
  expect(question()).not.toBeNull();
  await answer("继续编辑");
  await cancel(0);
  await answer("放弃");
  expect(screen.queryByRole("group", { name: "修改" })).toBeNull();
  expect(sheet()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect([sheet(), question()]).toEqual([null, null]);
});
