import { UiProvider } from "@liantai/ui";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ToolButton } from "./tool-button.tsx";

let draws = 0;

function Icon({ size }: { readonly size: number }) {
  draws += 1;
  return <svg width={size} />;
}

const bar = (done: string[], text: string, over: { readonly label?: string; readonly size?: number } = {}) => (
  <UiProvider>
    <ToolButton
      label={over.label ?? "保持"}
      icon={<Icon size={over.size ?? 13} />}
      css={{ color: "red" }}
      onClick={() => done.push(text)}
    />
  </UiProvider>
);

test("a button that looks as before is not drawn anew with the bar, and does what it is to do now", async () => {
  const done: string[] = [];
  const { rerender } = render(bar(done, "甲"));
  const before = draws;
  rerender(bar(done, "乙"));
  expect(draws).toBe(before);
  await userEvent.click(screen.getByRole("button", { name: "保持" }));
  expect(done).toEqual(["乙"]);
  rerender(bar(done, "乙", { size: 14 }));
  expect(draws).toBe(before + 1);
  rerender(bar(done, "乙", { size: 14, label: "取回" }));
  expect(screen.getByRole("button", { name: "取回" })).toBeVisible();
});
