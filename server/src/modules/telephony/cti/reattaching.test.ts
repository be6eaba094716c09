import { decodeCti, encodeCti, type CtiLine } from "@liantai/api/contract";
import { noDialRefs } from "../testing/no-dial-refs.ts";
import { noTasks } from "../testing/no-tasks.ts";
import { nobodyFollows } from "../../../testing/idle.ts";
import { createVirtualClock, silentLogger } from "../../../testing/index.ts";
import type { AttachReply, AttachRequest, EngineRequest } from "../topics.ts";
import { asking } from "../engine-replies.ts";
import { answer, type AnswerDeps } from "./answer.ts";
import { Link } from "./link.ts";
import { createLinks } from "./links.ts";
import { createReattaching } from "./reattaching.ts";
import { Showing } from "./showing.ts";

const request = (agentId: string, compId = "100001"): AttachRequest => ({
  verb: "attach",
  connection: `c-${agentId}`,
  gateway: "g",
  compId,
  agentId,
  sessionId: `s-${agentId}`,
  extension: agentId,
  instance: `tab-${agentId}`,
  takeMedia: false,
  hideNumbers: false,
});
const truth = (v: number): AttachReply => ({ code: 1, v, events: [{ name: "agentState", fields: { code: "1" } }] });

/** An engine that knows nobody at first. refuses: agents it does not take. */
function stage({ refuses = [], away = false }: { refuses?: readonly string[]; away?: boolean } = {}) {
  const asked: EngineRequest[] = [];
  const known = new Set<string>();
  const done: string[] = [];
  const ask = async (r: EngineRequest): Promise<unknown> => {
    asked.push(r);
    if (r.verb === "reattach") {
      if (away) throw new Error("gone again");
      return r.links.map((link) => {
        if (refuses.includes(link.agentId)) return { code: -301, v: 0, events: [] };
        known.add(link.connection);
        return truth(5);
      });
    }
    if (r.verb !== "command" || !known.has(r.connection)) return { code: -1 };
    done.push(r.name);
    return { code: 1 };
  };
  const registry = createLinks();
  const reattaching = createReattaching({ ...registry, logger: silentLogger, ask: asking(ask) });
  const deps: AnswerDeps = {
    ...registry,
    clock: createVirtualClock(),
    logger: silentLogger,
    gateway: "g",
    hasEnded: () => false,
    ask: asking(ask),
    reattaching,
    tickets: { redeem: async () => undefined, redeemDigest: async () => undefined },
    supervision: {
      may: async () => true,
      mayWatch: async () => true,
      mayTakeRobots: async () => false,
      forward: async () => ({ code: 1 }),
      done: async () => undefined,
    },
    tasks: noTasks,
    dialRefs: noDialRefs,
    showing: new Showing(nobodyFollows),
  };
  function page(agentId: string, compId?: string) {
    const lines: CtiLine[] = [];
    const closed: number[] = [];
    const link = new Link(`c-${agentId}`, {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      send: (text) => void lines.push(decodeCti(text)),
      close: (code) => void closed.push(code),
      terminate: () => undefined,
    });
    link.attached = request(agentId, compId);
    link.who = { compId: link.attached.compId, agentId, sessionId: `s-${agentId}` };
    link.snapshot(9, []);
    registry.links.set(link.id, link);
    registry.index(link);
    const type = (seq: string) =>
      answer(deps, link, encodeCti({ type: "command", name: "setState", fields: { seq, state: "1" } }));
    return { link, lines, closed, type };
  }
  return { asked, done, reattaching, page };
}

test("C12 a new engine is asked once an enterprise, and what was told before its truth counts no more", async () => {
  const s = stage();
  const [a, b, c] = [s.page("1001"), s.page("1002"), s.page("2001", "100002")];
  const work = s.reattaching.all();
  // Of the new engine, before its truth: it comes after it.
  a.link.notice({ compId: "100001", agentId: "1001", v: 6, name: "mediaOwner", fields: { instance: "x" } });
  await work;
  expect(s.asked.map((r) => r.verb === "reattach" && r.links.length)).toEqual([2, 1]);
  for (const page of [a, b, c]) expect([page.lines[0]?.name, page.closed]).toEqual(["agentState", []]);
  expect(a.lines.map(({ name }) => name)).toEqual(["agentState", "mediaOwner"]);
});

test("C12 a line that comes before its socket is known is carried out once, after it is", async () => {
  const s = stage();
  const page = s.page("1001");
  await Promise.all([page.type("1"), page.type("2")]);
  expect(s.done).toEqual(["setState", "setState"]);
  expect(s.asked.filter((r) => r.verb === "reattach")).toHaveLength(1);
  const replies = page.lines
    .filter(({ type }) => type === "response")
    .map(({ fields }) => [fields["seq"], fields["code"]]);
  expect(replies).toEqual([
    ["1", "1"],
    ["2", "1"],
  ]);
  expect(page.closed).toEqual([]);
});

test.each([{ refuses: ["1001"] }, { away: true }])("C12 whom the engine does not take is closed: %j", async (how) => {
  const s = stage(how);
  const page = s.page("1001");
  await s.reattaching.all();
  expect(page.closed).toEqual([1012]);
});
