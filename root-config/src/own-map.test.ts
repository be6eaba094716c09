import { appVersionApi } from "@liantai/api/contract/admin";
import { createOwnMap, failurePath, patience } from "./own-map.ts";

function page(trials: readonly string[]) {
  let answer: () => void = () => undefined;
  let late: () => void = () => undefined;
  let asked = 0;
  const map = createOwnMap({
    trials,
    swappable: (app) => app !== "workstation",
    check() {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    },
    after(ms, call) {
      expect(ms).toBe(patience);
      late = call;
    },
  });
  const loaded: string[] = [];
  return {
    map,
    loaded,
    load: (app: string) => void map.ready(app).then(() => loaded.push(app)),
    answer: () => answer(),
    late: () => late(),
    asked: () => asked,
  };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("H9 an app on trial waits for the session's map, the others do not", async () => {
  const p = page(["workorder"]);
  p.map.begin();
  for (const app of ["workstation", "admin", "workorder"]) p.load(app);
  await settled();
  expect(p.loaded).toEqual(["workstation", "admin"]);
  p.answer();
  await settled();
  expect(p.loaded).toEqual(["workstation", "admin", "workorder"]);
});

test("H9 without a trial nothing is asked and nothing waits", async () => {
  const p = page([]);
  p.map.begin();
  p.load("workorder");
  await settled();
  expect([p.asked(), p.loaded]).toEqual([0, ["workorder"]]);
});

test("H9 after a sign-in on the page every app that can have another version waits, the bar never", async () => {
  const p = page([]);
  p.map.signedIn();
  for (const app of ["workstation", "admin"]) p.load(app);
  await settled();
  expect(p.loaded).toEqual(["workstation"]);
  p.answer();
  await settled();
  expect(p.loaded).toEqual(["workstation", "admin"]);
});

test("H9 a map that does not come holds no app up for longer than its time", async () => {
  const p = page(["admin"]);
  p.map.begin();
  p.load("admin");
  await settled();
  p.late();
  await settled();
  expect(p.loaded).toEqual(["admin"]);
});

test("failures are reported where the contract takes them", () => {
  expect(failurePath).toBe(appVersionApi.failed.path);
});
