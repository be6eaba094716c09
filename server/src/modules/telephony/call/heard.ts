/** What each leg of a call hears. */
import type { LegId } from "../../../ports/switch.ts";

/** What a leg hears when nothing is said to it. path: a file instead of the usual music. */
export type Heard =
  | { readonly kind: "legs"; readonly legs: readonly LegId[] }
  | { readonly kind: "music"; readonly path?: string }
  | { readonly kind: "ringback" };

/** By leg; who is not named hears silence. */
export type Hearings = Readonly<Record<LegId, Heard>>;
