/** 接入号设置: where a number leads by time rule, and the tester that says what a call would find. */
import { AppError, type BodyOf, type FieldError, formatTime, parseTime } from "@liantai/api/contract";
import { choicesKind, type accessNumApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Trx } from "../../../ports/database.ts";
import { resolveTarget, type NumberConfig, type NumberTarget } from "../targets.ts";
import { ownNumbers } from "../../organisation/index.ts";
import { serviceOf } from "../../service.ts";
import { listChoices, type Choices } from "./choices-repository.ts";
import { loadNumberConfig } from "./config.ts";
import { targetText } from "./present.ts";
import { findNumber, replaceRules, updateNumber } from "./repository.ts";
import type { AccessNumbersDeps } from "./service.ts";

type Body<N extends keyof typeof accessNumApi> = BodyOf<(typeof accessNumApi)[N]>;

type Lead = Body<"saveSetting">["fallback"];

export interface SettingDeps extends AccessNumbersDeps {
  readonly clock: Clock;
}

const present = ({ kind, id, greeting, greetingVoice }: NumberTarget) => ({
  target: { kind, id },
  greeting,
  greetingVoice,
});

const columns = ({ target, greeting, greetingVoice }: Lead) => ({
  targetKind: target.kind,
  targetId: target.kind === "hangup" ? "" : target.id,
  greeting,
  greetingVoice,
});

const gone = () => new AppError("notFound", "接入号码不存在或已被删除");

/** Names for what a target and a greeting name; null: there is no such thing. */
const nameOf = (choices: Choices, kind: string, id: string): string | null =>
  kind === "outside" ? id : (choices[choicesKind(kind) as keyof Choices]?.find((c) => c.id === id)?.label ?? null);

/** Numbers outside that are the enterprise's own: a call would come back to where it is led away from. */
async function ownAmong(trx: Trx, compId: string, leads: readonly { readonly lead: Lead; readonly path: string }[]) {
  const outside = leads.filter(({ lead }) => lead.target.kind === "outside");
  const own = await ownNumbers(
    trx,
    compId,
    outside.map(({ lead }) => lead.target.id),
  );
  return outside
    .filter(({ lead }) => own.has(lead.target.id))
    .map(({ path }): FieldError => ({ path: `${path}.target.id`, label: "转至", message: "不能转到本企业的接入号" }));
}

function wrong(choices: Choices, { target, greetingVoice }: Lead, path: string): FieldError[] {
  const found: FieldError[] = [];
  if (target.kind !== "hangup" && nameOf(choices, target.kind, target.id) === null)
    found.push({ path: `${path}.target.id`, label: "转至", message: "所选的对象不存在或已停用" });
  if (greetingVoice && nameOf(choices, "voice", greetingVoice) === null)
    found.push({ path: `${path}.greetingVoice`, label: "问候语音", message: "所选的语音不存在" });
  return found;
}

async function loaded(
  deps: SettingDeps,
  compId: string,
  id: string,
): Promise<{ config: NumberConfig; choices: Choices }> {
  return deps.database.tenant(compId, async (trx) => {
    const config = await loadNumberConfig(trx, id);
    if (!config) throw gone();
    return { config, choices: await listChoices(trx, compId) };
  });
}

async function get(deps: SettingDeps, { compId, id }: Body<"getSetting">, { caller }: RequestContext) {
  const { config } = await loaded(deps, compOf(caller, compId), id);
  return {
    id,
    title: config.title,
    enabled: config.enabled ? 1 : 0,
    recordMode: config.recordMode,
    rules: config.rules.map(({ timeRuleId, target }) => ({ timeRuleId, ...present(target) })),
    fallback: present(config.fallback),
    priorityMin: config.priorityMin,
  };
}

function choices(deps: SettingDeps, { compId }: Body<"choices">, { caller }: RequestContext) {
  const comp = compOf(caller, compId);
  return deps.database.tenant(comp, (trx) => listChoices(trx, comp));
}

