/** Routes of 接入号码 and 时间规则. */
import { accessNumApi, displayRuleApi, stickyApi, timeRuleApi } from "@liantai/api/contract/admin";
import { crudRoutes } from "../../http/crud.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import { route, type Route } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { NumberOwners } from "./access-numbers/owners.ts";
import type { AccessNumbers } from "./access-numbers/service.ts";
import type { NumberSetting } from "./access-numbers/setting.ts";
import { loadAreaCodes } from "./area-codes/index.ts";
import { stickAgent } from "./sticky.ts";
import type { DisplayRules } from "./display/rules.ts";
import type { TimeRules } from "./time-rules/service.ts";

export interface NumbersAdministration {
  readonly ports: Pick<Ports, "database" | "clock">;
  readonly numbers: AccessNumbers;
  readonly owners: NumberOwners;
  readonly setting: NumberSetting;
  readonly displayRules: DisplayRules;
  readonly timeRules: TimeRules;
}

export function administrationRoutes({
  ports,
  numbers,
  owners,
  setting,
  displayRules,
  timeRules,
}: NumbersAdministration): readonly Route[] {
  return [
    ...crudRoutes(accessNumApi, numbers),
    route(accessNumApi.allocate, ({ body }, context) => numbers.allocate(body, context)),
    route(accessNumApi.owners, ({ body }, context) => owners.find(body, context)),
    route(accessNumApi.addOwners, ({ body }, context) => owners.add(body, context)),
    route(accessNumApi.deleteOwners, ({ body }, context) => owners.delete(body, context)),
    route(accessNumApi.setDefault, ({ body }, context) => owners.setDefault(body, context)),
    route(accessNumApi.getDefault, ({ query }, context) => owners.enterpriseDefault(query, context)),
    route(accessNumApi.getDefaultGroup, ({ query }, context) => owners.seatDefault(query, context)),
    route(accessNumApi.getSetting, ({ body }, context) => setting.get(body, context)),
    route(accessNumApi.saveSetting, ({ body }, context) => setting.save(body, context)),
    route(accessNumApi.testSetting, ({ body }, context) => setting.test(body, context)),
    route(accessNumApi.choices, ({ body }, context) => setting.choices(body, context)),
    route(accessNumApi.mobileArea, async ({ body }) => {
      const place = (await loadAreaCodes()).mobile(body.phone);
      if (!place) throw fieldRefusal("phone", "号码", "请输入正确的11位手机号码");
      return place;
    }),
    route(accessNumApi.phoneArea, async ({ body }) => (await loadAreaCodes()).any(body.phone)),
    route(stickyApi.stickAgent, ({ body }, context) => stickAgent(ports, body, context)),
    route(displayRuleApi.get, ({ body }, context) => displayRules.get(body, context)),
    route(displayRuleApi.set, ({ body }, context) => displayRules.set(body, context)),
    route(displayRuleApi.pause, ({ body }, context) => displayRules.pause(body, context)),
    route(displayRuleApi.resume, ({ body }, context) => displayRules.resume(body, context)),
    ...crudRoutes(timeRuleApi, timeRules),
    route(timeRuleApi.statutory, ({ body }) => timeRules.statutory(body)),
  ];
}
