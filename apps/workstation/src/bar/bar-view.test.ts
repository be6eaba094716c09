import fc from "fast-check";
import {
  seatStatus,
  toolbarButtons,
  type AgentCallView,
  type CallPhase,
  type ToolbarButton,
} from "@liantai/api/contract";
import type { TelephonyState } from "@liantai/api/client";
import { barView, clockText } from "./bar-view.ts";
import { answersItself, toolbar, type ToolbarFacts } from "./toolbar.ts";

const facts = (part: Partial<ToolbarFacts>): ToolbarFacts => ({
  phase: "idle",
  held: false,
  terminalType: 2,
  lineAvailable: true,
  ringsHere: true,
  signedIn: true,
  asked: false,
  ...part,
});
const on = (part: Partial<ToolbarFacts>): ToolbarButton[] => toolbarButtons.filter((b) => toolbar(facts(part))[b]);

describe("table 'Softphone toolbar', realtime.md section 4", () => {
  test.each<[string, Partial<ToolbarFacts>, ToolbarButton[]]>([
    ["idle", {}, ["call", "recover"]],
    ["idle without a line", { lineAvailable: false }, ["recover"]],
    ["outbound dialling", { phase: "dialling" }, ["hangup", "recover"]],
    ["ringing, terminal 2", { phase: "ringing", terminalType: 2 }, ["answer", "hangup", "recover"]],
    ["ringing, terminal 4", { phase: "ringing", terminalType: 4 }, ["answer", "hangup", "recover"]],
    ["ringing, terminal 0", { phase: "ringing", terminalType: 0 }, ["hangup", "recover"]],
    ["ringing, terminal 1", { phase: "ringing", terminalType: 1 }, ["hangup", "recover"]],
    ["ringing in another tab", { phase: "ringing", ringsHere: false }, ["hangup", "recover"]],
    ["in call", { phase: "talking" }, ["hangup", "recover", "hold", "satisfaction", "consult", "transfer", "dtmf"]],
    [
      "in call, terminal 4",
      { phase: "talking", terminalType: 4 },
      ["hangup", "recover", "hold", "satisfaction", "consult", "dtmf"],
    ],
    ["held", { phase: "talking", held: true }, ["hangup", "recover", "unhold", "satisfaction", "consult", "transfer"]],
    ["consulting", { phase: "consulting", asked: true }, ["hangup", "recover", "tranfer", "meeting", "dtmf"]],
    ["consulting, not answered yet, or asked by a colleague", { phase: "consulting" }, ["hangup", "recover"]],
    ["in conference", { phase: "conference" }, ["hangup", "recover", "dtmf"]],
  ])("%s", (_name, part, expected) => {
    expect(on(part)).toEqual(toolbarButtons.filter((b) => expected.includes(b)));
  });

  const anyFacts = fc.record({
    phase: fc.constantFrom<CallPhase>("idle", "dialling", "ringing", "talking", "consulting", "conference"),
    held: fc.boolean(),
    terminalType: fc.constantFrom(0, 1, 2, 4),
    lineAvailable: fc.boolean(),
    ringsHere: fc.boolean(),
    signedIn: fc.boolean(),
    asked: fc.boolean(),
  });

  test("hang-up is there exactly in a call, hold and unhold never together, call never in a call", () => {
    fc.assert(
      fc.property(anyFacts, (f) => {
        const buttons = toolbar(f);
        expect(buttons.hangup).toBe(f.phase !== "idle");
        expect(buttons.hold && buttons.unhold).toBe(false);
        expect(buttons.call && f.phase !== "idle").toBe(false);
        expect(buttons.answer && (f.terminalType === 0 || f.terminalType === 1)).toBe(false);
        expect(buttons.dtmf && f.phase === "ringing").toBe(false);
      }),
    );
  });
});

test("only a soft phone picks up by itself", () => {
  expect([0, 1, 2].map((n) => answersItself(2, n))).toEqual([false, true, true]);
  expect(answersItself(1, 1)).toBe(false);
});

const call: AgentCallView = {
  callId: "c",
  direction: "inbound",
  phase: "talking",
  number: "138****1111",
  ringingAt: 1_000,
  answeredAt: 3_000,
  held: false,
  agentLost: false,
};
const state = (part: Partial<TelephonyState> = {}): TelephonyState => ({
  agent: { code: seatStatus.idle, reason: "byAgent", since: 500 },
  callInfo: { state: 2, stateName: "空闲", disabled: false },
  call: null,
  cti: "up",
  socket: "up",
  softphone: "up",
  connection: "up",
  trouble: "",
  holding: false,
  ownsMedia: true,
  quality: 4,
  muted: false,
  forward: null,
  offer: null,
  microphone: "granted",
  clockOffset: 0,
  socketId: "",
  ...part,
});

