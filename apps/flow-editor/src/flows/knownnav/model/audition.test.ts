import { noAudition, stepped, type Audition, type AuditionAction, type Told } from "./audition.ts";

const told = (type: Told["type"], more: Partial<Told> = {}): AuditionAction => ({
  do: "told",
  message: {
    ...{ type, msgId: "m", eventId: "", flowId: "f", responseEntity: {}, speechParams: {}, terminators: "" },
    ...{ areaCodes: [], ...more },
  },
});
const after = (...actions: readonly AuditionAction[]): Audition => actions.reduce(stepped, noAudition);
const begun: readonly AuditionAction[] = [{ do: "ask" }, { do: "begun", msgId: "m" }];
const node = (nodeId: string) => ({ responseEntity: { nodeId, nodeName: `节点${nodeId}`, action: "node", text: "" } });

test("G61 what comes before the reply counts once it is known whose it is", () => {
  const other = told(2, { msgId: "other", eventId: "e9" });
  const now = after(
    ...[{ do: "ask" } as const, told(1, { responseEntity: { text: "试听开始" } }), other],
    ...[told(2, { eventId: "e1", responseEntity: { text: "您好" } }), { do: "begun", msgId: "m" } as const],
  );
  expect(now).toMatchObject({
    phase: "running",
    msgId: "m",
    said: "试听开始",
    saying: { eventId: "e1", text: "您好" },
  });
  expect(after({ do: "ask" }, told(1), told(12), told(6), { do: "begun", msgId: "m" })).toMatchObject({
    ...{ phase: "idle", msgId: "", keys: undefined },
  });
});

test("G61 messages of another audition, and of one that is over, change nothing", () => {
  const now = after(...begun, told(6));
  expect(stepped(now, told(10, { msgId: "other" }))).toBe(now);
  const over = stepped(now, told(12, { responseEntity: { text: "已挂断" } }));
  expect(over).toMatchObject({ phase: "idle", said: "已挂断", keys: undefined });
  expect(stepped(over, told(2, { eventId: "e2" }))).toBe(over);
  expect(stepped(over, told(12, { msgId: "" }))).toBe(over);
});

test("sound, input, keys and areas come and go", () => {
  const now = after(...begun, told(2, { eventId: "e1" }), told(3, { eventId: "e2" }), told(5, { terminators: "#" }));
  expect(now).toMatchObject({ saying: { eventId: "e1" }, listening: "e2", keys: { terminators: "#" } });
  expect([told(11), told(4), told(9)].reduce(stepped, now)).toMatchObject({
    ...{ saying: undefined, listening: "", keys: undefined },
  });
  const asked = stepped(now, told(8, { eventId: "e3", areaCodes: ["浙江省"] }));
  expect(asked.area).toEqual({ eventId: "e3", areaCodes: ["浙江省"] });
  const answered = stepped(asked, { do: "answered", eventId: "e3" });
  expect(answered).toMatchObject({ area: undefined, listening: "e2", saying: { eventId: "e1" } });
  expect(stepped(answered, { do: "answered", eventId: "e2" }).listening).toBe("");
});

test("the track stands where it is, counts exits, and stays to be read after the end", () => {
  const led = {
    responseEntity: { nodeId: "a", nodeName: "节点a", nextNodeId: "b", result: "key-1", text: "出口：key-1" },
  };
  const now = after(...begun, told(13, node("a")), told(14, led), told(13, node("b")), told(14, led), told(12));
  expect(now.track.map(({ at, nodeName }) => [at, nodeName])).toEqual([
    [1, "节点a"],
    [2, "节点a"],
    [3, "节点b"],
    [4, "节点a"],
  ]);
  expect([now.nodeId, [...now.taken]]).toEqual(["b", [["a/key-1", 2]]]);
  expect(after(...begun, told(13, node("a")), told(1)).track).toEqual([]);
});

test("it ends by the page's own will, and only the one that is meant", () => {
  const now = after(...begun);
  expect(stepped(now, { do: "end", said: "试听已结束", msgId: "other" })).toBe(now);
  expect(stepped(now, { do: "end", said: "试听已结束" })).toMatchObject({ phase: "idle", said: "试听已结束" });
  expect(stepped(noAudition, { do: "begun", msgId: "m" })).toBe(noAudition);
});

test("a flow that goes round and round is held to a thousand steps", () => {
  const now = after(...begun, ...Array.from({ length: 1_200 }, () => told(13, node("a"))));
  expect([now.track.length, now.track.at(-1)?.at]).toEqual([1_000, 1_200]);
});
