/** Clients of the set-up half of the call centre, made once. */
import { queriesOf } from "@liantai/api/client";
import {
  accessNumApi,
  dispatchGroupApi,
  dispatchGroupMemberApi,
  skillGroupApi,
  skillGroupMemberApi,
  timeRuleApi,
} from "@liantai/api/contract/admin";

export const accessNumbers = queriesOf(accessNumApi);
export const timeRules = queriesOf(timeRuleApi);
export const skillGroups = queriesOf(skillGroupApi);
export const skillGroupMembers = queriesOf(skillGroupMemberApi);
export const dispatchGroups = queriesOf(dispatchGroupApi);
export const dispatchGroupMembers = queriesOf(dispatchGroupMemberApi);
