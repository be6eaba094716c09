import type { TotpRequired } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import type { Sealer } from "../../system/index.ts";
import type { Passwords } from "../passwords.ts";
import type { Throttle } from "../throttle.ts";

export interface TotpDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "random">;
  readonly sealer: Sealer;
  readonly passwords: Pick<Passwords, "check">;
  readonly throttle: Throttle;
  readonly required: TotpRequired;
}
