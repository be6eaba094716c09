/** Which statements are prepared, and which are planned for the values of each call. */
import { plannedAnew, statementName } from "./statements.ts";

const mark = (plannedAnew.toOperationNode() as { readonly sqlFragments: readonly string[] }).sqlFragments[0];

test("a text has one name for each role, and its guard is asked once", () => {
  const guard = jest.fn();
  const text = "select 1 as own";
  const name = statementName({ role: "a", guard }, text);
  expect(name).toMatch(/^liantai_\d+$/);
  expect(statementName({ role: "a", guard }, text)).toBe(name);
  expect(statementName({ role: "b", guard }, text)).not.toBe(name);
  expect(guard).toHaveBeenCalledTimes(2);
});

test("a list that is planned anew has none, and its guard is asked each time", () => {
  const guard = jest.fn();
  const text = `select ${mark} id from dial_phone`;
  for (let n = 0; n < 3; n++) expect(statementName({ role: "a", guard }, text)).toBeUndefined();
  expect(guard).toHaveBeenCalledTimes(3);
});
