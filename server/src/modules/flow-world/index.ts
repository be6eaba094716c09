/** What calls in flows ask of the world: times, places, lists, interfaces, sentences. The only face of this module. */
import type { Question } from "@liantai/api/flows";
import type { Ports } from "../../ports/index.ts";
import type { Flows } from "../flows/index.ts";
import { askInterface, queueMessage } from "../interfaces/index.ts";
import { extensionOf, lastAgentOf, numberArea, timeRuleNow, type VoiceFile } from "../numbers/index.ts";
import type { Sealer } from "../system/index.ts";
import { FlowQuestionFailed, type AskedBy, type FlowPort } from "../telephony/index.ts";
import type { SentenceWorld } from "./sentence-world.ts";
import { onBlackList } from "../trunks/index.ts";

type Answer = Awaited<ReturnType<FlowPort["ask"]>>;

export interface FlowWorldDeps extends Pick<
  FlowPort,
  "resolve" | "byVersion" | "tools" | "prompts" | "fields" | "survey"
> {
  readonly ports: Pick<Ports, "database" | "clock" | "logger">;
  readonly sealer: Sealer;
  readonly voice: VoiceFile;
  readonly sentences: SentenceWorld;
  readonly speak: FlowPort["speak"];
  readonly robots: FlowPort["robots"];
  readonly lookUp: Flows["lookUp"];
}

export { createSentences } from "./sentences.ts";
export { createTestEars } from "./test-ears.ts";

export function createFlowWorld({
  ports,
  sealer,
  voice,
  sentences,
  speak,
  robots,
  lookUp,
  ...flows
}: FlowWorldDeps): FlowPort {
  const { database, clock } = ports;

  async function answer(by: AskedBy, ask: Question): Promise<Answer> {
    const { compId } = by;
    switch (ask.what) {
      case "timeRule":
        return { id: await database.tenant(compId, (trx) => timeRuleNow(trx, compId, ask.ids, clock.now())) };
      case "area":
        return { ...numberArea(ask.number) };
      case "blacklist":
        return { contained: await onBlackList(database, compId, ask.number, ask.lists, clock.now()) };
      case "extension":
        return { ...(await database.tenant(compId, (trx) => extensionOf(trx, compId, ask.number))) };
      case "lastAgent":
        return { agentId: await database.tenant(compId, (trx) => lastAgentOf(trx, compId, ask.number, clock.now())) };
      case "lookUp": {
        const value = await lookUp(compId, by.began, ask);
        return { found: value !== undefined, value: value ?? "" };
      }
      case "understand":
        return sentences.understand(by, ask);
      case "knowledge":
        return sentences.knowledge(by, ask);
      case "interface": {
        const { callId, key } = by;
        const called = await askInterface({ ports, sealer }, compId, { ...ask, callId, key });
        if (called.outcome === "timeout") return { ok: false, class: "timeout" };
        if (called.outcome !== "ok") throw new FlowQuestionFailed("interface", called.text);
        return { ok: true, status: called.status, values: called.values };
      }
      case "sms": {
        const { callId, key } = by;
        return { ok: await queueMessage(ports, compId, { ...ask, callId, key }) };
      }
    }
  }

  return { ...flows, sealer, ask: answer, listen: sentences.listen, place: numberArea, voice, speak, robots };
}
