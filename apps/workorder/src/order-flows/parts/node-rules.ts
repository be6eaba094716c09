/** What a node says of a field, as three answers: whether it is shown, must be given, may not be changed. Pure. */
import type { FormField, OtherRender, RenderSetting } from "@liantai/api/forms";

export const fieldRules = { show: "显示", require: "必填", lock: "锁定" } as const;
export type FieldRule = keyof typeof fieldRules;
export type FieldRuleSet = Readonly<Record<FieldRule, boolean>>;

/** The order's number is the system's at every node (W14). */
export const ruledFields = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ name }) => name !== "workCode");

/** Fields that the form locks open only where a node says so (`permission`). */
const lockedByForm = (field: FormField): boolean => field.permission === true;

/** What is hidden or locked is not required: nobody could give it. */
export function rulesOf(field: FormField, setting: RenderSetting = {}): FieldRuleSet {
  const lock = setting.enable === undefined ? lockedByForm(field) : !setting.enable;
  const show = setting.hidden !== true;
  return { show, lock, require: show && !lock && (setting.require ?? field.require === true) };
}

/** Only what differs from the form is kept. */
const locking = (field: FormField, lock: boolean): RenderSetting =>
  lock === lockedByForm(field) ? {} : { enable: !lock };
const requiring = (field: FormField, require: boolean): RenderSetting =>
  require === (field.require === true) ? {} : { require };

function changed(field: FormField, setting: RenderSetting, rule: FieldRule, on: boolean): RenderSetting {
  const without = (...keys: readonly (keyof RenderSetting)[]): RenderSetting =>
    Object.fromEntries(Object.entries(setting).filter(([key]) => !keys.includes(key as keyof RenderSetting)));
  if (rule === "show") return { ...without("hidden"), ...(on ? {} : { hidden: true }) };
  if (rule === "lock") return { ...without("enable"), ...locking(field, on) };
  // Who asks for a field opens it.
  return on
    ? { ...locking(field, false), ...requiring(field, true) }
    : { ...without("require"), ...requiring(field, false) };
}

export function withRule(fields: OtherRender, field: FormField, rule: FieldRule, on: boolean): OtherRender {
  const setting = changed(field, fields[field.name] ?? {}, rule, on);
  const { [field.name]: _, ...rest } = fields;
  return Object.keys(setting).length === 0 ? rest : { ...rest, [field.name]: setting };
}
