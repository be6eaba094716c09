import { changedFields } from "./changes.ts";

test("keeps the fields that differ, before and after", () => {
  expect(changedFields({ name: "a", level: 1, at: new Date(0) }, { name: "b", level: 1, at: new Date(0) })).toEqual({
    before: { name: "a" },
    after: { name: "b" },
    empty: false,
  });
});

test("a value is the same whatever the order of its keys", () => {
  const rings = [{ afterS: 0, level: 1 }];
  expect(changedFields({ rings }, { rings: [{ level: 1, afterS: 0 }] }).empty).toBe(true);
  expect(changedFields({ rings }, { rings: [{ level: 2, afterS: 0 }] }).empty).toBe(false);
});

test("a list that is written as its text is the list that was read", () => {
  expect(changedFields({ ids: ["a", "b"] }, { ids: '["a","b"]' }).empty).toBe(true);
  expect(changedFields({ ids: ["a", "b"] }, { ids: '["b"]' })).toMatchObject({
    before: { ids: ["a", "b"] },
    empty: false,
  });
  expect(changedFields({ note: "[" }, { note: "[x" }).empty).toBe(false);
});

test("a new thing and a removed one are kept whole", () => {
  expect(changedFields(undefined, { name: "b" })).toEqual({ before: null, after: { name: "b" }, empty: false });
  expect(changedFields({ name: "b" }, undefined)).toEqual({ before: { name: "b" }, after: null, empty: false });
});

test("no secret reaches the log, but its change does", () => {
  expect(changedFields({ passwordHash: "x", sipSecret: "s" }, { passwordHash: "y", sipSecret: "s" })).toEqual({
    before: { passwordHash: "******" },
    after: { passwordHash: "******" },
    empty: false,
  });
  expect(JSON.stringify(changedFields(undefined, { apiKey: "k-1", appSecret: "s-1", keySealed: "v-1" }))).not.toMatch(
    /k-1|s-1|v-1/,
  );
});

test("nothing changed", () => {
  expect(changedFields({ a: 1 }, { a: 1 }).empty).toBe(true);
});
