/** Area 'numbers': access numbers, where they lead, whose they are; time rules (screens.md, "admin: call centre"). */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { accessNumApi } from "./access-numbers.ts";
import { timeRuleApi } from "./time-rules.ts";

export {
  accessNumberField,
  accessNumOwnerKinds,
  accessNumStates,
  type AccessNumOwnerKind,
  type AccessNumState,
} from "./access-number-fields.ts";
export * from "./access-numbers.ts";
export * from "./time-rules.ts";
export * from "./working-time.ts";

export const numbersEndpoints: readonly Endpoint[] = [...Object.values(accessNumApi), ...Object.values(timeRuleApi)];

export const numbersButtons: PageButtons = {
  "/dnis": [{ code: "accessNum.update", name: "编辑", who: ["A"] }],
  "/setDnis": [{ code: "accessNum.set", name: "保存设置", who: ["A"] }],
  "/allocationDnis": [{ code: "accessNum.allot", name: "分配号码", who: ["A"] }],
  "/timeRule": crudButtons("timeRule", ["A"]),
};
