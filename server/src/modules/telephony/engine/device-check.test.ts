/** T7: the server refuses ready by the device check that a page reported of its login. */
import type { Page } from "../testing/stage.ts";
import { takeOverEach } from "../testing/take-over.ts";

const stage = takeOverEach();

const set = (deviceCheck: "off" | "warn" | "refuse" | "require") =>
  stage.s.ports.database.system((trx) =>
    trx
      .insertInto("seat_setting")
      .values({ compId: stage.s.compId, chatMax: 5, idDigits: 4, deviceCheck })
      .onConflict((c) => c.column("compId").doUpdateSet({ deviceCheck }))
      .execute(),
  );
const ready = async (page: Page) => {
  const { code, msg } = await page.command("setState", { state: "1" });
  return msg ?? code;
};
const checked = (page: Page, why: string) => page.command("deviceCheck", { why });
const missing = "请先在“更多”里完成设备检测，再就绪";

test("T7 where it must be passed: refused without one, with one that failed, and with one of another login", async () => {
  await set("require");
  const page = await stage.s.signIn("1001");
  expect([await ready(page), page.code()]).toEqual([missing, 2]);
  await checked(page, "麦克风已静音");
  expect(await ready(page)).toBe("设备检测未通过，不能就绪：麦克风已静音");
  await checked(page, "");
  expect([await ready(page), page.code()]).toEqual([1, 1]);
  // Busy asks for none; another login has made none.
  expect(await page.command("setState", { state: "2" })).toEqual({ code: 1 });
  const other = await stage.s.signIn("1001", { instance: "tab-b", sessionId: "another", takeMedia: false });
  expect([await ready(other), await ready(page)]).toEqual([missing, 1]);
});

test("T7 of two tabs of one login the check of the one that has the audio counts, whichever presses, in another process too", async () => {
  await set("require");
  const page = await stage.s.signIn("1001");
  await checked(page, "");
  const other = await stage.s.signIn("1001", { instance: "tab-b", takeMedia: false });
  await checked(other, "麦克风已静音");
  expect([await ready(page), await ready(other)]).toEqual([1, 1]);
  await other.command("takeMedia");
  const failed = "设备检测未通过，不能就绪：麦克风已静音";
  expect([await ready(page), await ready(other)]).toEqual([failed, failed]);
  await page.command("takeMedia");
  await stage.s.settle();
  await stage.takeOver();
  expect(await ready(await stage.back("1001"))).toBe(1);
});

test("T7 a setting that changes holds for who is signed in", async () => {
  const page = await stage.s.signIn("1001");
  expect(await ready(page)).toBe(1);
  await set("require");
  await stage.s.ports.broker.publish("groups.changed", { compId: stage.s.compId });
  await stage.s.advance(300);
  expect([await ready(page), page.code()]).toEqual([missing, 1]);
});

test("T7 another process keeps it of the same login", async () => {
  await set("require");
  const page = await stage.s.signIn("1001");
  await stage.s.signIn("1002");
  await checked(page, "");
  await stage.s.settle();
  await stage.takeOver();
  expect([await ready(await stage.back("1001")), await ready(await stage.back("1002"))]).toEqual([1, missing]);
});

test("T7 it holds in a call for afterwards, and for who was signed out and comes back by it", async () => {
  await set("require");
  const page = await stage.s.signIn("1001");
  await page.command("makeCall", { number: "1002" });
  expect(await ready(page)).toBe(missing);
  await page.command("recover");
  const monitor = await stage.s.signIn("1003");
  await monitor.command("forceExit", { agentId: "1001" });
  expect([await ready(page), page.code()]).toEqual([missing, 0]);
  await checked(page, "");
  expect([await ready(page), page.code()]).toEqual([1, 1]);
});

test.each([
  ["refuse", "网络较差", "设备检测未通过，不能就绪：网络较差"],
  ["warn", "网络较差", 1],
  ["off", "网络较差", 1],
] as const)("T7 where the enterprise says %s: one that failed", async (mode, why, answer) => {
  await set(mode);
  const page = await stage.s.signIn("1001");
  expect(await ready(page)).toBe(1);
  await checked(page, why);
  expect(await ready(page)).toBe(answer);
});

test("T7 no seat of another telephone is asked for one; a report without its words is none", async () => {
  await set("require");
  await stage.s.ports.database.system((trx) =>
    trx.updateTable("seat").set({ terminalType: 1 }).where("agentId", "=", "1002").execute(),
  );
  expect(await ready(await stage.s.signIn("1002"))).toBe(1);
  const page = await stage.s.signIn("1001");
  expect(await page.command("deviceCheck")).toMatchObject({ code: -400, msg: "命令有误：why" });
  expect(await page.command("deviceCheck", { why: "长".repeat(101) })).toMatchObject({ code: -400 });
});
