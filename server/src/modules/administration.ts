/** What the modules of the administration are given, and the list of them. */
import type { Module } from "../http/module.ts";
import type { Ports } from "../ports/index.ts";
import { createAccessModule } from "./access/index.ts";
import type { Audit } from "./audit/index.ts";
import type { AuthModule } from "./auth/index.ts";
import { createContactsModule } from "./contacts/index.ts";
import { createEnterprisesModule } from "./enterprises/index.ts";
import type { FilesModule } from "./files/index.ts";
import { createGroupsModule } from "./groups/index.ts";
import { createHomeModule } from "./home/index.ts";
import { createInterfacesModule } from "./interfaces/index.ts";
import { createNumbersAdministration } from "./numbers/index.ts";
import type { OrganisationModule } from "./organisation/index.ts";
import { createSeatsModule } from "./seats/index.ts";
import { createSettingsModule } from "./settings/index.ts";
import { createTrunksModule } from "./trunks/index.ts";
import { createVoicesModule } from "./voices/index.ts";
import type { Sealer } from "./system/index.ts";
import type { EngineClient } from "./telephony/index.ts";

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

export function createAdministration(deps: AdministrationDeps): readonly Module[] {
  return [
    createAccessModule(deps),
    createEnterprisesModule(deps),
    createSeatsModule(deps),
    createNumbersAdministration(deps),
    createGroupsModule(deps),
    deps.files,
    createVoicesModule(deps),
    createTrunksModule(deps),
    createSettingsModule(deps),
    createInterfacesModule(deps),
    createHomeModule(deps),
    createContactsModule(deps),
  ];
}
