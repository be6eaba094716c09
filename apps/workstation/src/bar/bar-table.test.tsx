import { act, screen, within } from "@testing-library/react";
import type { AgentCallView } from "@liantai/api/contract";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talkTools } from "./talk-part.ts";

beforeAll(() => talkTools.load());

/** The twelve buttons of realtime.md section 4, as the page names them. */
const names = ["呼叫", "接听", "挂断", "强制复位", "保持", "取回", "满意度", "咨询", "转接", "会议", "按键"] as const;
type Name = (typeof names)[number];

const talking = { phase: "talking", answeredAt: 1_000_000, recording: { state: "on", auto: true } } as const;
const consult = { number: "1002", up: true, mine: true };

/**
 * realtime.md section 4, read by hand; 挂断 and 强制复位 beside it (goals.md, Feel), 取回 in place of 保持 while held. 转接 is transfer
 * in a talk and tranfer in a consultation: never both.
 */
const table: readonly [string, Partial<AgentCallView> | null, readonly Name[]][] = [
  ["空闲", null, ["呼叫"]],
  ["外呼中", { phase: "dialling", direction: "outbound" }, ["挂断"]],
  ["振铃中", { phase: "ringing" }, ["接听", "挂断"]],
  ["通话中", talking, ["挂断", "保持", "满意度", "咨询", "转接", "按键"]],
  ["通话中，保持", { ...talking, held: true }, ["挂断", "取回", "满意度", "咨询", "转接"]],
  ["咨询中", { ...talking, phase: "consulting", held: true, consult }, ["挂断", "转接", "会议", "按键"]],
  ["会议中", { ...talking, phase: "conference", members: [] }, ["挂断", "按键"]],
  // Another's talk (P9): what a monitor presses reaches nobody.
  ["监听中", { ...talking, phase: "conference", supervises: { agentId: "1001", mode: "listen" } }, ["挂断"]],
];

const unavailable: Readonly<Record<number, readonly Name[]>> = {
  // Only the soft phones 2 and 4 can be told to answer.
  0: ["接听"],
  1: ["接听"],
  2: [],
  // "Transfer is not enabled for terminal type 4 in one path."
  4: ["转接"],
};

const off = (button: HTMLElement): boolean =>
  button.getAttribute("aria-disabled") === "true" || button.matches(":disabled");

describe.each([0, 1, 2, 4])("E10 T1 terminal type %i", (terminalType) => {
  test.each(table)("%s", async (_state, call, enabled) => {
    const made = await shownBar({ user: { terminalType } });
    if (terminalType === 4) await act(() => made.localPhoneUp());
    if (call) act(() => made.callIs(agentCallView(call)));
    const bar = within(screen.getByRole("region", { name: "话务工具条" }));
    const shown = names.filter((name) => bar.queryAllByRole("button", { name }).some((button) => !off(button)));
    const expected = new Set<Name>([...enabled, "强制复位"]);
    for (const name of unavailable[terminalType] ?? [])
      // What a consultation leads to is no transfer of that path.
      if (name !== "转接" || call?.phase !== "consulting") expected.delete(name);
    expect(shown).toEqual(names.filter((name) => expected.has(name)));
  });
});
