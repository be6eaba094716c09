import type { AssistCustomer, AssistMessage, DialogueEntry } from "@liantai/api/contract/assist";
import { Talks } from "./talks.ts";

const chat = (id: string): AssistMessage & { type: "CHAT" } => ({
  type: "CHAT",
  callId: "c1",
  agentId: "1001",
  dialogueData: { id, text: id } as DialogueEntry,
});

test("A6 what a page recalls stands before what it heard, each once; a talk of hours keeps its last 500 sentences", () => {
  const talks = new Talks();
  talks.heard(chat("b"));
  talks.recalled("c1", "1001", { entries: [chat("a").dialogueData, chat("b").dialogueData] });
  talks.heard(chat("c"));
  expect(talks.of("c1")!.entries.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  for (let at = 0; at < 600; at++) talks.heard(chat(`n${at}`));
  expect(talks.of("c1")!.entries).toHaveLength(500);
  talks.ended("c1");
  talks.heard(chat("late"));
  expect(talks.size).toBe(0);
});

test("A18 what is told of a customer again makes no talk of one that is forgotten", () => {
  const talks = new Talks();
  talks.heard({ type: "CUSTOMER", callId: "c1", agentId: "1001", customer: {} as AssistCustomer });
  expect(talks.size).toBe(0);
});
