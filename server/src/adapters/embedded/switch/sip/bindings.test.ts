import { Bindings, type Binding } from "./bindings.ts";

const binding = (instance: string, socket: string, since: number, expiresAt = 1_000): Binding<string> => ({
  user: "u",
  instance,
  contact: `<sip:${instance}@x>`,
  socket,
  userAgent: "",
  credential: { user: "u", password: "p", mayCall: true },
  since,
  expiresAt,
});

test("the newest binding wins, a refresh does not make one newer, another socket does", () => {
  const table = new Bindings<string>();
  expect(table.put(binding("a", "s1", 1))).toBe(true);
  expect(table.put(binding("b", "s2", 2))).toBe(true);
  expect(table.put(binding("a", "s1", 3, 2_000))).toBe(false);
  expect(table.newest("u", 10)?.instance).toBe("b");
  expect(table.put(binding("a", "s3", 4))).toBe(true);
  expect(table.newest("u", 10)).toMatchObject({ instance: "a", socket: "s3" });
  expect(table.remove(({ socket }) => socket === "s1")).toEqual([]);
});

test("what ran out is not there, and goes when it is swept", () => {
  const table = new Bindings<string>();
  table.put(binding("a", "s1", 1, 100));
  expect(table.newest("u", 100)).toBeUndefined();
  expect(table.count(99)).toBe(1);
  expect(table.count(100)).toBe(0);
  expect(table.remove(({ expiresAt }) => expiresAt <= 100)).toHaveLength(1);
  expect(table.of("u", 0)).toEqual([]);
});
