/** What calls say of shared prompts. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import {
  languageName,
  promptLimits,
  readPrompt,
  type FlowContentSummaries,
  type sharedPromptApi,
} from "@liantai/api/contract/flow-editor";
import type { Prompts } from "@liantai/api/flows";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { FlowDeps } from "../deps.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Database, Trx } from "../../../ports/database.ts";
import { contentsAt } from "./repository.ts";
import { contentVerbs } from "./service.ts";
import { namedVoices, voicesThere } from "./voices-repository.ts";

type Summary = FlowContentSummaries["sharedPrompt"];

/** Of its text, in lists and in the log. */
const shown = 60;

export function promptSummary(content: string): Summary {
  const { wordings } = readPrompt(content);
  const [first] = wordings;
  return {
    languages: wordings.map(({ language }) => language),
    text: first!.voiceId === "" ? first!.text.slice(0, shown) : "",
    voices: [...new Set(wordings.flatMap(({ voiceId }) => (voiceId === "" ? [] : [voiceId])))],
  };
}

export const sharedPrompts = contentVerbs<Summary>({
  kind: "sharedPrompt",
  label: "共享话术",
  most: promptLimits.prompts,
  summaryOf: promptSummary,
  logged: ({ languages, text }) => ({ languages: languages.map(languageName).join("、"), text }),
  async check(trx, compId, _before, { voices }) {
    const there = await voicesThere(trx, compId, voices);
    if (voices.some((id) => !there.has(id))) throw fieldRefusal("content", "内容", "语音不存在或已被删除");
  },
});

export function promptVoices(
  { ports }: Pick<FlowDeps, "ports">,
  { compId: given }: BodyOf<typeof sharedPromptApi.voices>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof sharedPromptApi.voices>> {
  const compId = compOf(caller, given);
  return ports.database.tenant(compId, (trx) => namedVoices(trx, compId));
}

const wordingsOf = (text: string): Prompts[string] => readPrompt(text).wordings;

/** As they were at that moment (undefined: now); what is not there is absent. */
export async function promptsAt(trx: Trx, compId: string, ids: readonly string[], at?: number): Promise<Prompts> {
  if (ids.length === 0) return {};
  const found = await contentsAt(trx, compId, "sharedPrompt", ids, at === undefined ? undefined : new Date(at));
  return Object.fromEntries(found.map(({ id, content }) => [id, wordingsOf(content)]));
}

export const promptsFor =
  (database: Database) =>
  (compId: string, ids: readonly string[], at: number): Promise<Prompts> =>
    database.tenant(compId, (trx) => promptsAt(trx, compId, ids, at));
