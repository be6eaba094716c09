/** What orders ask of forms: their values. Neither module imports the other's files. */
import type { ReplyOf } from "@liantai/api/contract";
import type { LinkField, LinkFormState } from "@liantai/api/contract/work-orders";
import type {
  customerFormDataApi,
  FieldOverride,
  RecordSource,
  RecordValues,
  TagColor,
} from "@liantai/api/contract/workorder";
import type { CompiledForm, FormValues, OtherRender } from "@liantai/api/forms";
import type { SelectQueryBuilder } from "kysely";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { Tables } from "../../ports/schema.ts";
import type { FormRecordTable } from "../../ports/schema/forms.ts";
import type { OfChat } from "./gathered-port.ts";

export type SavedRecord = ReplyOf<typeof customerFormDataApi.add>;

export interface RecordTag {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
}

/** A query of record ids. */
export type OrderMatches = SelectQueryBuilder<Tables & { r: FormRecordTable }, "r", { id: string }>;

export interface RecordRef {
  readonly compId: string;
  readonly formId: string;
  readonly recordId: string;
}

/** Values that were looked at against what lies outside the transaction: options, places, files. */
export interface PreparedValues {
  readonly formId: string;
  readonly version: number;
}

/** What fills what nobody typed: the customer it is made from, as its creator sees it; the call it is made in. */
export interface OrderAbout {
  readonly customerId: string;
  readonly callId: string;
}

export interface OrderCustomer {
  readonly id: string;
  readonly formName: string;
  readonly values: RecordValues;
}

export interface NewOrderValues extends RecordRef {
  readonly orderId: string;
  readonly source: RecordSource;
  readonly callId: string | null;
  readonly chat?: OfChat | undefined;
  /** The record of the order it is a sub-order of. */
  readonly parentId: string | null;
  /** What its writer's draft was about, which goes with it; absent: it comes of none. */
  readonly draftOf?: string;
}

export interface OrderSave {
  readonly render: OtherRender;
  /** Nothing that is required may be missing. */
  readonly complete: boolean;
  /** Of the record, that the caller saw; absent: whatever there is. */
  readonly version?: number | undefined;
  readonly over?: FieldOverride | undefined;
  readonly callId?: string | undefined;
  /** The event it comes with. */
  readonly orderSeq: number;
}

