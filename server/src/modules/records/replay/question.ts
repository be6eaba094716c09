/** What npm run replay is asked: an hour, a group, and what of its rules is to be another. */
import { strategies, type Strategy } from "@liantai/api/contract/admin";
import { array, number, object, string } from "yup";

/** Of the group; what is absent is as it is today. */
export interface RuleChanges {
  readonly strategy?: Strategy | undefined;
  /** Up to which level agents are offered a caller, by how long it has waited; none: all at once. */
  readonly rings?: readonly { readonly afterS: number; readonly level: number }[] | undefined;
  /** 0: no caller is kept for the agent of the last time. */
  readonly stickyS?: number | undefined;
  readonly missLimit?: number | undefined;
  /** Minutes: of the group beside its agents' others, of who comes by a transfer, and of callers by where theirs came from. */
  readonly priorityMin?: number | undefined;
  readonly transferMin?: number | undefined;
  readonly numberMin?: number | undefined;
  readonly vipMin?: number | undefined;
  readonly customerMin?: number | undefined;
  /** A member that is one already gets this level. */
  readonly added?: readonly { readonly agentId: string; readonly level: number }[] | undefined;
  readonly removed?: readonly string[] | undefined;
}

export interface ReplayQuestion extends RuleChanges {
  /** Absent: the only enterprise that has such a group. */
  readonly compId?: string | undefined;
  /** Id or name. */
  readonly group: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Of what is not known; default 1. */
  readonly seed?: number | undefined;
}

const question = object({
  compId: string(),
  group: string().required(),
  from: number().required(),
  to: number().required(),
  seed: number().integer(),
  strategy: string().oneOf(Object.keys(strategies) as Strategy[]),
  rings: array().of(object({ afterS: number().required(), level: number().required() })),
  stickyS: number(),
  missLimit: number(),
  priorityMin: number(),
  transferMin: number(),
  numberMin: number(),
  vipMin: number(),
  customerMin: number(),
  added: array().of(object({ agentId: string().required(), level: number().required() })),
  removed: array().of(string().required()),
});

/** As it comes over the control socket, from the tool that has looked at it. */
export const parseQuestion = (text: string): ReplayQuestion =>
  question.validateSync(JSON.parse(text), { strict: true });
