import {
  createContainer,
  loadLimit,
  type AppModule,
  type AppProps,
  type ContainerPorts,
  type Failure,
} from "./container.ts";

function bench(load: (n: number) => Promise<AppModule>) {
  const log: string[] = [];
  const timers: { at: number; call: () => void }[] = [];
  let now = 0;
  let loads = 0;
  let failure: Failure | undefined;
  const ports: ContainerPorts = {
    load: async () => {
      loads += 1;
      return { app: await load(loads), url: `/assets/app/${loads}/app.js` };
    },
    forget: () => log.push("forget"),
    after: (ms, call) => {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    report: (_error, id) => log.push(`report ${id}`),
    failed: () => undefined,
    newId: () => "E1",
    view: {
      loading: () => log.push("loading"),
      stage: () => ({}) as HTMLElement,
      failed: (f) => {
        failure = f;
        log.push(`failed ${f.kind} ${f.id}`);
      },
      clear: () => log.push("clear"),
    },
  };
  return {
    log,
    container: createContainer("workorder", ports),
    failure: () => failure!,
    pass(ms: number) {
      now += ms;
      for (const t of timers.filter((x) => x.at <= now)) t.call();
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function app(log: string[], mark: string, onProps?: (p: AppProps) => void): AppModule {
  return {
    bootstrap: async () => {},
    mount: [
      async (p: AppProps) => {
        log.push(`mount ${mark}`);
        onProps?.(p);
      },
    ],
    unmount: async () => log.push(`unmount ${mark}`),
  };
}

test("an app is loaded when wanted and taken down when not", async () => {
  const b = bench(async (n) => app(b.log, `v${n}`));
  b.container.activate();
  await settled();
  expect(b.container.runningUrl()).toBe("/assets/app/1/app.js");
  b.container.deactivate();
  await settled();
  expect(b.container.runningUrl()).toBeNull();
  expect(b.log).toEqual(["loading", "mount v1", "clear", "unmount v1", "clear"]);
});

test("a load that fails is told with its id, and 重试 loads again", async () => {
  const b = bench(async (n) => (n === 1 ? Promise.reject(new Error("404")) : app(b.log, `v${n}`)));
  b.container.activate();
  await settled();
  expect(b.log).toEqual(["loading", "report E1", "failed load E1"]);
  b.failure().retry();
  await settled();
  expect(b.log.slice(3)).toEqual(["forget", "loading", "mount v2"]);
});

test("what could not be loaded is tried again when the network is back; a crash is not", async () => {
  const b = bench(async (n) => {
    if (n === 1) throw new Error("offline");
    return app(b.log, `v${n}`, ({ onCrash }) => n === 2 && setImmediate(() => onCrash(new Error("broken"))));
  });
  b.container.activate();
  await settled();
  b.container.reconnect();
  await settled();
  expect(b.log.slice(3)).toEqual(["forget", "loading", "mount v2"]);
  await settled();
  await settled();
  b.container.reconnect();
  await settled();
  expect(b.log).not.toContain("mount v3");
  expect(b.log.filter((line) => line === "loading")).toHaveLength(2);
});

test("a load of over 120 s is a load failure; what arrives later is not mounted", async () => {
  let arrive: (a: AppModule) => void = () => {};
  const b = bench(() => new Promise((resolve) => (arrive = resolve)));
  b.container.activate();
  await settled();
  b.pass(loadLimit - 1);
  await settled();
  expect(b.log).toEqual(["loading"]);
  b.pass(1);
  await settled();
  expect(b.log).toEqual(["loading", "report E1", "failed timeout E1"]);
  arrive(app(b.log, "late"));
  await settled();
  expect(b.container.runningUrl()).toBeNull();
});

test("a crash while drawing takes the app down and leaves the failure; opening it anew starts afresh", async () => {
  let props: AppProps | undefined;
  const b = bench(async (n) => app(b.log, `v${n}`, (p) => (props = p)));
  b.container.activate();
  await settled();
  props!.onCrash(new Error("drawing"));
  props!.onCrash(new Error("drawing again"));
  await settled();
  expect(b.log).toEqual(["loading", "mount v1", "report E1", "failed crash E1", "unmount v1"]);
  b.container.deactivate();
  b.container.activate();
  await settled();
  expect(b.log.slice(5)).toEqual(["forget", "clear", "loading", "mount v2"]);
});

test("reload replaces the running version and only that", async () => {
  const b = bench(async (n) => app(b.log, `v${n}`));
  b.container.activate();
  await settled();
  b.container.reload();
  await settled();
  expect(b.log).toEqual(["loading", "mount v1", "unmount v1", "clear", "loading", "mount v2"]);
});

test("an app no longer wanted when its load ends is not mounted", async () => {
  let arrive: (a: AppModule) => void = () => {};
  const b = bench(() => new Promise((resolve) => (arrive = resolve)));
  b.container.activate();
  await settled();
  b.container.deactivate();
  arrive(app(b.log, "v1"));
  await settled();
  expect(b.log).toEqual(["loading", "clear"]);
});

test("a load that fails when its tab was closed is forgotten, and opened again it is loaded", async () => {
  let fail: (error: Error) => void = () => {};
  const b = bench((n) =>
    n === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(app(b.log, `v${n}`)),
  );
  b.container.activate();
  await settled();
  b.container.deactivate();
  fail(new Error("404"));
  await settled();
  b.container.activate();
  await settled();
  expect(b.log).toEqual(["loading", "clear", "report E1", "forget", "loading", "mount v2"]);
});

test("H11 a version that fails to load or crashes is told, one that is shown is not", async () => {
  const told: string[] = [];
  const failing = (mount: () => Promise<void>) => {
    const view = {
      loading: () => undefined,
      stage: () => ({}) as HTMLElement,
      failed: () => undefined,
      clear: () => undefined,
    };
    const step = async () => undefined;
    return createContainer("workorder", {
      load: async () => ({ app: { bootstrap: step, mount, unmount: step }, url: "/a.js" }),
      forget: () => undefined,
      after: () => () => undefined,
      report: () => undefined,
      failed: () => told.push("failed"),
      newId: () => "E1",
      view,
    });
  };
  failing(async () => undefined).activate();
  await settled();
  expect(told).toEqual([]);
  failing(async () => {
    throw new Error("mount");
  }).activate();
  await settled();
  expect(told).toEqual(["failed"]);
});
