/** Which of many rows are probably there already: one look at the records for all of them (rule F90). */
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FormsDeps } from "../deps.ts";
import { findRecords } from "../records/repository.ts";
import { everything, scopeOf } from "../records/scope.ts";
import type { Held } from "../records/storing.ts";
import { hasColumn } from "./checking.ts";
import { phonesOf, withAnyNumber, withAnyText, type SettingRow } from "./repository.ts";
import { formsOfAddress, keysOf, labelOf, scoreOf, type Subject } from "./scoring.ts";
import { titleFor } from "./titles.ts";

type Rules = Pick<SettingRow, "rules" | "threshold">;

/** The one that it is most probably the same as. */
export interface Best<T> {
  readonly of: T;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Things that are compared, found by what a rule compares of them. */
export class Compared<T> {
  readonly #rules: Rules;
  readonly #form: Parameters<typeof labelOf>[1];
  readonly #byKey = new Map<string, T[]>();

  constructor(rules: Rules, form: Parameters<typeof labelOf>[1]) {
    this.#rules = rules;
    this.#form = form;
  }

  add(subject: Subject, of: T): void {
    for (const [at, rule] of this.#rules.rules.entries())
      for (const key of keysOf(rule, subject)) {
        const there = this.#byKey.get(`${at} ${key}`);
        if (there) there.push(of);
        else this.#byKey.set(`${at} ${key}`, [of]);
      }
  }

  best(subject: Subject): Best<T> | undefined {
    const reasons = new Map<T, { readonly label: string; readonly weight: number }[]>();
    for (const [at, rule] of this.#rules.rules.entries()) {
      const same = new Set(keysOf(rule, subject).flatMap((key) => this.#byKey.get(`${at} ${key}`) ?? []));
      const reason = { label: labelOf(rule, this.#form), weight: rule.weight };
      for (const one of same) reasons.set(one, [...(reasons.get(one) ?? []), reason]);
    }
    let best: Best<T> | undefined;
    for (const [of, why] of reasons) {
      const score = scoreOf(why);
      if (score < this.#rules.threshold || score <= (best?.score ?? 0)) continue;
      best = { of, score, reasons: why.map(({ label }) => label) };
    }
    return best;
  }
}

export interface Existing {
  readonly id: string;
  /** '': it is outside the asker's data scope. */
  readonly title: string;
  readonly mayOpen: boolean;
}

/** Records of the form that any of these is probably the same as, whoever's they are. */
export async function existingLike(
  deps: FormsDeps,
  trx: Trx,
  held: Held,
  setting: Rules,
  subjects: readonly Subject[],
  caller: Caller,
): Promise<Compared<Existing>> {
  const { compId, form, row } = held;
  const compared = new Compared<Existing>(setting, form);
  const ids = new Set<string>();
  for (const rule of setting.rules) {
    const keys = [...new Set(subjects.flatMap((subject) => [...keysOf(rule, subject)]))];
    if (keys.length === 0) continue;
    if (rule.kind === "number") for (const id of await withAnyNumber(trx, compId, form.formId, keys)) ids.add(id);
    else if (hasColumn(row.slots, rule.field)) {
      const texts =
        rule.kind === "name" ? keys.flatMap((key) => [key, ...formsOfAddress.map((one) => `${key}${one}`)]) : keys;
      const slot = row.slots[rule.field!]!;
      for (const id of await withAnyText(trx, compId, form.formId, slot, texts)) ids.add(id);
    }
  }
  if (ids.size === 0) return compared;
  const all = [...ids];
  const phones = await phonesOf(trx, compId, all);
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const seen = new Set((await findRecords(trx, compId, all, { scope })).map(({ id }) => id));
  const title = titleFor(held, scope, caller);
  for (const record of await findRecords(trx, compId, all, { scope: everything })) {
    const mayOpen = seen.has(record.id);
    const found = { id: record.id, mayOpen, title: mayOpen ? title(record) : "" };
    compared.add({ values: record.values, phones: phones.get(record.id) ?? [] }, found);
  }
  return compared;
}
