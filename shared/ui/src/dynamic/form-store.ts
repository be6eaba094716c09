/**
 * A form while somebody fills it: the engine's session, what was typed, what is wrong with it. Outside React, so that a keystroke draws
 * the fields that depend on it and no others.
 */
import {
  checkRecord,
  createSession,
  type CompiledField,
  type CompiledForm,
  type Fault,
  type FieldValue,
  type FormContext,
  type FormSession,
  type FormValues,
  type GivenValues,
  isEmptyValue,
  maskClassOf,
} from "@liantai/api/forms";
import { lookupFills, type FieldView, type FormView, type StoreOptions } from "./form-view.ts";
import type { KnownChoices } from "./sources.ts";

const none: readonly string[] = [];
const noErrors: ReadonlyMap<string, string> = new Map();
const isMasked = (value: unknown): boolean => typeof value === "string" && value.includes("*");

type Listener = () => void;

export class FormStore {
  readonly form: CompiledForm;
  readonly choices: KnownChoices;
  private readonly context: FormContext;
  private readonly stored: FormValues | undefined;
  private readonly typed = new Map<string, unknown>();
  readonly before: ReadonlySet<string>;
  private readonly session: FormSession;
  private readonly views: (FieldView | undefined)[];
  private readonly listeners: Set<Listener>[];
  private readonly wide = new Set<Listener>();
  private readonly changes = new Set<(name: string) => void>();
  private errors = new Map<string, Map<string, string>>();
  /** Of them what was found out, or the server refused: until the field is another or a save is tried. */
  private said = new Map<string, Map<string, string>>();
  /** Errors are followed while typing only after the person tried to save. */
  private tried = false;
  /** Of the last try: what is missing was no fault. */
  private draft = false;
  private whole: FormView | undefined;
  private refusals: readonly string[] = [];
  private byServer: ReadonlySet<string> = new Set();

  constructor({ form, typed = {}, before, stored, context, choices }: StoreOptions) {
    this.form = form;
    this.choices = choices;
    this.stored = stored;
    this.context = {
      now: Date.now(),
      ...context,
      ...(stored && { stored }),
      options: (name) => {
        const source = form.byName.get(name)?.field.ext?.options;
        return source?.from === "dictionary" ? choices.optionsOf(source.code) : undefined;
      },
      cascade: (_, ids) => choices.placeOf(ids.at(-1)),
    };
    for (const [name, value] of Object.entries(typed)) if (form.byName.has(name)) this.typed.set(name, value);
    this.before = before ?? new Set(this.typed.keys());
    this.session = createSession(form, Object.fromEntries(this.typed), this.context);
    this.views = new Array<FieldView | undefined>(form.fields.length).fill(undefined);
    this.listeners = form.fields.map(() => new Set<Listener>());
  }

  // --- what is drawn

  view(at: number): FieldView {
    return (this.views[at] ??= this.draw(at));
  }

  follow(at: number, listener: Listener): () => void {
    this.listeners[at]!.add(listener);
    return () => void this.listeners[at]!.delete(listener);
  }

  formView(): FormView {
    return (this.whole ??= {
      dirty: this.isDirty(),
      warnings: this.form.program.warnings.length > 0 ? this.session.state().warnings : none,
      refusals: this.refusals,
      faults: this.errors.size,
    });
  }

  followForm(listener: Listener): () => void {
    this.wide.add(listener);
    return () => void this.wide.delete(listener);
  }

  /** Told of every field that the person changed. */
  onChange(listener: (name: string) => void): () => void {
    this.changes.add(listener);
    return () => void this.changes.delete(listener);
  }

  /** As the server showed it, numbers hidden. */
  maskOf(field: CompiledField): string | undefined {
    const value = this.stored?.[field.name];
    return maskClassOf(field) !== "none" && isMasked(value) ? (value as string) : undefined;
  }

  /** Whether details show it: what the flow writes of an order (workOrderUpgrade) nobody types, and may be read. */
  isRead({ at, name, hidden, field }: CompiledField): boolean {
    const { visible, from } = this.session.fieldState(at);
    if (field.workOrderUpgrade !== true) return visible;
    return !hidden && from !== "hidden" && this.context.otherRender?.[name]?.hidden !== true;
  }

  /** The sentence of a table's column formula and of fields nobody types is in explainForm; here is what stands there. */
  private draw(at: number): FieldView {
    const field = this.form.fields[at]!;
    const state = this.session.fieldState(at);
    const own = state.from === "typed" && field.type !== "rows" && this.typed.has(field.name);
    return {
      state,
      value: own ? this.typed.get(field.name) : state.value,
      errors: this.errors.get(field.name) ?? noErrors,
    };
  }

  private tell(places: Iterable<number>): void {
    for (const at of places) {
      this.views[at] = undefined;
      for (const listener of this.listeners[at]!) listener();
    }
  }

  private tellForm(): void {
    const before = this.whole;
    this.whole = undefined;
    const now = this.formView();
    if (
      before &&
      before.dirty === now.dirty &&
      before.warnings.join() === now.warnings.join() &&
      before.refusals === now.refusals &&
      before.faults === now.faults
    )
      this.whole = before;
    else for (const listener of this.wide) listener();
  }

  // --- what is typed

  change(name: string, value: unknown): void {
    const field = this.form.byName.get(name);
    if (!field) return;
    this.typed.set(name, value);
    this.changed(field, value);
  }

