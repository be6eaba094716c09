/** What the modules of the administration are given. */
import type { EngineClient } from "../ports/engine.ts";
import type { Ports } from "../ports/index.ts";
import type { Audit } from "./audit/index.ts";
import type { AuthModule } from "./auth/index.ts";
import type { FilesModule } from "./files/index.ts";
import type { OrganisationModule } from "./organisation/index.ts";
import type { Sealer } from "./system/index.ts";

export interface AdministrationDeps {
  readonly ports: Ports;
  readonly sealer: Sealer;
  readonly audit: Audit;
  readonly auth: AuthModule;
  readonly organisation: OrganisationModule;
  /** Uploads, exports, imports: modules/files/index.ts says how. */
  readonly files: FilesModule;
  /** The call engine, wherever it runs. */
  readonly engine: EngineClient;
}
