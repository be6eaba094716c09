/** A record as one person sees it. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import type { SeenOrder } from "../order-port.ts";
import type { Published } from "./published.ts";
import type { RecordRow } from "./repository.ts";

export interface Seen extends Published {
  readonly record: RecordRow;
  /** Without what the order's node hides from the asker. */
  readonly values: RecordValues;
  /** Fields that the asker's role does not see. */
  readonly veil: ReadonlySet<string>;
  /** The version it was written with. */
  readonly was: CompiledForm;
  /** Whose values these are, where the asker sees it. */
  readonly order: SeenOrder | undefined;
}
