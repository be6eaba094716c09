/** What agents are told that they do, and what follows a consultation. */
import type { EngagedActivity } from "@liantai/api/contract";

/** transfer: the call is his (成功转); meeting: three talk (三方转). */
export type ConsultThen = "transfer" | "meeting";

/** By agent. */
export type Activities = Readonly<Record<string, EngagedActivity>>;
