import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UiProvider } from "@liantai/ui";
import { useState } from "react";
import { DateInput } from "./date-input.tsx";

const value = () => screen.getByLabelText<HTMLInputElement>("到期日期").value;

function open(first: string, props: { readonly time?: string; readonly min?: string; readonly max?: string } = {}) {
  function Field() {
    const [text, setText] = useState(first);
    return <DateInput label="到期日期" value={text} onChange={setText} {...props} />;
  }
  render(
    <UiProvider>
      <Field />
      <button>下一项</button>
    </UiProvider>,
  );
  return userEvent.setup();
}

const month = () => screen.getByRole("button", { name: "选择月份" }).textContent;
const day = (text: string) => screen.getByRole("button", { name: new RegExp(text) });
async function openCalendar(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "到期日期，选择日期" }));
  // The calendar is a chunk of its own.
  return screen.findByRole("grid", {}, { timeout: 15_000 });
}

test("what is typed the way people write dates is put right when the field is left; what is no date stays", async () => {
  const user = open("");
  await user.type(screen.getByLabelText("到期日期"), "2026-1-5");
  expect(value()).toBe("2026-1-5");
  await user.tab();
  expect(value()).toBe("2026-01-05");
  await user.clear(screen.getByLabelText("到期日期"));
  await user.type(screen.getByLabelText("到期日期"), "20260230");
  await user.tab();
  expect(value()).toBe("20260230");
});

test("the month is Chinese, begins on Monday, and gives the day that is pressed", async () => {
  const user = open("2026-01-05");
  const grid = await openCalendar(user);
  expect(month()).toBe("2026年1月");
  expect(
    within(grid)
      .getAllByRole("columnheader", { hidden: true })
      .map((head) => head.textContent),
  ).toEqual([..."一二三四五六日"]);
  await user.click(day("2026年1月15日"));
  expect(value()).toBe("2026-01-15");
  await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
});

test("the keyboard walks the days, over the end of a month too; Escape leaves the date as it was", async () => {
  const user = open("2026-01-31");
  await openCalendar(user);
  await waitFor(() => expect(document.activeElement).toHaveAttribute("data-part", "table-cell-trigger"));
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(month()).toBe("2026年2月"));
  await user.keyboard("{Enter}");
  expect(value()).toBe("2026-02-01");
  await openCalendar(user);
  await user.keyboard("{ArrowDown}{Escape}");
  await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
  expect(value()).toBe("2026-02-01");
  expect(screen.getByRole("button", { name: "到期日期，选择日期" })).toHaveFocus();
});

test("with a time of day the day keeps it, and it is typed under the month; days outside cannot be picked", async () => {
  const user = open("2026-01-05 09:05:07", { time: "23:59:59", max: "2026-01-20" });
  await openCalendar(user);
  await user.click(day("2026年1月15日"));
  expect(value()).toBe("2026-01-15 09:05:07");
  const time = screen.getByLabelText("到期日期，时间");
  await user.clear(time);
  await user.type(time, "18点30{Enter}");
  expect(value()).toBe("2026-01-15 18:30:07");
  await act(async () => day("2026年1月21日").click());
  expect(value()).toBe("2026-01-15 18:30:07");
});