async function save(
  deps: SettingDeps,
  { compId, id, rules, fallback, recordMode: wanted, priorityMin: minutes }: Body<"saveSetting">,
  context: RequestContext,
): Promise<null> {
  const comp = compOf(context.caller, compId);
  return deps.database.tenant(comp, async (trx) => {
    const row = await findNumber(trx, id);
    const before = await loadNumberConfig(trx, id);
    if (!row || !before) throw gone();
    const choices = await listChoices(trx, comp);
    const unknown = rules.flatMap((rule, i) =>
      nameOf(choices, "timeRule", rule.timeRuleId) === null
        ? [{ path: `rules[${i}].timeRuleId`, label: "时间规则", message: "时间规则不存在" }]
        : [],
    );
    const fields = [
      ...unknown,
      ...rules.flatMap((rule, i) => wrong(choices, rule, `rules[${i}]`)),
      ...wrong(choices, fallback, "fallback"),
      ...(await ownAmong(trx, comp, [
        ...rules.map((lead, i) => ({ lead, path: `rules[${i}]` })),
        { lead: fallback, path: "fallback" },
      ])),
    ];
    if (fields.length > 0) throw new AppError("invalid", fields[0]!.message, { fields });
    await replaceRules(
      trx,
      comp,
      id,
      rules.map((rule) => ({ timeRuleId: rule.timeRuleId, ...columns(rule) })),
    );
    const recordMode = wanted ?? before.recordMode;
    const priorityMin = minutes ?? before.priorityMin;
    await updateNumber(trx, id, { ...columns(fallback), recordMode, priorityMin });
    const label = (lead: Lead) => ({
      ...lead,
      target: targetText(lead.target.kind, nameOf(choices, lead.target.kind, lead.target.id)),
    });
    const now = {
      rules: rules.map((rule) => ({ ...label(rule), timeRule: nameOf(choices, "timeRule", rule.timeRuleId) })),
      fallback: label(fallback),
      recordMode,
      priorityMin,
    };
    const was = {
      rules: before.rules.map((rule) => ({ ...label(present(rule.target)), timeRule: rule.timeRuleName })),
      fallback: label(present(before.fallback)),
      recordMode: before.recordMode,
      priorityMin: before.priorityMin,
    };
    await deps.audit.write(trx, context, {
      compId: comp,
      action: "set",
      object: "accessNum",
      id,
      name: row.title,
      before: was,
      after: now,
    });
    return null;
  });
}

/** What is saved is tested, because that is what a call would find. */
export async function test(deps: SettingDeps, { compId, id, at }: Body<"testSetting">, { caller }: RequestContext) {
  const { config, choices } = await loaded(deps, compOf(caller, compId), id);
  const moment = parseTime(at ?? "")?.getTime() ?? deps.clock.now();
  const { target, rule, steps } = resolveTarget(config, moment);
  const name = nameOf(choices, target.kind, target.id);
  const text = targetText(target.kind, name);
  const found = steps.map((step) => ({
    title: `${step.position}. ${step.name}`,
    detail: step.reason,
    outcome: step.applies ? ("matched" as const) : ("skipped" as const),
  }));
  return {
    at: formatTime(moment),
    ok: config.enabled && target.kind !== "none" && (target.kind === "hangup" || name !== null),
    text: config.enabled ? text : `号码已停用，来电不会接通（启用后：${text}）`,
    greeting: target.greetingVoice
      ? `播放语音：${nameOf(choices, "voice", target.greetingVoice) ?? "已删除"}`
      : target.greeting,
    steps: rule
      ? found
      : [
          ...found,
          {
            title: "其他时间",
            detail: found.length > 0 ? "以上规则都不适用" : "没有设置时间规则",
            outcome: "matched" as const,
          },
        ],
  };
}

export type NumberSetting = ReturnType<typeof createNumberSetting>;

export const createNumberSetting = (deps: SettingDeps) => serviceOf(deps, { get, choices, save, test });
