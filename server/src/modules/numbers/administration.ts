/** 接入号码 and 时间规则, beside what the call engine and the customer's page ask of numbers. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createNumberOwners } from "./access-numbers/owners.ts";
import { createAccessNumbers } from "./access-numbers/service.ts";
import { createNumberSetting } from "./access-numbers/setting.ts";
import { administrationRoutes } from "./admin-routes.ts";
import { createTimeRules } from "./time-rules/service.ts";

export function createNumbersAdministration({
  ports: { database, random, clock },
  audit,
  organisation,
}: AdministrationDeps): Module {
  return {
    name: "numbers-administration",
    routes: administrationRoutes({
      ports: { database, clock },
      numbers: createAccessNumbers({ database, audit }),
      owners: createNumberOwners({ database, audit, organisation }),
      setting: createNumberSetting({ database, audit, clock }),
      timeRules: createTimeRules({ database, random, audit }),
    }),
  };
}
