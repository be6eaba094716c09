import type { Question } from "../session.ts";
import { own } from "../values.ts";
import type { InterfaceReply, TestOverrides, TestWorld } from "./types.ts";

/** Whom nobody answers in time waits for all of it, and as often as it is tried. */
const taking = (
  { timeoutMs, retries, totalMs = timeoutMs * (retries + 1) }: Extract<Question, { what: "interface" }>,
  reply: InterfaceReply,
) => (reply.ok || reply.class !== "timeout" ? { ...reply } : { ...reply, ms: totalMs });

/** What the world of a test answers. */
export function answer(ask: Question, overrides: TestOverrides, world: TestWorld): Readonly<Record<string, unknown>> {
  switch (ask.what) {
    case "timeRule": {
      const { timeRules, now = "" } = overrides;
      return {
        id: timeRules ? (ask.ids.find((id) => timeRules.includes(id)) ?? "") : (world.timeRule?.(ask.ids, now) ?? ""),
      };
    }
    case "lookUp": {
      const value = world.lookUp?.(ask);
      return { found: value !== undefined, value: value ?? "" };
    }
    case "area":
      return { ...(overrides.area ?? { province: "", city: "" }) };
    case "blacklist":
      return { contained: overrides.blacklisted === true };
    case "understand":
      return world.understand(ask);
    case "interface":
      return taking(ask, own(overrides.interfaces, ask.interfaceId) ?? { ok: false, class: "failed" });
    case "sms":
      return { ok: overrides.smsFails !== true };
    case "knowledge": {
      const text = own(overrides.knowledge, ask.questionId || ask.text || ask.classId);
      return { found: text !== undefined, says: text === undefined ? [] : [{ text }] };
    }
    case "extension": {
      const agentId = own(overrides.extensions, ask.number);
      return { extension: agentId === undefined ? "" : ask.number, agentId: agentId ?? "" };
    }
    case "lastAgent":
      return { agentId: overrides.lastAgent ?? "" };
  }
}
