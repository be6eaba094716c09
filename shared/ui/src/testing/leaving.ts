import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Escape in what is open asks before anything unsaved is thrown away; nothing is. */
export async function asksToLeave(user: UserEvent): Promise<void> {
  await user.keyboard("{Escape}");
  const question = within(await screen.findByRole("alertdialog", { name: "未保存" }));
  expect(question.getByText("有未保存的内容，确定要离开吗？")).toBeVisible();
  await user.click(question.getByRole("button", { name: "继续编辑" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
}
