/** Numbers: extensions, access numbers, customers' pages, and the figures of the day. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import type { Sealer } from "../system/index.ts";
import { createNumbers } from "./call-plan/index.ts";
import type { LocalPhone } from "./local-phone.ts";
import { numbersRoutes } from "./routes.ts";
import type { TurnServers } from "./turn-credentials.ts";
import { createNumbersService, type EngineQuestions } from "./service.ts";

export { insertNumber } from "./access-numbers/repository.ts";
export { describeTarget } from "./access-numbers/described.ts";
export { insertTimeRule } from "./time-rules/repository.ts";
export { greetWith } from "./access-numbers/voice-repository.ts";
export { extensionOf, lastAgentOf, numberArea, timeRuleNow } from "./flow-questions.ts";
export { createNumbersAdministration } from "./administration.ts";
export { loadAreaCodes, numberPlace, provinceOf } from "./area-codes/index.ts";
export { complaint, quickMs, restText } from "./display/reputation.ts";
export { isGuest, type Guest } from "./guests.ts";
export { listenerUser } from "./listeners.ts";
export { createDirectory, parseSipUser } from "./directory.ts";
export { createLocalPhone, type LocalPhone } from "./local-phone.ts";
export { sipPath } from "./routes.ts";
export { roomInfo } from "./call-plan/rooms.ts";
export { readQueue } from "./queues.ts";
export { dialledDigits, numbersMeant, writings } from "./writings.ts";
export { createNumbers, type DialledRoom, type Numbers, type SeatInfo } from "./call-plan/index.ts";
export type {
  CallerBoosts,
  GroupPlan,
  CallPlan,
  QueuePlan,
  SeatForward,
  ServiceInfo,
  SuspendTarget,
  Target,
  TargetRef,
  VoiceFile,
  WrapUpRules,
} from "./call-plan/types.ts";
export { leadsNowhere } from "./call-plan/types.ts";

export interface NumbersModuleOptions {
  readonly ports: Pick<Ports, "database" | "broker" | "random" | "clock">;
  readonly sealer: Sealer;
  /** createEngineClient of the telephony module. */
  readonly engine: EngineQuestions;
  readonly localPhone: Pick<LocalPhone, "script">;
  /** For pages behind a NAT; absent: there is none. */
  readonly turn?: TurnServers | undefined;
  /** The switch's digest realm. */
  readonly realm: string;
}

export function createNumbersModule({ ports, realm, ...deps }: NumbersModuleOptions): Module {
  const numbers = createNumbers(ports.database, ports.broker, ports.random);
  return { name: "numbers", routes: numbersRoutes(createNumbersService({ ...ports, ...deps, numbers }), realm) };
}
