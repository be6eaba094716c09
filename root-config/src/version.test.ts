import {
  checkInterval,
  decideVersion,
  inCallRefusal,
  versionInPage,
  watchVersion,
  type VersionPorts,
} from "./version.ts";

test.each([
  [{ own: "a", server: "a", inCall: false, hidden: true }, "same"],
  [{ own: "a", server: "", inCall: false, hidden: true }, "same"],
  [{ own: "a", server: "b", inCall: false, hidden: true }, "reload"],
  [{ own: "a", server: "b", inCall: true, hidden: true }, "warn"],
  [{ own: "a", server: "b", inCall: false, hidden: false }, "warn"],
] as const)("%j leads to %s", (facts, decision) => {
  expect(decideVersion(facts)).toBe(decision);
});

test("the version is read from the page", () => {
  expect(versionInPage('<meta charset="utf-8"><meta name="app-version" content="0af3">')).toBe("0af3");
  expect(versionInPage('{"code":-1}')).toBe("");
});

function page(over: Partial<VersionPorts> = {}) {
  const log: string[] = [];
  const state = { server: "b", inCall: false, hidden: false };
  let tick = () => {};
  let press = () => {};
  const watch = watchVersion({
    own: "a",
    fetchPage: async () => `<meta name="app-version" content="${state.server}">`,
    log: (error) => log.push(String(error)),
    inCall: () => state.inCall,
    hidden: () => state.hidden,
    reload: () => log.push("reload"),
    warn: (p) => {
      press = p;
      log.push("warn");
    },
    refuse: (text) => log.push(text),
    every: (ms, call) => {
      log.push(`every ${ms}`);
      tick = call;
      return () => {};
    },
    ...over,
  });
  return { log, state, watch, tick: () => tick(), press: () => press() };
}

test("H4 it checks every five minutes and warns once, sticky", async () => {
  const d = page();
  expect(d.log).toEqual([`every ${checkInterval}`]);
  d.tick();
  await d.watch.check();
  await d.watch.check();
  expect(d.log).toEqual(["every 300000", "warn"]);
});

test("H4 the refresh button is refused in a call, to the letter", async () => {
  const d = page();
  await d.watch.check();
  d.state.inCall = true;
  d.press();
  d.state.inCall = false;
  d.press();
  expect(d.log.slice(2)).toEqual([inCallRefusal, "reload"]);
  expect(inCallRefusal).toBe("检测到当前正在通话，请结束通话后刷新页面！");
});

test("hidden and idle, it reloads by itself, also after a warning", async () => {
  const d = page();
  await d.watch.check();
  d.state.hidden = true;
  await d.watch.check();
  expect(d.log.slice(1)).toEqual(["warn", "reload"]);
});

test("a server that does not answer changes nothing and is only logged", async () => {
  const d = page({ fetchPage: () => Promise.reject(new Error("down")) });
  await d.watch.check();
  expect(d.log).toEqual(["every 300000", "Error: down"]);
});
