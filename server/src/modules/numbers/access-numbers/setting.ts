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
import { describeTarget } from "./described.ts";
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

/** A number outside is typed and no choice. */
const isChoice = (choices: Choices, kind: string, id: string): boolean =>
  kind === "outside" || (choices[choicesKind(kind) as keyof Choices]?.some((choice) => choice.id === id) ?? false);

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
    .map(({ path }): FieldError => ({ path: `${path}.target.id`, label: "转至", message: "不能转到本企业的接入号码" }));
}

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind}/${id}`;

/** What the number led to before is no new choice: switched off it stays, as a flow that goes on taking the calls (Q28). */
function wrong(choices: Choices, before: NumberConfig, { target, greetingVoice }: Lead, path: string): FieldError[] {
  const found: FieldError[] = [];
  const kept = [before.fallback, ...before.rules.map((rule) => rule.target)].map(keyOf);
  if (target.kind !== "hangup" && !isChoice(choices, target.kind, target.id) && !kept.includes(keyOf(target)))
    found.push({ path: `${path}.target.id`, label: "转至", message: "所选的对象不存在或已停用" });
  if (greetingVoice && !isChoice(choices, "voice", greetingVoice))
    found.push({ path: `${path}.greetingVoice`, label: "问候语音", message: "所选的语音不存在" });
  return found;
}

async function loaded(trx: Trx, id: string): Promise<NumberConfig> {
  const config = await loadNumberConfig(trx, id);
  if (!config) throw gone();
  return config;
}

async function get(deps: SettingDeps, { compId, id }: Body<"getSetting">, { caller }: RequestContext) {
  const config = await deps.database.tenant(compOf(caller, compId), (trx) => loaded(trx, id));
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

/** What the operation log keeps of a setting: names instead of ids. */
async function logged(
  trx: Trx,
  comp: string,
  { timeRule }: Choices,
  {
    rules,
    fallback,
    recordMode,
    priorityMin,
  }: Pick<Body<"saveSetting">, "rules" | "fallback"> & Pick<NumberConfig, "recordMode" | "priorityMin">,
) {
  const led = async (lead: Lead) => ({ ...lead, target: (await describeTarget(trx, comp, lead.target)).text });
  const named = [];
  for (const { timeRuleId, ...rule } of rules)
    named.push({ ...(await led(rule)), timeRule: timeRule.find(({ id }) => id === timeRuleId)?.label ?? null });
  return { rules: named, fallback: await led(fallback), recordMode, priorityMin };
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
      isChoice(choices, "timeRule", rule.timeRuleId)
        ? []
        : [{ path: `rules[${i}].timeRuleId`, label: "时间规则", message: "时间规则不存在" }],
    );
    const fields = [
      ...unknown,
      ...rules.flatMap((rule, i) => wrong(choices, before, rule, `rules[${i}]`)),
      ...wrong(choices, before, fallback, "fallback"),
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
    const now = await logged(trx, comp, choices, { rules, fallback, recordMode, priorityMin });
    const was = await logged(trx, comp, choices, {
      ...before,
      rules: before.rules.map(({ timeRuleId, target }) => ({ timeRuleId, ...present(target) })),
      fallback: present(before.fallback),
    });
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
  const comp = compOf(caller, compId);
  const moment = parseTime(at ?? "")?.getTime() ?? deps.clock.now();
  const {
    config,
    found: { target, rule, steps },
    described: { name, off, text },
    voice,
  } = await deps.database.tenant(comp, async (trx) => {
    const config = await loaded(trx, id);
    const found = resolveTarget(config, moment);
    const described = await describeTarget(trx, comp, found.target);
    const voice = await describeTarget(trx, comp, { kind: "voice", id: found.target.greetingVoice });
    return { config, found, described, voice };
  });
  const reached = target.kind === "hangup" || (name !== null && !off);
  // A room's door greets whoever comes to it (K41); else nobody is greeted only to hear that nobody is there.
  const greeted = reached || target.kind === "meetingRoom";
  const found = steps.map((step) => ({
    title: `${step.position}. ${step.name}`,
    detail: step.reason,
    outcome: step.applies ? ("matched" as const) : ("skipped" as const),
  }));
  return {
    at: formatTime(moment),
    ok: config.enabled && target.kind !== "none" && reached,
    text: config.enabled ? text : `号码已停用，来电不会接通（启用后：${text}）`,
    greeting: greeted && target.greetingVoice ? `播放语音：${voice.name ?? "已删除"}` : greeted ? target.greeting : "",
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
