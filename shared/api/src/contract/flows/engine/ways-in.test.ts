/** How a flow begins without a robot line, and goes on where it was cut off. */
import { body, node } from "./testing/build.ts";
import { TestCaller } from "./testing/caller.ts";

test("Y17 without a line the flow begins with its exception; what listens needs one, whatever leads there", () => {
  const flow = (out: string) =>
    body([
      node("s", "start", { to: { next: "q" } }),
      node("q", "speech", { says: ["您好"], config: { branches: [{ id: "a", name: "甲" }] } }),
      node("e", "exception", { to: { next: out } }),
      node("p", "play", { says: ["都在忙"] }),
    ]);
  const begin = { type: "begin", vars: {}, noLine: true } as const;
  const out = new TestCaller(flow("p")).send(begin);
  expect([out.path, out.said]).toEqual([["e", "p"], ["都在忙"]]);
  const notes = out.effects.flatMap((e) => (e.do === "note" ? [e.note.action] : []));
  expect(notes.slice(0, 3)).toEqual(["entered", "failed", "noRobot"]);
  const back = new TestCaller(flow("q")).send(begin);
  expect([back.left, back.said]).toEqual(["noRobot", []]);
  expect(new TestCaller(body([node("s", "start")])).send(begin).left).toBe("noRobot");
  // The step after a wait knows it, too.
  const said = flow("p").nodes[0]!.subProcess.flow.nodes.map((each) =>
    each.nodeId === "p" ? { ...each, nextNodeId: "q" } : each,
  );
  const later = new TestCaller(body(said)).send(begin).heardOut();
  expect([later.path, later.open("listen")]).toEqual([["e", "p", "q", "e", "p"], undefined]);
});

test("A14 what was cut off goes on from the moment that was told, however late, and again from there; or from its beginning", () => {
  const flow = (from: string) =>
    body([
      node("s", "start", { to: { next: "p" } }),
      node("p", "play", { says: ["一", "二"], to: { interrupted: "q", next: "e" } }),
      node("q", "keyNav", { says: ["请选"], config: { keys: ["1"] }, to: { "key-1": "c" } }),
      node("c", "continuePlay", { config: { from }, to: { next: "q2" } }),
      node("q2", "keyNav", { says: ["再选"], config: { keys: ["1"] }, to: { "key-1": "c2" } }),
      node("c2", "continuePlay", { config: { from }, to: { next: "e" } }),
      node("e", "hangup"),
    ]);
  const last = (caller: TestCaller) => {
    const { from, fromMs } = caller.effects.findLast((e) => e.do === "play") as { from: number; fromMs?: number };
    return [from, fromMs];
  };
  const run = (from: string) => {
    const caller = new TestCaller(flow(from)).begin();
    const cut = caller.open("play")!;
    caller.keys("9");
    caller.send({ type: "playDone", id: cut, reason: "cut", ms: 740 });
    // The row that is cut off now is the question's: it takes the place of the first.
    caller.heardOut().keys("1");
    const [again, first] = [caller.open("play")!, last(caller)];
    caller.keys("9");
    caller.send({ type: "playDone", id: again, reason: "cut", ms: 1_300 });
    caller.heardOut().keys("1");
    return [first, last(caller)];
  };
  expect(run("cut")).toEqual([
    [0, 740],
    [0, 1_300],
  ]);
  expect(run("beginning")).toEqual([
    [0, undefined],
    [0, undefined],
  ]);
});

test("A14 the key that cuts a wording off may lead to 继续播放: it waits a moment to be told where; untold, it begins anew", () => {
  const flow = body([
    node("s", "start", { to: { next: "p" } }),
    node("p", "play", { says: ["一"], to: { interrupted: "c", next: "e" } }),
    node("c", "continuePlay", { to: { next: "e" } }),
    node("e", "hangup"),
  ]);
  const cutOff = () => {
    const caller = new TestCaller(flow).begin();
    const cut = caller.open("play")!;
    caller.keys("9");
    return { caller, cut };
  };
  const plays = (caller: TestCaller) =>
    caller.effects.flatMap((e) => (e.do === "play" ? [[e.id, e.fromMs]] : [])).slice(1);
  const told = cutOff();
  expect([told.caller.path.at(-1), plays(told.caller)]).toEqual(["c", []]);
  told.caller.send({ type: "playDone", id: told.cut, reason: "cut", ms: 740 });
  expect(plays(told.caller)).toEqual([["e2", 740]]);
  expect(told.caller.open("timer")).toBeUndefined();
  expect(told.caller.heardOut().left).toBe("hangup");
  const untold = cutOff();
  untold.caller.timeUp();
  expect(plays(untold.caller)).toEqual([["e2", undefined]]);
  // Told too late it is told of what sounds no more.
  untold.caller.send({ type: "playDone", id: untold.cut, reason: "cut", ms: 740 });
  expect([plays(untold.caller).length, untold.caller.heardOut().left]).toEqual([1, "hangup"]);
  const again = cutOff();
  expect(again.caller.keys("1").left).toBe("hangup");
});

const branches = (caller: TestCaller) =>
  caller.effects.flatMap((e) => (e.do === "note" && e.note.action === "branch" ? [e.note.nextNodeId ?? ""] : []));

test("G101 a jump, the way into a sub-process and the way to the exception node say where they led", () => {
  const flow = body(
    [
      node("s", "start", { to: { next: "j" } }),
      node("j", "jump", { config: { to: "node", targetId: "sub" } }),
      node("sub", "jump", { config: { targetId: "inner" }, to: { next: "i" } }),
      node("i", "interface", { config: { interfaceId: "i1" } }),
      node("e", "exception", { to: { next: "bye" } }),
      node("bye", "hangup"),
    ],
    { subs: { inner: [node("inside", "start", { to: { next: "out" } }), node("out", "end")] } },
  );
  const caller = new TestCaller(flow, { answer: () => "failed" }).begin();
  expect(caller.path).toEqual(["s", "j", "sub", "inside", "out", "i", "e", "bye"]);
  expect(branches(caller)).toEqual(expect.arrayContaining(["sub", "inside", "e"]));
});

test("G102 words that nobody knows are not understood and no silence; an answer that comes too late leaves by 超时", () => {
  const flow = body([
    node("s", "start", { to: { next: "q" } }),
    node("q", "speech", {
      config: { branches: [{ id: "a", name: "甲" }], tries: 1 },
      intents: { a: "i1" },
      to: { a: "i", unknown: "i", timeout: "silence" },
    }),
    node("silence", "hangup"),
    node("i", "interface", { config: { interfaceId: "i1" }, to: { ok: "fine", failed: "failed", timeout: "late" } }),
    ...["fine", "failed", "late"].map((id) => node(id, "hangup")),
  ]);
  const caller = new TestCaller(flow, { answer: () => ({ ok: false, class: "timeout" }) }).begin();
  caller.send({ type: "heard", id: caller.open("listen")!, text: "", confidence: 0 });
  expect(caller.path.slice(-2)).toEqual(["i", "late"]);
});
