/** F89: who has which record open, over two processes that share a broker; a lease that ends with the socket. */
import type { Presence } from "@liantai/api/contract";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { closeRecord, openRecord, Presences, presenceTimes } from "./index.ts";
import { mostOpen } from "./registry.ts";

let ports: TestPorts;
const running: Presences[] = [];
beforeEach(async () => {
  ports = await createTestPorts();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await ports.close();
});

/** A process with the sockets of some pages: account/socket. */
async function startProcess(...pages: string[]) {
  const sockets = new Set(pages);
  const told = new Map<string, Presence[]>();
  const presences = new Presences(ports);
  running.push(presences);
  await presences.start({
    connected: (account, socket) => sockets.has(`${account}/${socket}`),
    tell: (_, socket, present) => void told.set(socket, [...(told.get(socket) ?? []), present]),
  });
  const last = (socket: string) =>
    told
      .get(socket)
      ?.at(-1)
      ?.others.map(({ name, own }) => (own ? `${name}*` : name));
  return { presences, sockets, told, last };
}
const settle = () => ports.clock.advance(0);
const place = (account: string, socketId: string, recordId = "r1", compId = "100001") => ({
  ...{ compId, recordId, accountId: account, socketId },
});
const entry = (
  account: string,
  socketId: string,
  more: { editing?: boolean; recordId?: string; compId?: string } = {},
) => ({
  ...place(account, socketId, more.recordId, more.compId),
  ...{ name: account, agentId: "", editing: more.editing ?? true },
});

test("F89 two pages on two processes see each other begin and end; who only looks is told and not named", async () => {
  const one = await startProcess("王/a", "李/b");
  const two = await startProcess("周/c");
  await openRecord(ports, entry("王", "a"));
  // Whichever process was asked: it lands where the socket is.
  await openRecord(ports, entry("周", "c"));
  await openRecord(ports, entry("李", "b", { editing: false }));
  await settle();
  expect([one.last("a"), one.last("b"), two.last("c")]).toEqual([["周"], ["王", "周"], ["王"]]);
  await closeRecord(ports, place("周", "c"));
  await settle();
  expect([one.last("a"), one.last("b")]).toEqual([[], ["王"]]);
  // Begins to type after looking.
  await openRecord(ports, entry("李", "b"));
  await settle();
  expect(one.last("a")).toEqual(["李"]);
});

test("F89 the lease ends with the socket, at once and everywhere", async () => {
  const one = await startProcess("王/a");
  const two = await startProcess("周/c", "周/d");
  for (const [account, socket] of [
    ["王", "a"],
    ["周", "c"],
    ["周", "d"],
  ] as const)
    await openRecord(ports, entry(account, socket));
  await settle();
  // The same person on another page is told apart.
  expect([one.last("a"), two.last("c")]).toEqual([
    ["周", "周"],
    ["王", "周*"],
  ]);
  two.sockets.delete("周/c");
  two.presences.left("c");
  await settle();
  expect([one.last("a"), two.last("d")]).toEqual([["周"], ["王"]]);
});

test("F89 of a process that is killed nobody answers for its pages: they are gone within 80 s; those that live stay", async () => {
  const one = await startProcess("王/a", "李/b");
  const two = await startProcess("周/c");
  await openRecord(ports, entry("王", "a"));
  await openRecord(ports, entry("李", "b"));
  await openRecord(ports, entry("周", "c"));
  await settle();
  expect(one.last("a")).toEqual(["李", "周"]);
  // Its sockets are gone, and it says nothing any more.
  two.sockets.clear();
  await ports.clock.advance(presenceTimes.goneMs + presenceTimes.aliveMs);
  expect(one.last("a")).toEqual(["李"]);
  await ports.clock.advance(10 * presenceTimes.goneMs);
  expect(one.last("a")).toEqual(["李"]);
});

test("F89 a process that begins later knows who is there; one that stops takes its pages along", async () => {
  const one = await startProcess("王/a");
  await openRecord(ports, entry("王", "a"));
  await settle();
  const two = await startProcess("周/c");
  await openRecord(ports, entry("周", "c"));
  await settle();
  expect(two.last("c")).toEqual(["王"]);
  await two.presences.stop();
  await settle();
  expect(one.last("a")).toEqual([]);
});

test("F89 nobody speaks for another's socket, closes another's entry, or hears of another enterprise", async () => {
  const one = await startProcess("王/a", "周/c", "外/x");
  await openRecord(ports, entry("王", "a"));
  // 周 names the socket of 王, and one that is nobody's.
  await openRecord(ports, { ...entry("周", "a") });
  await openRecord(ports, { ...entry("周", "none") });
  await openRecord(ports, entry("外", "x", { compId: "200002" }));
  await closeRecord(ports, place("周", "a"));
  await openRecord(ports, entry("周", "c"));
  await settle();
  expect([one.last("c"), one.last("a"), one.last("x")]).toEqual([["王"], ["周"], []]);
});

test("F89 a page has so many records open; one more pushes out its oldest", async () => {
  const one = await startProcess("王/a", "周/c");
  await openRecord(ports, entry("周", "c", { recordId: "r0" }));
  for (let n = 0; n <= mostOpen; n += 1) {
    await openRecord(ports, entry("王", "a", { recordId: `r${n}` }));
    await settle();
  }
  expect(one.told.get("c")?.map(({ others }) => others.length)).toEqual([0, 1, 0]);
});
