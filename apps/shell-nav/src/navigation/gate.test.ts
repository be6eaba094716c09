import { tabOf } from "@liantai/api/contract";
import { isFor, redirectOf } from "./gate.ts";

const nobody = { tokens: null, user: null, mustChangePassword: false, mustEnrol: false, loginPath: "/login" as const };
const someone = { ...nobody, tokens: {} as never, user: {} as never };
const overdue = { ...someone, mustChangePassword: true };

test.each([
  ["/callrecord", "/login"],
  ["/no/such/page", "/login"],
  ["/pwdoverdue", "/login"],
  ["/login", null],
  ["/admin/login", null],
])("signed out at %s: %s", (path, to) => expect(redirectOf(path, nobody)).toBe(to));

test("an operator goes back to the operators' sign-in", () =>
  expect(redirectOf("/", { ...nobody, loginPath: "/admin/login" })).toBe("/admin/login"));

test.each([
  ["/login", "/"],
  ["/admin/login", "/"],
  ["/", null],
  ["/pwdoverdue", null],
])("signed in at %s: %s", (path, to) => expect(redirectOf(path, someone)).toBe(to));

test.each([
  ["/", "/pwdoverdue"],
  ["/callrecord", "/pwdoverdue"],
  ["/login", "/pwdoverdue"],
  ["/pwdoverdue", null],
])("with a password that must be changed there is no way round it: %s", (path, to) =>
  expect(redirectOf(path, overdue)).toBe(to),
);

test.each([
  ["/", "/totp"],
  ["/callrecord", "/totp"],
  ["/login", "/totp"],
  ["/totp", null],
])("S12 with a second step that must be switched on there is no way round it: %s", (path, to) =>
  expect(redirectOf(path, { ...someone, mustEnrol: true })).toBe(to),
);

test("S12 the password comes first; who need not switch it on is not asked", () => {
  expect(redirectOf("/totp", { ...overdue, mustEnrol: true })).toBe("/pwdoverdue");
  expect(redirectOf("/totp", someone)).toBe("/");
  expect(redirectOf("/totp", nobody)).toBe("/login");
});

test.each([
  ["/seats", 2, false, false],
  ["/seats", 1, false, true],
  ["/seats", 4, false, true],
  ["/enterprise", 1, false, false],
  ["/enterprise", 0, false, true],
  ["/enterprise", 0, true, false],
  ["/seats", 0, true, true],
  ["/seathomepage", 3, false, true],
])("%s for role type %i (inside an enterprise: %s): %s", (path, roleType, enterEnterprise, may) =>
  expect(isFor(tabOf(path)!, { user: { roleType } as never, enterEnterprise })).toBe(may),
);
