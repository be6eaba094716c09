/** What a form asks of the world while it is filled: choices, other records, files. Its screen gives it, tests give their own. */
import type { FormOption, LookupSpec, UploadValue } from "@liantai/api/forms";

export interface CascadeChoice {
  readonly id: string;
  readonly name: string;
  /** Nothing stands under it. */
  readonly leaf: boolean;
}

export interface LookupHit {
  readonly id: string;
  readonly label: string;
  /** What tells it from others of its name: a number, a date. */
  readonly note?: string;
  /** What fills other fields of the form (LookupSpec.fills). */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Each throws a Failure where the server refused. */
export interface FormSources {
  /** Options of a dictionary by its code. */
  dictionary(code: string): Promise<readonly FormOption[]>;
  /** What stands under an option of the cascades; '': the tops. */
  cascade(parentId: string): Promise<readonly CascadeChoice[]>;
  lookup(spec: LookupSpec, keyword: string): Promise<readonly LookupHit[]>;
  upload(file: File): Promise<UploadValue>;
  /** Hands the person a file of a value. */
  download(file: UploadValue): void;
  /** The bytes of a file of a value, to be shown. */
  picture(file: UploadValue, signal: AbortSignal): Promise<Blob>;
  /** A masked value, whole: absent where nobody may see it. The reason goes into the operation log. */
  reveal?(field: string, reason: string): Promise<string>;
}

/** Answers are asked for once a form; one that failed is asked for again. */
export class KnownChoices {
  private readonly lists = new Map<string, readonly FormOption[]>();
  private readonly asked = new Map<string, Promise<unknown>>();
  private readonly leaves = new Set<string>();
  private readonly branches = new Set<string>();
  readonly sources: FormSources;

  constructor(sources: FormSources) {
    this.sources = sources;
  }

  private once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.asked.get(key) as Promise<T> | undefined;
    if (known) return known;
    const promise = ask();
    this.asked.set(key, promise);
    promise.catch(() => this.asked.delete(key));
    return promise;
  }

  dictionary(code: string): Promise<readonly FormOption[]> {
    return this.once(`dictionary ${code}`, async () => {
      const list = await this.sources.dictionary(code);
      this.lists.set(code, list);
      return list;
    });
  }

  /** Those that are here already: a check waits for nobody. */
  optionsOf = (code: string): readonly FormOption[] | undefined => this.lists.get(code);

  cascade(parentId: string): Promise<readonly CascadeChoice[]> {
    return this.once(`cascade ${parentId}`, async () => {
      const list = await this.sources.cascade(parentId);
      for (const { id, leaf } of list) (leaf ? this.leaves : this.branches).add(id);
      return list;
    });
  }

  /** Of an option that nobody loaded yet the server decides. */
  placeOf = (id: string | undefined): "leaf" | "branch" =>
    id !== undefined && this.branches.has(id) ? "branch" : "leaf";
}
