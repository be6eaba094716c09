/** What conversations need. */
import type { Ports } from "../../../ports/index.ts";
import type { Audit } from "../../audit/index.ts";
import type { Sealer } from "../../system/index.ts";
import type { FlowPort } from "../../telephony/index.ts";
import type { Assignment, Pages, VisitorTickets } from "../types.ts";

export interface ConversationsDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "random" | "broker" | "logger">;
  /** As calls ask it. */
  readonly flows: FlowPort;
  readonly sealer: Pick<Sealer, "seal" | "unseal">;
  readonly audit: Audit;
  readonly assignment: () => Assignment;
  /** Of the chat socket. */
  readonly tickets: () => Pick<VisitorTickets, "issue">;
  /** Default: nobody's are known to be open. */
  readonly pages?: (() => Pages) | undefined;
}
