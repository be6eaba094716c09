import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addressNow, clean, openScreen } from "../../testing/stage.tsx";
import { ViewsScreen } from "../index.ts";

const views = { unknown: "未识别", heard: "已识别" } as const;
const Learning = () => (
  <ViewsScreen label="机器人学习" views={views}>
    {(view) => <p>{view}</p>}
  </ViewsScreen>
);

beforeEach(clean);

test("the view stands in the tab's address, and another begins without the question of the one before", async () => {
  await openScreen(Learning, "keyword=退款&startTime=2026-11-01");
  await userEvent.click(screen.getByRole("tab", { name: "已识别" }));
  expect(screen.getByText("heard")).toBeVisible();
  expect(addressNow()).toBe("view=heard");
  await userEvent.click(screen.getByRole("tab", { name: "未识别" }));
  expect(addressNow()).toBe("");
});

test("an address shows its view; one that names none, or a view that is no more, the first", async () => {
  const drawn = await openScreen(Learning, "view=heard&keyword=退款");
  expect(screen.getByRole("tab", { name: "已识别" })).toHaveAttribute("aria-selected", "true");
  drawn.unmount();
  clean();
  await openScreen(Learning, "view=gone");
  expect(screen.getByText("unknown")).toBeVisible();
});
