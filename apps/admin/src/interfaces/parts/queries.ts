import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  interfaceAllowanceApi,
  interfaceConfigApi,
  interfaceDeliveryApi,
  interfaceEvents,
  type InterfaceEvent,
} from "@liantai/api/contract/admin";

export const interfaces = queriesOf(interfaceConfigApi);
export const deliveries = queriesOf(interfaceDeliveryApi);
export const allowances = queriesOf(interfaceAllowanceApi);
export type Interface = ReplyOf<typeof interfaceConfigApi.get>;
export type Delivery = ReplyOf<typeof interfaceDeliveryApi.list>["list"][number];
export type TestResult = ReplyOf<typeof interfaceConfigApi.test>;

export const eventOptions = Object.entries(interfaceEvents).map(([value, label]) => ({ value, label }));
export const eventsText = (events: readonly InterfaceEvent[]): string =>
  events.map((event) => interfaceEvents[event]).join("、");
