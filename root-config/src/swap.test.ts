import { planSwap, refreshDecision, versionOf, type SwappableApp } from "./swap.ts";

const app = (name: string, running: string | null = null): SwappableApp => ({
  specifier: `@liantai/${name}`,
  runningUrl: () => running,
});
const known = { react: "/assets/vendor-react/a/react.js", "@liantai/workorder": "/w/1", "@liantai/admin": "/a/1" };

test("nothing changed: nothing to do", () => {
  const plan = planSwap(known, { ...known }, [app("workorder"), app("admin", "/a/1")]);
  expect(plan).toMatchObject({ shellChanged: false, replace: [], offer: [] });
});

test("an app that is not mounted is replaced without asking", () => {
  const plan = planSwap(known, { ...known, "@liantai/workorder": "/w/2" }, [app("workorder"), app("admin", "/a/1")]);
  expect(plan.replace).toMatchObject([{ from: "/w/1", to: "/w/2" }]);
  expect(plan.offer).toEqual([]);
});

test("a mounted one is offered its new version", () => {
  const plan = planSwap(known, { ...known, "@liantai/admin": "/a/2" }, [app("workorder"), app("admin", "/a/1")]);
  expect(plan.offer).toMatchObject([{ to: "/a/2" }]);
});

test("a roll-back to what is running makes the offer void", () => {
  const running = app("admin", "/a/1");
  const plan = planSwap({ ...known, "@liantai/admin": "/a/2" }, known, [running]);
  expect(plan).toMatchObject({ offer: [], current: [running], replace: [{ from: "/a/2", to: "/a/1" }] });
});

test("a changed shell swaps nothing: the version check tells it", () => {
  const plan = planSwap(known, { ...known, react: "/r/2", "@liantai/admin": "/a/2" }, [app("admin", "/a/1")]);
  expect(plan).toMatchObject({ shellChanged: true, replace: [], offer: [] });
});

test("H1 the version of an address is its content hash", () => {
  expect(versionOf("http://x/assets/workorder/0123456789abcdef/workorder.js")).toBe("0123456789abcdef");
  expect(versionOf("http://localhost:9001/workorder.js")).toBe("http://localhost:9001/workorder.js");
});

test("no refresh in a call", () => {
  expect(refreshDecision(true)).toBe("refuse");
  expect(refreshDecision(false)).toBe("refresh");
});
