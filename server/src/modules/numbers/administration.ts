/** 接入号码 and 时间规则, beside what the call engine and the customer's page ask of numbers. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createNumberOwners } from "./access-numbers/owners.ts";
import { createAccessNumbers } from "./access-numbers/service.ts";
import { createNumberSetting } from "./access-numbers/setting.ts";
import { administrationRoutes } from "./admin-routes.ts";
import { loadAreaCodes } from "./area-codes/index.ts";
import { createDisplayRules, watchAnswers } from "./display/rules.ts";
import { createTimeRules } from "./time-rules/service.ts";

export function createNumbersAdministration(deps: AdministrationDeps): Module {
  const {
    ports: { database, random, clock },
    audit,
    organisation,
  } = deps;
  let unwatch: (() => Promise<void>) | undefined;
  return {
    async start() {
      unwatch = await watchAnswers(deps);
      await loadAreaCodes();
    },
    stop: async () => unwatch?.(),
    name: "numbers-administration",
    routes: administrationRoutes({
      ports: { database, clock },
      numbers: createAccessNumbers({ database, audit, clock }),
      owners: createNumberOwners({ database, clock, audit, organisation }),
      setting: createNumberSetting({ database, audit, clock }),
      displayRules: createDisplayRules(deps),
      timeRules: createTimeRules({ database, random, audit }),
    }),
  };
}
