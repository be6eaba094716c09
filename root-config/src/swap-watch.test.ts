import { createSwapWatch, type SwapApp, type SwapPorts } from "./swap-watch.ts";
import { inCallRefusal } from "./version.ts";

function watch(running: string | null, eager = false) {
  const log: string[] = [];
  const state = { inCall: false, running };
  let served: Record<string, string> = { react: "/r/1", "@liantai/workorder": "/assets/workorder/01/workorder.js" };
  let press: () => string | null = () => null;
  const app: SwapApp = {
    name: "workorder",
    specifier: "@liantai/workorder",
    runningUrl: () => state.running,
    reload: () => {
      log.push("reload");
      state.running = served["@liantai/workorder"]!;
    },
    strip: {
      offer: (p) => {
        press = p;
        log.push("offer");
      },
      withdrawOffer: () => log.push("withdraw"),
    },
  };
  const initial = served;
  const ports: SwapPorts = {
    apps: [app],
    known: () => initial,
    fetchMap: async () => served,
    replaceEntry: (s, to) => log.push(`replace ${s} ${to}`),
    inCall: () => state.inCall,
    shellChanged: () => log.push("shell"),
    published: (name, version) => log.push(`published ${name} ${version}`),
    eager,
  };
  return {
    log,
    state,
    check: createSwapWatch(ports),
    serve: (next: Record<string, string>) => (served = { ...served, ...next }),
    press: () => press(),
  };
}

const one = "/assets/workorder/01/workorder.js";
const two = "/assets/workorder/02/workorder.js";

test("H3 an unmounted app takes the new version in silence", async () => {
  const d = watch(null);
  d.serve({ "@liantai/workorder": two });
  await d.check();
  await d.check();
  expect(d.log).toEqual([`replace @liantai/workorder ${two}`]);
});

test("H3 a mounted app is offered it once; a press in a call is refused, after it the app alone is remounted", async () => {
  const d = watch(one);
  d.serve({ "@liantai/workorder": two });
  await d.check();
  await d.check();
  expect(d.log).toEqual([`replace @liantai/workorder ${two}`, "offer", "published workorder 02"]);
  d.state.inCall = true;
  expect(d.press()).toBe(inCallRefusal);
  d.state.inCall = false;
  expect(d.press()).toBeNull();
  await d.check();
  expect(d.log.slice(3)).toEqual(["reload"]);
});

test("a roll-back before the press withdraws the offer", async () => {
  const d = watch(one);
  d.serve({ "@liantai/workorder": two });
  await d.check();
  d.serve({ "@liantai/workorder": one });
  await d.check();
  expect(d.log.slice(3)).toEqual([`replace @liantai/workorder ${one}`, "withdraw"]);
});

test("a changed shell asks the version check and touches no app", async () => {
  const d = watch(one);
  d.serve({ react: "/r/2", "@liantai/workorder": two });
  await d.check();
  expect(d.log).toEqual(["shell"]);
});

test("in development a new version is taken at once, but never in a call", async () => {
  const d = watch(one, true);
  d.serve({ "@liantai/workorder": two });
  d.state.inCall = true;
  await d.check();
  expect(d.log.slice(1)).toEqual(["offer", "published workorder 02"]);
  d.serve({ "@liantai/workorder": "/assets/workorder/03/workorder.js" });
  d.state.inCall = false;
  await d.check();
  expect(d.log.at(-1)).toBe("reload");
});

test("H3 a check that is asked for while one is under way is made after it, once", async () => {
  const log: string[] = [];
  const answers: (() => void)[] = [];
  const check = createSwapWatch({
    apps: [],
    known: () => ({}),
    fetchMap: () => {
      log.push("asked");
      return new Promise((resolve) => answers.push(() => resolve({})));
    },
    replaceEntry: () => undefined,
    inCall: () => false,
    shellChanged: () => undefined,
    published: () => undefined,
    eager: false,
  });
  const all = [check(), check(), check()];
  expect(log).toHaveLength(1);
  answers[0]!();
  await all[0];
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toHaveLength(2);
  answers[1]!();
  await Promise.all(all);
  expect(log).toHaveLength(2);
});
