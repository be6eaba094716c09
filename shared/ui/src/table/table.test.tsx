import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DataTable, UiProvider, type Column } from "../index.ts";
import { pageNumbers } from "./pager.tsx";

interface Item {
  readonly id: string;
  readonly n: number;
}
const columns: readonly Column<Item>[] = [{ id: "n", title: "序号", width: 80, value: (item) => item.n }];
const items = (count: number): Item[] => Array.from({ length: count }, (_, n) => ({ id: String(n), n }));
const draw = (rows: readonly Item[]) =>
  render(
    <UiProvider>
      <DataTable
        id="t"
        label="列表"
        columns={columns}
        rowId={(item) => item.id}
        list={{ rows, fetching: false, error: undefined, retry: () => undefined }}
        empty={{ title: "没有数据" }}
      />
    </UiProvider>,
  );

test("a long page draws what is in sight and says how long it is", () => {
  jest.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(330);
  draw(items(200));
  const table = screen.getByRole("table", { name: "列表" });
  expect(table).toHaveAttribute("aria-rowcount", "201");
  const drawn = within(table).getAllByRole("row").length;
  expect(drawn).toBeGreaterThan(10);
  expect(drawn).toBeLessThan(40);
  jest.restoreAllMocks();
});

test("100,000 rows: a windowful is drawn, at the end of the list as well", () => {
  jest.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(660);
  draw(items(100_000));
  const region = screen.getByRole("region", { name: "列表" });
  const table = screen.getByRole("table", { name: "列表" });
  const drawn = () => within(table).getAllByRole("row").slice(1);
  expect(drawn().length).toBeLessThan(50);
  region.scrollTop = 99_980 * 33;
  fireEvent.scroll(region);
  expect(drawn().length).toBeLessThan(60);
  expect(drawn().at(-1)).toHaveAttribute("aria-rowindex", "100001");
  jest.restoreAllMocks();
});

test("a short page draws all of its rows", () => {
  draw(items(40));
  expect(within(screen.getByRole("table")).getAllByRole("cell")).toHaveLength(40);
});

test("the person's density holds for every list on the page and for the next", async () => {
  localStorage.clear();
  const user = userEvent.setup();
  const { unmount } = draw(items(3));
  const height = () => screen.getByRole("table", { name: "列表" }).style.getPropertyValue("--row-height");
  expect(height()).toBe("33px");
  await user.click(screen.getByRole("button", { name: "密度" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "紧凑" }));
  expect(height()).toBe("28px");
  unmount();
  draw(items(3));
  expect(height()).toBe("28px");
  localStorage.clear();
});

test("a column that sorts shows it before anybody points at it", () => {
  draw(items(3));
  const head = screen.getByRole("columnheader", { name: /序号/ });
  expect(head.querySelector("svg")).toBeVisible();
});

test.each([
  [1, 1, "1"],
  [3, 7, "1 2 3 4 5 6 7"],
  [1, 54, "1 2 3 4 5 0 54"],
  [4, 54, "1 2 3 4 5 0 54"],
  [5, 54, "1 0 4 5 6 0 54"],
  [50, 54, "1 0 49 50 51 0 54"],
  [51, 54, "1 0 50 51 52 53 54"],
  [54, 54, "1 0 50 51 52 53 54"],
  [5, 8, "1 0 4 5 6 7 8"],
])("page %i of %i offers %s", (page, pages, numbers) => {
  expect(pageNumbers(page, pages).join(" ")).toBe(numbers);
});
