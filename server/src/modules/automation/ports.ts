/** What triggers and macros ask of forms and of orders. Neither module imports the other's files. */
import type { AutomationAction, Properties, SubjectKind } from "@liantai/api/contract/work-orders";
import type { CompiledForm, FormValues } from "@liantai/api/forms";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";

type Values = Readonly<Record<string, unknown>>;

/** The same form, which knows what choices of dictionaries are called. */
export type Naming = (form: CompiledForm) => CompiledForm;

/** Values that were looked at against what lies outside the transaction: the module of forms knows what is in it. */
export interface PreparedSet {
  readonly formId: string;
}

/** An order or a record as it is now, locked. */
export interface Looked {
  readonly formId: string;
  readonly recordId: string;
  readonly form: CompiledForm;
  readonly values: Values;
  readonly properties: Properties;
  readonly title: string;
  /** Of an order its number. */
  readonly code: string;
  /** Its newest event, or its version. */
  readonly version: number;
  /** Seats, and accounts of those that have none. */
  readonly holders: readonly string[];
  readonly creator: string;
  /** In words, for what a macro changes beside fields: 处理人, 优先级 … */
  readonly facts: Readonly<Record<string, string>>;
}

/** All that is written of fields at once; reminders are made by whoever calls. */
export type Deed =
  { readonly do: "write" } | Exclude<AutomationAction, { readonly do: "set" } | { readonly do: "remind" }>;

/** In one transaction, in the name of a trigger or of a person. Throws AppError where it may not be done. */
export interface Hands {
  look(): Promise<Looked>;
  act(deed: Deed): Promise<void>;
}

/** Something that happened, with the values there were then. */
export interface Past {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly title: string;
  readonly event: string;
  readonly at: number;
  readonly changed: readonly string[];
  readonly values: FormValues;
  readonly properties: Properties;
  /** Properties were not kept at that time: they are as they are now. */
  readonly asNow: boolean;
}

export interface PastQuestion {
  readonly compId: string;
  readonly form: CompiledForm;
  readonly since: Date;
  readonly limit: number;
}

/** May he see it, and all of it? Throws AppError 'notFound'. */
export interface Sees {
  /** Fields of which he is told nothing: of his role, or of the order's node. */
  readonly hidden: readonly string[];
  /** Fields whose values he sees in part alone. */
  readonly masked: readonly string[];
}

interface Subjects {
  /** Of a trigger; undefined: it is no more. */
  hands(
    trx: Trx,
    of: {
      readonly compId: string;
      readonly id: string;
      readonly prepared: PreparedSet | undefined;
      readonly by: string;
    },
  ): Promise<Hands | undefined>;
  /** Of a person, with what he may do and saw last, in one transaction. Throws AppError 'conflict', 'notFound', 'forbidden', 'invalid'. */
  within<T>(
    context: RequestContext,
    of: { readonly compId: string; readonly id: string; readonly version: number; readonly values: Values },
    work: (trx: Trx, hands: Hands) => Promise<T>,
  ): Promise<T>;
  sees(trx: Trx, compId: string, caller: Caller, id: string): Promise<Sees>;
}

export interface AutomationRecords extends Subjects {
  /** As it is published now. Throws AppError 'notFound', 'refused'. */
  form(trx: Trx, compId: string, formId: string): Promise<CompiledForm>;
  /** Codes of the dictionaries that its choices come from; none of a form that is not there. */
  dictionaries(trx: Trx, compId: string, formId: string): Promise<readonly string[]>;
  /** Gives forms the names of these dictionaries' choices. Outside every transaction, where there are any. */
  naming(compId: string, codes: readonly string[]): Promise<Naming>;
  /** Before the transaction, in nobody's name. */
  prepare(compId: string, formId: string, values: Values): Promise<PreparedSet>;
  /** Records that were made or changed, newest first; `limit` and one more where there are more. */
  past(trx: Trx, question: PastQuestion): Promise<readonly Past[]>;
}

export interface TimedMoment {
  readonly state: string;
  readonly minutes: number;
  readonly timeRuleId: string;
}

export interface AutomationOrders extends Subjects {
  past(trx: Trx, question: PastQuestion, events: readonly string[]): Promise<readonly Past[]>;
  /** Stays in a state that lasted for so long. */
  kept(trx: Trx, question: PastQuestion, moment: TimedMoment): Promise<readonly Past[]>;
  /** What records say of orders, with what the orders were like then. */
  dress(trx: Trx, question: PastQuestion, past: readonly Past[]): Promise<readonly Past[]>;
  /** Orders of the form wait for this trigger, or do not any more. */
  retime(trx: Trx, compId: string, formId: string, triggerId: string, moment: TimedMoment | undefined): Promise<void>;
  timeRuleThere(trx: Trx, compId: string, id: string): Promise<boolean>;
  /** What seats and accounts are called. */
  names(trx: Trx, compId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Automated {
  readonly records: AutomationRecords;
  readonly orders: AutomationOrders;
}