export interface FieldDifference {
  readonly field: string;
  readonly label: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** How an order's record follows the order. */
export interface OrderFollow {
  readonly groupId: string;
  readonly hidden: readonly string[];
  readonly deleted: boolean;
  /** Its number, once; the level it was raised to. */
  readonly workCode?: string | undefined;
  readonly raised?: { readonly level: number; readonly by: string } | undefined;
  readonly orderSeq: number;
}

/** A column of a workbook, and what stands in it of a record's values. */
export interface SheetField {
  readonly label: string;
  readonly text: (values: RecordValues) => string | number;
}

export interface ToldValues {
  readonly formName: string;
  readonly full: RecordValues;
  readonly masked: RecordValues;
}

export interface LookedRecord {
  readonly form: CompiledForm;
  readonly values: RecordValues;
  readonly source: RecordSource;
}

export interface Filling {
  /** As it stands in the history. */
  readonly by: string;
  readonly orderSeq?: number;
}

/** undefined: there is no such record. */
export type ValuesBack = (
  recordId: string,
  at: number,
) => { readonly values: FormValues; readonly source: RecordSource } | undefined;

/** A form as a customer fills it in. */
interface LinkForm {
  readonly name: string;
  readonly fields: readonly LinkField[];
  /** Before anything is typed. */
  readonly state: LinkFormState;
}

/** What customers read and write by links of orders (W55 to W58). */
export interface LinkRecords {
  /** Published ones that are no forms of orders. */
  linkForms(trx: Trx, compId: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Throws AppError 'invalid' naming formId where a customer cannot fill it in. */
  linkForm(compId: string, formId: string): Promise<LinkForm>;
  /** What its rules say of the fields with these values: those that it asks for alone. */
  linkState(compId: string, formId: string, values: RecordValues): Promise<LinkFormState>;
  /** Before the transaction. Throws AppError 'invalid' naming values.KEY. */
  prepareLink(compId: string, formId: string, values: RecordValues): Promise<PreparedValues>;
  /** Under the order's record, in the name of who made the link. */
  storeLink(
    trx: Trx,
    prepared: PreparedValues,
    how: {
      readonly recordId: string;
      readonly parentId: string;
      readonly owner: { readonly ownerId: string; readonly ownerName: string; readonly groupId: string | null };
    },
  ): Promise<void>;
  /** Fields of an order that both its lists and its details show, without what its node hides, masked, in words. None: it is gone. */
  forCustomer(ref: RecordRef): Promise<readonly { readonly label: string; readonly text: string }[]>;
  /** A choice of the order's own, where its form has that field and that option. */
  putChoice(trx: Trx, ref: RecordRef, name: string, value: string, orderSeq: number): Promise<boolean>;
}

/** Who writes values of an order: a person, or nobody, with what the history says instead. */
export type OrderWriter = RequestContext | { readonly name: string };

/** Values of orders: records of their forms (rules F30-F55). */
export interface OrderRecords extends LinkRecords {
  /** There is such a form of orders, published or not. */
  isForm(trx: Trx, compId: string, formId: string): Promise<boolean>;
  /** Keys of the fields. Throws AppError 'refused' where orders cannot be of this form. */
  fields(trx: Trx, compId: string, formId: string): Promise<readonly string[]>;
  /** Before the transaction. */
  prepare(
    context: RequestContext,
    compId: string,
    formId: string,
    values: RecordValues,
    about?: OrderAbout,
  ): Promise<PreparedValues>;
  create(trx: Trx, order: NewOrderValues, prepared: PreparedValues, by: OrderWriter): Promise<void>;
  /** The same without values: what is kept is looked at once more. */
  recheck(prepared: PreparedValues): PreparedValues;
  /** A sub-order's: of the parent's values those that its form has and takes, in the parent's owner's name. */
  copy(trx: Trx, order: NewOrderValues, from: RecordRef): Promise<void>;
  read(trx: Trx, ref: RecordRef): Promise<RecordValues>;
  save(
    trx: Trx,
    ref: RecordRef,
    prepared: PreparedValues,
    how: OrderSave,
    by: OrderWriter,
  ): Promise<SavedRecord & { readonly changed: boolean }>;
  follow(trx: Trx, ref: RecordRef, how: OrderFollow): Promise<void>;
  /** Fields of which the caller is told nothing, and those whose values he sees in part alone. */
  sees(
    trx: Trx,
    ref: RecordRef,
    who: { readonly caller: Caller; readonly all: boolean },
  ): Promise<{ readonly hidden: readonly string[]; readonly masked: readonly string[] }>;
  look(trx: Trx, ref: RecordRef): Promise<LookedRecord>;
  /** By a trigger, whatever its node says of the fields. false: it is so already. */
  fill(trx: Trx, ref: RecordRef, prepared: PreparedValues, how: Filling): Promise<boolean>;
  /** record.pushed. Throws AppError 'refused' where no interface asks for it. */
  push(trx: Trx, ref: RecordRef): Promise<void>;
  /** What the values were at a time after `since`. */
  valuesBack(trx: Trx, compId: string, recordIds: readonly string[], since: Date): Promise<ValuesBack>;
  /** What they were before, oldest first, each with the event of the order from which on; by record. */
  past(
    trx: Trx,
    compId: string,
    recordIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly { readonly seq: number; readonly values: RecordValues }[]>>;
  /** Of the values that are sent: those that somebody wrote otherwise after that event. */
  conflicts(
    trx: Trx,
    ref: RecordRef,
    seq: number,
    values: RecordValues,
    caller: Caller,
  ): Promise<readonly FieldDifference[]>;
  /** By record, as the caller may see them; `all`: what nodes hide, too. */
  shown(
    trx: Trx,
    compId: string,
    recordIds: readonly string[],
    who: { readonly caller: Caller; readonly all: boolean },
  ): Promise<ReadonlyMap<string, RecordValues>>;
  /** As outward interfaces are told of it, with whole numbers and without; undefined: it is not there any more. */
  told(trx: Trx, ref: RecordRef): Promise<ToldValues | undefined>;
  /** What of a form stands in the caller's workbook. */
  sheetColumns(compId: string, formId: string, caller: Caller): Promise<readonly SheetField[]>;
  /** Ids of the records that answer the questions, as a query to stand in another. */
  matching(
    trx: Trx,
    compId: string,
    formId: string,
    filters: readonly { readonly name: string; readonly op: string; readonly value?: unknown }[],
    caller: Caller,
  ): Promise<OrderMatches>;
  /** Ids of the orders' records that came from there and have any of these tags, as a query to stand in another. */
  among(
    trx: Trx,
    compId: string,
    of: { readonly source?: RecordSource | undefined; readonly tags?: readonly string[] | undefined },
  ): OrderMatches;
  /** By record. */
  tags(trx: Trx, compId: string, recordIds: readonly string[]): Promise<ReadonlyMap<string, readonly RecordTag[]>>;
  /** Where they came from, by record. */
  sources(trx: Trx, compId: string, recordIds: readonly string[]): Promise<ReadonlyMap<string, RecordSource>>;
  /** Customers that it is about, as the caller may see them. */
  customersOf(trx: Trx, compId: string, orderId: string, caller: Caller): Promise<readonly OrderCustomer[]>;
  /** Other orders of the same customers. */
  ofSameCustomers(trx: Trx, compId: string, orderId: string, limit: number): Promise<readonly string[]>;
}
