import { queriesOf } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import {
  customerLinkApi,
  formStreamApi,
  orderCountsApi,
  orderPeopleApi,
  orderSheetApi,
  orderStatusApi,
  serviceTargetApi,
  workFlowApi,
  workNodeApi,
} from "@liantai/api/contract/work-orders";

export type OrderLine = ReplyOf<typeof formStreamApi.list>["list"][number];
export type FoundOrder = ReplyOf<typeof formStreamApi.find>;
export type Order = FoundOrder["order"];
export type Related = ReplyOf<typeof formStreamApi.related>[number];
export type HistoryEntry = ReplyOf<typeof formStreamApi.history>[number];
export type RunningLimit = ReplyOf<typeof formStreamApi.limits>[number];
export type OrderTarget = ReplyOf<typeof serviceTargetApi.ofOrder>[number];
export type CustomerLink = ReplyOf<typeof customerLinkApi.list>["list"][number];
export type MadeLink = ReplyOf<typeof customerLinkApi.add>;
export type Step = BodyOf<typeof formStreamApi.handle>;
export type BatchTold = ReplyOf<typeof formStreamApi.jumpOrCompleteBatch>;

export const orders = queriesOf(formStreamApi);
export const targets = queriesOf({ ofOrder: serviceTargetApi.ofOrder });
export const links = queriesOf(customerLinkApi);
export const counts = queriesOf(orderCountsApi);
export const people = queriesOf(orderPeopleApi);
export const sheets = queriesOf(orderSheetApi);
export const statuses = queriesOf(orderStatusApi);
export const flows = queriesOf({ list: workFlowApi.list });
export const nodes = queriesOf({ config: workNodeApi.config });
