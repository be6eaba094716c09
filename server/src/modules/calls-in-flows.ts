/** What calls in flows need, put together: flows, what sentences mean, who speaks and listens, and audition over the same. */
import { matchDefaults } from "@liantai/api/contract/flow-editor";
import type { FlowVoice } from "@liantai/api/flows";
import type { Module } from "../http/module.ts";
import type { Ports } from "../ports/index.ts";
import type { AssistFlows, AuditionEars } from "./assist/index.ts";
import { createAuditionModule, createEars, type AuditionOptions } from "./audition/index.ts";
import { chatSitesOfFlows } from "./chats/index.ts";
import { createNoticeFlows } from "./dialling/index.ts";
import { createSpeechFor, listenerOf, type SpeechFor } from "./engines/index.ts";
import { createFlowWorld, createSentences, createTestEars, type FlowWorldDeps } from "./flow-world/index.ts";
import { createFlows, flowTools, type Flows } from "./flows/index.ts";
import { createFieldsOfCalls } from "./forms/index.ts";
import { messagesOfFlows } from "./interfaces/index.ts";
import { provinceOf } from "./numbers/index.ts";
import { createRobotsOfCalls, robotsOfFlows } from "./robots/index.ts";
import type { Sealer } from "./system/index.ts";
import type { FlowPort } from "./telephony/index.ts";
import { createUnderstanding, type Understanding } from "./understanding/index.ts";

export interface CallsInFlows {
  readonly flows: Flows;
  readonly understanding: Understanding;
  readonly speechFor: SpeechFor;
  /** For the call engine. */
  readonly world: FlowPort;
  readonly audition: Module;
  /** Who speaks in auditions. */
  readonly ears: AuditionEars;
  /** The process to follow, of seat assist. */
  readonly assist: AssistFlows;
}

export function createCallsInFlows({
  ports,
  sealer,
  voice,
  mayPress,
}: Pick<FlowWorldDeps, "voice"> &
  Pick<AuditionOptions, "mayPress"> & { readonly ports: Ports; readonly sealer: Sealer }): CallsInFlows {
  const understanding = createUnderstanding(ports);
  const speechFor = createSpeechFor({ ports, sealer });
  const flows = createFlows(ports);
  flows.neighbour(understanding.neighbour);
  flows.neighbour(robotsOfFlows);
  flows.neighbour(messagesOfFlows);
  flows.neighbour(chatSitesOfFlows);
  const notices = createNoticeFlows(ports);
  const programOf = async (found: ReturnType<Flows["byVersion"]>) => (await found)?.program;
  const sentences = createSentences({ ports, speechFor, understanding });
  const world = createFlowWorld({
    ports,
    sealer,
    voice,
    sentences,
    speak: (compId, text, tts) =>
      speechFor(compId).speak(text, tts === "" ? undefined : (JSON.parse(tts) as FlowVoice)),
    robots: createRobotsOfCalls(ports),
    lookUp: (...asked) => flows.lookUp(...asked),
    prompts: flows.prompts,
    fields: createFieldsOfCalls(ports),
    survey: (compId) => flows.survey(compId),
    resolve: (compId, flowId, caller) =>
      notices.resolve(compId, flowId) ?? programOf(flows.resolve(compId, flowId, caller)),
    byVersion: (compId, versionId, links) =>
      notices.byVersion(compId, versionId) ?? programOf(flows.byVersion(compId, versionId, links)),
    tools: flowTools,
  });
  flows.neighbour({
    ears: createTestEars({ ports, ...world }),
    // The built-in voice is part of every installation, and speaks where no other does (Y14).
    engines: async (trx, compId) => ({ speaks: true, listens: await listenerOf(trx, compId) }),
    train: (compId, _flowId, intents) => sentences.prepare(compId, intents),
  });
  const audition = createAuditionModule({
    ports,
    flows: world,
    draft: (...of) => flows.draft(...of),
    mayPress,
    provinceOf,
  });
  const assist: AssistFlows = {
    async find(compId, flowId) {
      const found = await flows.published(compId, flowId);
      return found && { flowId, ...found };
    },
    understand: (compId) =>
      ports.database.tenant(compId, async (trx) => {
        const meant = await understanding.neighbour.understands?.(trx, compId);
        return (text, { branch }) => {
          const intents = branch.flatMap(({ dictionariesId }) => (dictionariesId === "" ? [] : [dictionariesId]));
          if (!meant || intents.length === 0) return undefined;
          const { threshold, margin } = matchDefaults;
          const { intentId } = meant({ what: "understand", text, intents, threshold, margin, slots: {} });
          return branch.find(({ dictionariesId }) => intentId !== "" && dictionariesId === intentId)?.id;
        };
      }),
  };
  return { flows, understanding, speechFor, world, audition, ears: createEars(ports), assist };
}
