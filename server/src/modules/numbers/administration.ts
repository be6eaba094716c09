/** 接入号码 and 时间规则, beside what the call engine and the customer's page ask of numbers. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { NumberOwners } from "./access-numbers/owners.ts";
import { AccessNumbers } from "./access-numbers/service.ts";
import { NumberSetting } from "./access-numbers/setting.ts";
import { administrationRoutes } from "./admin-routes.ts";
import { TimeRules } from "./time-rules/service.ts";

export function createNumbersAdministration({
  ports: { database, random, clock },
  audit,
  organisation,
}: AdministrationDeps): Module {
  return {
    name: "numbers-administration",
    routes: administrationRoutes({
      numbers: new AccessNumbers({ database, audit }),
      owners: new NumberOwners({ database, audit, organisation }),
      setting: new NumberSetting({ database, audit, clock }),
      timeRules: new TimeRules({ database, random, audit }),
    }),
  };
}