test("an idle agent: state, reason and time; call needs a registered phone with a microphone in this tab", () => {
  const view = barView(state(), { terminalType: 2 });
  expect(view).toMatchObject({
    phaseLabel: "",
    statusText: "空闲",
    reasonText: "坐席操作",
    timer: { kind: "up", since: 500 },
    ready: { on: true, allowed: true },
    busy: { on: false, allowed: true },
    canTakeMedia: false,
  });
  expect(view.buttons.call.enabled).toBe(true);
  for (const part of [
    { softphone: "down" },
    { microphone: "denied" },
    { ownsMedia: false },
    { cti: "down" },
    { agent: null },
  ] as Partial<TelephonyState>[]) {
    expect(barView(state(part), { terminalType: 2 }).buttons.call.enabled).toBe(false);
  }
  expect(barView(state({ softphone: "off", ownsMedia: false }), { terminalType: 1 }).buttons.call.enabled).toBe(true);
});

test("hang-up stays enabled with every link down", () => {
  const view = barView(state({ call, cti: "down", socket: "down", softphone: "down" }), { terminalType: 2 });
  expect(view.buttons.hangup).toEqual({ visible: true, enabled: true });
});

test("hold and unhold take turns, and the label says so", () => {
  const talking = barView(state({ call }), { terminalType: 2 });
  expect(talking).toMatchObject({
    phaseLabel: "通话中",
    buttons: { hold: { visible: true, enabled: true }, unhold: { visible: false } },
  });
  const held = barView(state({ call: { ...call, held: true } }), { terminalType: 2 });
  expect(held).toMatchObject({
    phaseLabel: "保持中",
    buttons: { hold: { visible: false }, unhold: { visible: true, enabled: true } },
  });
});

test("who supervises reads in which way", () => {
  const label = (mode: "listen" | "whisper" | "insert") =>
    barView(state({ call: { ...call, phase: "conference", supervises: { agentId: "1001", mode } } }), {
      terminalType: 2,
    }).phaseLabel;
  expect([label("listen"), label("whisper"), label("insert")]).toEqual(["监听中", "密语中", "强插中"]);
});

test("a ringing call is answered where its leg is, or will be", () => {
  const ringing = { call: { ...call, phase: "ringing" as const } };
  const enabled = (part: Partial<TelephonyState>, leg?: "offered" | "answering") =>
    barView(state({ ...ringing, ...part }), { terminalType: 2 }, leg).buttons.answer.enabled;
  expect([
    enabled({}),
    enabled({}, "offered"),
    enabled({}, "answering"),
    enabled({ ownsMedia: false }),
    enabled({ softphone: "down" }),
  ]).toEqual([true, true, false, false, false]);
});

test("the call counts from its answer", () => {
  expect(barView(state({ call }), { terminalType: 2 }).timer).toEqual({ kind: "up", since: 3_000 });
});

test("wrap-up counts down and can be finished", () => {
  const view = barView(state({ agent: { code: seatStatus.afterCall, reason: "ended", since: 0, endsAt: 9_000 } }), {
    terminalType: 2,
  });
  expect(view).toMatchObject({
    statusText: "话后处理",
    wrapUp: true,
    timer: { kind: "down", until: 9_000 },
    ready: { on: false, allowed: true },
  });
});

test("a busy agent with a custom status shows its name", () => {
  expect(
    barView(state({ agent: { code: 2, reason: "byAgent", since: 0, customStatusName: "小休" } }), { terminalType: 2 })
      .statusText,
  ).toBe("小休");
});

test("the customer can be asked for a mark in a talk alone", () => {
  const seen = (phase: AgentCallView["phase"]) =>
    barView(state({ call: { ...call, phase } }), { terminalType: 2 }).buttons.satisfaction;
  expect(seen("talking")).toEqual({ visible: true, enabled: true });
  for (const phase of ["ringing", "dialling", "consulting", "conference"] as const)
    expect(seen(phase)).toEqual({ visible: false, enabled: false });
});

test("a talk offers to ask and to send on; a consultation its ends, to who asked alone", () => {
  const shown = (part: Partial<AgentCallView>) => {
    const { buttons, canEndConsult } = barView(state({ call: { ...call, ...part } }), { terminalType: 2 });
    const names = (["hold", "unhold", "consult", "transfer", "tranfer", "meeting"] as const).filter(
      (b) => buttons[b].visible,
    );
    return [...names, ...(canEndConsult ? ["cancel"] : [])];
  };
  expect(shown({})).toEqual(["hold", "consult", "transfer"]);
  expect(shown({ held: true })).toEqual(["unhold", "consult", "transfer"]);
  const consult = { number: "1002", up: true, mine: true };
  expect(shown({ phase: "consulting", held: true, consult })).toEqual(["tranfer", "meeting", "cancel"]);
  expect(shown({ phase: "consulting", consult: { ...consult, mine: false } })).toEqual([]);
  expect(shown({ phase: "conference", members: [] })).toEqual([]);
});

test("a tab without the media can take it over; a hardware phone has none to take", () => {
  expect(barView(state({ ownsMedia: false, call }), { terminalType: 2 })).toMatchObject({
    canTakeMedia: true,
    canMute: false,
  });
  expect(barView(state({ ownsMedia: false, call }), { terminalType: 1 }).canTakeMedia).toBe(false);
});

test("times read as people write them", () => {
  expect([0, 59_999, 60_000, 3_600_000, -5].map(clockText)).toEqual(["00:00", "00:59", "01:00", "1:00:00", "00:00"]);
});
