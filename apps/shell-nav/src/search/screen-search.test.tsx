/** Ctrl+K through the workspace. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openWorkspace } from "../testing/workspace.tsx";

const ctrlK = () => fireEvent.keyDown(document.body, { code: "KeyK", key: "k", ctrlKey: true });

test("Ctrl+K, a few letters and Enter open a screen; Escape closes, and the key opens it again", async () => {
  const user = userEvent.setup();
  await openWorkspace();
  await screen.findByRole("button", { name: "呼叫中心" });
  ctrlK();
  const field = await screen.findByRole("combobox");
  expect(field).toHaveFocus();
  await user.keyboard("没有");
  expect(screen.getByText("没有找到页面")).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  ctrlK();
  const again = await screen.findByRole("combobox");
  await user.keyboard("thjl");
  // It takes the letters out of an input method, and opens nothing.
  fireEvent.keyDown(again, { key: "Enter", isComposing: true });
  expect(again).toBeInTheDocument();
  const only = within(screen.getByRole("listbox", { name: "页面" })).getAllByRole("option");
  expect(only.map((option) => option.textContent)).toEqual(["通话记录呼叫中心"]);
  expect(only[0]).toHaveAttribute("aria-selected", "true");
  await user.keyboard("{Enter}");
  expect(location.pathname).toBe("/callrecord");
  expect(screen.queryByRole("combobox")).toBeNull();
});
