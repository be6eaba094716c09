/** Values that were looked at before the transaction: a form as it was published then, and what its checks ask outside the record. */
import type { PreparedValues } from "../ports.ts";
import type { Prepared } from "./preparing.ts";
import type { Published } from "./published.ts";

export class PreparedOrder implements PreparedValues {
  readonly published: Published;
  readonly prepared: Prepared;

  constructor(published: Published, prepared: Prepared) {
    this.published = published;
    this.prepared = prepared;
  }

  get formId(): string {
    return this.published.row.id;
  }

  get version(): number {
    return this.published.form.version;
  }
}

export function own(prepared: Pick<PreparedValues, "formId">): PreparedOrder {
  if (prepared instanceof PreparedOrder) return prepared;
  throw new TypeError("values that were not prepared here");
}
