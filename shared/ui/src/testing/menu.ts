import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Chooses an entry of the open menu by keys: jsdom's pointer does not light entries up. */
export async function pressItem(user: UserEvent, name: string): Promise<void> {
  const item = await screen.findByRole("menuitem", { name });
  await waitFor(() => {
    if (item.closest('[role="menu"]') !== document.activeElement) throw new Error("the menu has no focus");
  });
  for (let i = 0; i < 12 && !item.hasAttribute("data-highlighted"); i += 1) {
    const before = document.querySelector("[data-highlighted]");
    await user.keyboard("{ArrowDown}");
    await waitFor(() => {
      if (document.querySelector("[data-highlighted]") === before) throw new Error("the next entry is not lit up");
    });
  }
  await user.keyboard("{Enter}");
}
