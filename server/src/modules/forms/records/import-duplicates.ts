/** Rows of a workbook that are probably there already: told with record and score, and done with as the importer chose (rule F90). */
import { AppError } from "@liantai/api/contract";
import type { DuplicateChoice } from "@liantai/api/contract/workorder";
import { isEmptyValue, type FormValues } from "@liantai/api/forms";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { ImportFault } from "../../files/index.ts";
import type { FormsDeps } from "../deps.ts";
import { Compared, existingLike, type Best, type Existing } from "../duplicates/of-rows.ts";
import { findSetting, type SettingRow } from "../duplicates/repository.ts";
import type { Subject } from "../duplicates/scoring.ts";
import type { Prepared } from "./preparing.ts";
import { hold, type Published } from "./published.ts";
import { findRecord } from "./repository.ts";
import { changedValues } from "./saving.ts";
import { scopeOf } from "./scope.ts";
import { storeChange } from "./storing.ts";
import { forJobs } from "../../../ports/database.ts";

interface Run {
  readonly compId: string;
  readonly context: RequestContext;
  readonly published: Published;
  readonly prepared: Prepared;
  /** false: it is only looked at. */
  readonly saves: boolean;
  readonly choice: DuplicateChoice;
}

interface Row {
  readonly values: FormValues;
  /** Of them, what stands in the workbook: not what a new record begins with. */
  readonly given: FormValues;
  readonly phones: readonly string[];
}

/** What becomes of a row: it is as any other, it is not saved, or it went into a record that is there. */
export type Settled = ImportFault | "new" | "filled";

const likeness = ({ score, reasons }: Pick<Best<unknown>, "score" | "reasons">): string =>
  `相似${score}分：${reasons.join("、")}`;

/** One import's duplicates, batch after batch. */
export class ImportDuplicates {
  readonly #deps: FormsDeps;
  readonly #run: Run;
  readonly #setting: SettingRow;
  /** Rows before these that are nowhere yet: of the whole workbook where nothing is saved, else of the batch. */
  #earlier: Compared<true>;

  private constructor(deps: FormsDeps, run: Run, setting: SettingRow) {
    this.#deps = deps;
    this.#run = run;
    this.#setting = setting;
    this.#earlier = new Compared(setting, run.published.form);
  }

  /** undefined: the form looks for none. */
  static async of(deps: FormsDeps, run: Run): Promise<ImportDuplicates | undefined> {
    const { compId, published } = run;
    const setting = await deps.ports.database.tenant(compId, (trx) => findSetting(trx, compId, published.row.id));
    return setting && setting.mode !== "off" ? new ImportDuplicates(deps, run, setting) : undefined;
  }

  /** What may not be saved all the same is not, whatever was chosen. */
  get #choice(): DuplicateChoice {
    const { choice } = this.#run;
    return choice === "save" && this.#setting.mode === "refuse" ? "skip" : choice;
  }

  async settle(rows: readonly Row[]): Promise<Settled[]> {
    const { saves } = this.#run;
    if (saves && this.#choice === "save") return rows.map(() => "new");
    const existing = await this.#existing(rows);
    if (saves) this.#earlier = new Compared(this.#setting, this.#run.published.form);
    const settled: Settled[] = [];
    for (const row of rows) {
      const found = existing.best(row);
      const earlier = found ? undefined : this.#earlier.best(row);
      if (!found && !earlier) this.#earlier.add(row, true);
      settled.push(found ? await this.#there(found, row.given) : earlier ? this.#twice(earlier) : "new");
    }
    return settled;
  }

  #existing(subjects: readonly Subject[]): Promise<Compared<Existing>> {
    const { compId, published, context } = this.#run;
    const { database } = this.#deps.ports;
    return forJobs(database).tenant(compId, (trx) =>
      existingLike(this.#deps, trx, { compId, ...published }, this.#setting, subjects, context.caller),
    );
  }

  #twice(best: Best<true>): ImportFault {
    return { message: `与文件中前面的一行可能重复（${likeness(best)}）`, duplicate: true };
  }

  async #there(best: Best<Existing>, given: FormValues): Promise<Settled> {
    const { mayOpen, title } = best.of;
    const which = mayOpen ? `已有数据“${title || best.of.id}”` : "不在您数据范围内的已有数据";
    const told = { message: `与${which}可能重复（${likeness(best)}）`, duplicate: true } as const;
    if (!this.#run.saves || this.#choice !== "fill" || !mayOpen) return told;
    const fault = await this.#fill(best.of.id, given);
    return fault === undefined ? "filled" : { message: `${told.message}，补充时：${fault}`, duplicate: true };
  }

  /** Into the empty fields of a record, as any save of it. What was wrong; undefined: it is there. */
  async #fill(id: string, given: FormValues): Promise<string | undefined> {
    const { compId, published, prepared, context } = this.#run;
    const { caller } = context;
    const { form } = published;
    try {
      await forJobs(this.#deps.ports.database).tenant(compId, async (trx) => {
        const held = { compId, form: prepared.naming(form), row: await hold(trx, published) };
        const scope = await scopeOf(this.#deps.auth, trx, compId, caller);
        const row = await findRecord(trx, compId, id, { scope, lock: true });
        if (!row || row.orderId) throw new AppError("refused", "数据已被删除或在工单流程中");
        const empty = Object.entries(given).filter(
          ([name, value]) => !isEmptyValue(value) && isEmptyValue(row.values[name]),
        );
        if (empty.length === 0) return;
        const patch = { values: Object.fromEntries(empty) };
        const next = changedValues(form, row, patch, prepared, hidesNumbers(caller));
        if (next) await storeChange(this.#deps, trx, held, row, { values: next }, { name: caller.nickName, context });
      });
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }
}