  /** A masked value that was cleared and left empty is the masked one again. */
  forget(name: string): void {
    const field = this.form.byName.get(name);
    if (field && this.typed.delete(name)) this.changed(field, this.stored?.[name]);
  }

  private changed({ name, at }: CompiledField, value: unknown): void {
    const places = new Set([at, ...this.session.change(name, value)]);
    this.said.delete(name);
    if (this.tried) for (const other of this.look()) places.add(other);
    else this.errors.delete(name);
    this.tell(places);
    this.tellForm();
    for (const listener of this.changes) listener(name);
  }

  /**
   * What the person typed, for drafts; locked and hidden fields keep theirs, should they open again. A masked value that was cleared
   * is not emptied yet: leaving the field brings the mask back.
   */
  typedValues(): GivenValues {
    return Object.fromEntries(
      [...this.typed].filter(([name, value]) => {
        const field = this.form.byName.get(name);
        return !(field && isEmptyValue(value) && this.maskOf(field) !== undefined);
      }),
    );
  }

  private isDirty(): boolean {
    const same = (name: string, value: unknown) => isEmptyValue(value) && isEmptyValue(this.stored?.[name]);
    return [...this.typed].some(([name, value]) => !this.before.has(name) && !same(name, value));
  }

  // --- what is sent

  /** What changes the record: typed into fields that are open now. The form's own values are the server's to count. */
  given(): GivenValues {
    const given: Record<string, unknown> = {};
    for (const [name, value] of this.typed) {
      const { state } = this.view(this.form.byName.get(name)!.at);
      // A table goes with the columns that are counted; an emptied field goes as empty, or it would stay as it is kept.
      if (state.from === "typed") given[name] = state.value ?? (Array.isArray(value) ? [] : "");
    }
    return given;
  }

  private faultsNow(): readonly Fault[] {
    const { faults } = checkRecord(this.form, this.given(), {
      ...this.context,
      draft: this.draft || this.context.draft === true,
    });
    // Nobody typed over it: the server has the whole one.
    return faults.filter(({ field }) => {
      if (this.byServer.has(field) && isEmptyValue(this.typed.get(field) as FieldValue | undefined)) return false;
      if (isMasked(this.typed.get(field)) && lookupFills(this.form, field)) return false;
      const compiled = this.form.byName.get(field);
      return !(compiled && !this.typed.has(field) && this.maskOf(compiled) !== undefined);
    });
  }

  private look(): readonly number[] {
    const next = new Map<string, Map<string, string>>();
    const wide: string[] = [];
    for (const { field, path, message } of this.faultsNow()) {
      if (field === "") wide.push(message);
      else {
        const own = next.get(field) ?? new Map<string, string>();
        if (!own.has(path)) own.set(path, message);
        next.set(field, own);
      }
    }
    if (wide.join() !== this.refusals.join()) this.refusals = wide;
    for (const [name, own] of this.said) if (!next.has(name)) next.set(name, own);
    return this.replace(next);
  }

  private replace(next: Map<string, Map<string, string>>): readonly number[] {
    const changed: number[] = [];
    for (const { name, at } of this.form.fields) {
      const [a, b] = [this.errors.get(name), next.get(name)];
      const same = a?.size === b?.size && [...(b ?? [])].every(([path, text]) => a?.get(path) === text);
      if (same && a) next.set(name, a);
      if (!same) changed.push(at);
    }
    this.errors = next;
    return changed;
  }

  /** Looks at everything; undefined: there are faults, and each stands at its field. `draft`: what is missing may be. */
  check(draft = false): GivenValues | undefined {
    this.tried = true;
    this.draft = draft;
    this.refusals = [];
    this.said.clear();
    this.tell(this.look());
    this.tellForm();
    return this.errors.size === 0 && this.refusals.length === 0 ? this.given() : undefined;
  }

  /** What the server refused, at the fields it names (values.KEY); what names none stands above the form. */
  refuse(
    fields: readonly { readonly path: string; readonly label?: string; readonly message: string }[],
    text: string,
  ) {
    const next = new Map<string, Map<string, string>>();
    const wide: string[] = [];
    for (const { path, label, message } of fields) {
      const key = path.replace(/^(?:body\.)?(?:values|fields)\./, "");
      const name = key.split(/[.[]/)[0]!;
      if (!this.form.byName.has(name)) wide.push(label && !message.includes(label) ? `${label}：${message}` : message);
      else next.set(name, new Map([...(next.get(name) ?? []), [key, message]]));
    }
    this.said = new Map(next);
    this.refusals = wide.length === 0 && next.size === 0 ? [text] : wide;
    this.tell(this.replace(next));
    this.tellForm();
  }

  /** Something that was found out about a field, which stops no save. */
  say(name: string, message: string): void {
    const field = this.form.byName.get(name);
    if (!field) return;
    this.said.set(name, new Map([[name, message]]));
    this.errors = new Map([...this.said, ...this.errors, [name, this.said.get(name)!]]);
    this.tell([field.at]);
    this.tellForm();
  }

  /** Fields that the server fills when nothing is typed into them: what is missing there is no fault. */
  leaveToServer(names: readonly string[]): void {
    this.byServer = new Set(names);
    if (this.tried) this.tell(this.look());
    this.tellForm();
  }

  /** The first field in error that stands there, in the order of the form. */
  firstFault(): CompiledField | undefined {
    return this.form.fields.find(({ name }) => this.errors.has(name));
  }
}
