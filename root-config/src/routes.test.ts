import { firstRedirect, placeOf, slotsOf, type Scene } from "./routes.ts";

const table = { publicRoutes: ["/login", "/admin/login", "/pwdoverdue", "/totp"], customerRoute: "/customer/call" };
const scene = (over: Partial<Scene>): Scene => ({
  pathname: "/",
  signedIn: false,
  openApps: [],
  signInPath: "/login",
  ...over,
});

test.each([
  ["/login", "signin"],
  ["/admin/login/", "signin"],
  ["/pwdoverdue", "signin"],
  ["/totp", "signin"],
  ["/customer/call/4001", "customer"],
  ["/customer/call", "workspace"],
  ["/", "workspace"],
  ["/callrecord", "workspace"],
  ["/loginlog", "workspace"],
])("%s is part of %s", (path, place) => {
  expect(placeOf(path, table)).toBe(place);
});

test("a visitor sees the sign-in page alone", () => {
  expect(slotsOf(scene({ pathname: "/login", openApps: ["admin"] }), table)).toEqual(["signin"]);
});

test("the workspace has the shell, the bar and each app that owns a tab", () => {
  expect(slotsOf(scene({ pathname: "/callrecord", signedIn: true, openApps: ["admin", "shell-nav"] }), table)).toEqual([
    "shell-nav",
    "workstation",
    "admin",
  ]);
});

test("the bar survives a public route in mid-session", () => {
  expect(slotsOf(scene({ pathname: "/pwdoverdue", signedIn: true, openApps: ["admin"] }), table)).toContain(
    "workstation",
  );
});

test("the customer's page never loads the bar", () => {
  expect(slotsOf(scene({ pathname: "/customer/call/4001", signedIn: true }), table)).toEqual(["customer"]);
});

test("only a visitor outside the public routes is sent to sign in", () => {
  expect(firstRedirect(scene({ pathname: "/" }), table)).toBe("/login");
  expect(firstRedirect(scene({ pathname: "/nothing", signInPath: "/admin/login" }), table)).toBe("/admin/login");
  expect(firstRedirect(scene({ pathname: "/admin/login" }), table)).toBeNull();
  expect(firstRedirect(scene({ pathname: "/customer/call/1" }), table)).toBeNull();
  expect(firstRedirect(scene({ pathname: "/", signedIn: true }), table)).toBeNull();
});
