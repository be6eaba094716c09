/** Sentences become samples of an intent: first what that changes, then the change (docs/protocol.md, I13). */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { learningLimits, understandingLimits, type robotLearningApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Flows } from "../../flows/index.ts";
import { meaningOf } from "../flow-neighbour.ts";
import { findIntent, intentsToMatch, intentStore, lockIntents } from "../intents/repository.ts";
import { roomFor, type IntentDeps } from "../intents/service.ts";
import type { Intent } from "../intents/index-build.ts";
import { changed } from "../telling.ts";
import type { Compared, Trial } from "./changes.ts";
import { saidTo } from "./masking.ts";
import { latestOf, newestGroups, setState } from "./repository.ts";

type Api = typeof robotLearningApi;
type Group = Awaited<ReturnType<typeof latestOf>>[number];

const trialOf = ({ groupKey: key, text, count, branchIntents: ids, threshold, margin }: Group): Trial => ({
  key,
  text,
  count: Number(count),
  ids,
  threshold,
  margin,
});

const shown = ({ text, count, from, to }: Compared, said: (text: string) => string) => ({
  text: said(text),
  count,
  fromId: from.id,
  fromName: from.name,
  fromScore: from.score,
  toId: to.id,
  toName: to.name,
  toScore: to.score,
});

/** The intent with the sentences as samples. Throws AppError when they are gone or too many. */
async function taught(trx: Trx, compId: string, { ids, intentId }: BodyOf<Api["assign"]>) {
  const intent = await findIntent(trx, compId, intentId);
  if (!intent) throw new AppError("notFound", "意图不存在或已被删除");
  const groups = await latestOf(trx, compId, ids);
  if (groups.length === 0) throw new AppError("notFound", "所选句子不存在或已被删除");
  // A branch need not have had the intent: the sentence is tried with it.
  const trials = groups.map(trialOf).map((trial) => ({
    ...trial,
    ids: trial.ids.length === 0 || trial.ids.includes(intentId) ? trial.ids : [...trial.ids, intentId],
  }));
  const texts = groups.map(({ text }) => [...text.trim()].slice(0, understandingLimits.sample).join(""));
  const added = [...new Set(texts)].filter((text) => !intent.samples.includes(text));
  const samples = [...intent.samples, ...added];
  if (samples.length > understandingLimits.samples)
    throw new AppError("refused", `意图“${intent.name}”的相似句最多${understandingLimits.samples}条`);
  await roomFor(trx, compId, intentId, samples.length);
  return { intent, added, samples, trials };
}

async function prepare(trx: Trx, compId: string, body: BodyOf<Api["assign"]>) {
  const { added, samples, trials } = await taught(trx, compId, body);
  const before = await intentsToMatch(trx, compId);
  const after = before.map((one): Intent => (one.id === body.intentId ? { ...one, samples } : one));
  const stored = await newestGroups(trx, compId, learningLimits.tried);
  const own = new Set(trials.map(({ key }) => key));
  return { added, before, after, trials, others: stored.filter(({ groupKey }) => !own.has(groupKey)).map(trialOf) };
}

export interface AssignDeps extends IntentDeps {
  readonly regression: Flows["regression"];
}

/** How many a refusal names; the trial shows all of them. */
const named = 5;

function barred(failed: Awaited<ReturnType<Flows["regression"]>>["failed"]): AppError {
  const names = failed.slice(0, named).map(({ flowName, name }) => `流程「${flowName}」的「${name}」`);
  const more = failed.length > named ? "…" : "";
  return new AppError("refused", `有${failed.length}个流程测试将不再通过，归入请填写原因：${names.join("；")}${more}`);
}

export async function assign(
  { ports, audit, understander, regression }: AssignDeps,
  body: BodyOf<Api["assign"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["assign"]>> {
  const compId = compOf(context.caller, body.compId);
  const said = saidTo(context.caller);
  // The trial takes seconds in a thread: no transaction waits for it, the change below looks again.
  const { added, before, after, trials, others } = await ports.database.tenant(compId, (trx) =>
    prepare(trx, compId, body),
  );
  const own = new Set(trials.map(({ key }) => key));
  const compared = await understander.compare(before, after, [...trials, ...others]);
  const moved = compared
    .filter(({ key, from, to }) => !own.has(key) && from.id !== to.id)
    .sort((one, other) => other.count - one.count);
  const now = () => ports.clock.now();
  const { failed, ...tests } = await regression(compId, {
    intentId: body.intentId,
    before: () => meaningOf(before, now),
    after: () => meaningOf(after, now),
  });
  const reply = {
    tests: { ...tests, failed: failed.map(({ faults, ...test }) => ({ ...test, faults: [...faults] })) },
    added: added.length,
    tried: compared.length,
    astray: compared.filter(({ key, to }) => own.has(key) && to.id !== body.intentId).map((one) => shown(one, said)),
    changes: moved.slice(0, learningLimits.shown).map((one) => shown(one, said)),
    changed: moved.length,
  };
  if (body.dryRun) return { saved: false, ...reply };
  const reason = failed.length > 0 ? body.reason.trim() : "";
  if (failed.length > 0 && reason === "") throw barred(failed);
  await ports.database.tenant(compId, async (trx) => {
    await lockIntents(trx, compId);
    const { intent, samples, added: sentences } = await taught(trx, compId, body);
    await intentStore(() => new Date(ports.clock.now())).update(trx, compId, intent.id, { samples });
    await setState(trx, compId, body.ids, "assigned", intent.id);
    const [id, name, more] = [intent.id, intent.name, { sentences, ...(reason !== "" && { reason }) }];
    await audit.write(trx, context, { compId, object: "intent", action: "teach", id, name, after: more });
  });
  await changed({ ports }, compId);
  return { saved: true, ...reply };
}
