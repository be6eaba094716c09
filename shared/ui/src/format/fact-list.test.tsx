import { render, screen } from "@testing-library/react";
import { UiProvider } from "../theme/provider.tsx";
import { FactList, type Fact } from "./fact-list.tsx";

const facts: readonly Fact[] = [
  ["号码", "4001"],
  ["备注", ""],
  ["号码", 0],
];
const shown = () =>
  screen.getAllByRole("term").map((term, at) => [term.textContent, screen.getAllByRole("definition")[at]!.textContent]);

test("facts are read name by name, two of one name as well; what says nothing is a dash", () => {
  render(<FactList facts={facts} />, { wrapper: UiProvider });
  expect(shown()).toEqual([
    ["号码", "4001"],
    ["备注", "—"],
    ["号码", "0"],
  ]);
});

test("where it is asked for, what says nothing has no line", () => {
  render(<FactList facts={facts} look="small" leaveEmpty />, { wrapper: UiProvider });
  expect(shown()).toEqual([
    ["号码", "4001"],
    ["号码", "0"],
  ]);
});
