import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { customerFormConfApi } from "@liantai/api/contract/workorder";

export type ListedForm = ReplyOf<typeof customerFormConfApi.list>["list"][number];
export type OneForm = ReplyOf<typeof customerFormConfApi.findById>;

export const forms = queriesOf(customerFormConfApi);
