/**
 * Work orders (protocol W2 to W9): pure. `applyToOrder` gives the next order, what is written to its history and what follows from it, or
 * refuses in a sentence and changes nothing. It reads the clock, people and values from what it is given.
 */
import * as automatic from "./automatic.ts";
import { Draft, Refused } from "./draft.ts";
import * as handling from "./handling.ts";
import * as occurrences from "./occurrences.ts";
import * as supervising from "./supervising.ts";
import type { Actor, Around, InputOf, Order, OrderCommand, OrderInput, OrderOutcome } from "./types.ts";
import type { OrderPriority } from "../codes.ts";

export * from "./types.ts";
export { standInOf } from "./draft.ts";
export { verdict } from "./handling.ts";

type Handlers = { readonly [T in OrderInput["type"]]: (d: Draft, input: InputOf<T>) => void };

const handlers: Handlers = {
  save: handling.save,
  submit: handling.submit,
  approve: handling.approve,
  returnPrevious: handling.returnPrevious,
  returnCreator: handling.returnCreator,
  retrieve: handling.retrieve,
  claim: supervising.claim,
  recycle: supervising.recycle,
  complete: handling.complete,
  urge: supervising.urge,
  assign: supervising.assign,
  jump: supervising.jump,
  commentUrge: supervising.commentUrge,
  followUp: supervising.followUp,
  commentFollowUp: supervising.commentFollowUp,
  transfer: handling.transfer,
  transferBack: handling.transferBack,
  open: handling.open,
  suspend: handling.suspend,
  resume: handling.resume,
  remove: supervising.remove,
  comment: automatic.comment,
  prioritize: automatic.prioritize,
  timeOut: occurrences.timeOut,
  warn: occurrences.warn,
  keepStatus: occurrences.keepStatus,
  claimTimeOut: occurrences.claimTimeOut,
  addSubOrder: occurrences.addSubOrder,
  endSubOrder: occurrences.endSubOrder,
  migrate: occurrences.migrate,
  fill: automatic.fill,
  nameStatus: automatic.nameStatus,
  missTarget: occurrences.missTarget,
  warnTarget: occurrences.warnTarget,
  customerFill: occurrences.customerFill,
  customerRate: occurrences.customerRate,
};

const handle = <T extends OrderInput["type"]>(d: Draft, type: T, input: InputOf<T>): void => handlers[type](d, input);

export function applyToOrder(order: Order, input: OrderInput, actor: Actor, around: Around): OrderOutcome {
  const d = new Draft(order, actor, around);
  try {
    handle(d, input.type, input);
    return { ok: true, order: d.order, events: d.events, effects: d.effects };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal, text: error.message };
    throw error;
  }
}

export interface NewOrder {
  readonly id: string;
  readonly creator: string;
  readonly priority: OrderPriority;
}

/** A draft of its creator's, with 15 as its first event. */
export function createOrder({ id, creator, priority }: NewOrder, around: Pick<Around, "flow" | "now">): OrderOutcome {
  const order: Order = {
    id,
    workCode: "",
    creator,
    priority,
    seq: 1,
    phase: { kind: "draft", returned: false },
    stateAt: around.now,
    nodeId: around.flow.start.id,
    trail: [],
    subOrders: [],
    urges: 0,
    upgrades: 0,
  };
  const event = { seq: 1, type: "created", at: around.now, by: creator, data: {} } as const;
  return { ok: true, order, events: [event], effects: [] };
}

/** What this person may do with it now, without doing it: the buttons of its page. */
export function commandsFor(order: Order, actor: Actor, around: Around): readonly OrderCommand["type"][] {
  const tries: readonly OrderCommand[] = [
    ...(["save", "submit", "claim", "retrieve", "open", "transferBack", "resume", "remove"] as const),
    ...(["approve", "returnPrevious", "returnCreator", "recycle", "suspend"] as const),
  ].map((type) => ({ type }));
  const others: readonly OrderCommand[] = [
    { type: "complete", evenWithSubOrders: true },
    ...(["urge", "commentUrge", "followUp", "commentFollowUp", "comment"] as const).map((type) => ({
      type,
      text: "-",
    })),
    // Another than it has.
    { type: "prioritize", priority: order.priority === 1 ? 2 : 1 },
    // Nobody: what is refused for its target alone is allowed.
    ...(["assign", "transfer"] as const).map((type) => ({ type, to: "" })),
    { type: "jump", nodeId: "" },
  ];
  return [...tries, ...others]
    .filter((command) => {
      const outcome = applyToOrder(order, command, actor, around);
      return outcome.ok || (outcome.refusal === "target" && ["assign", "transfer", "jump"].includes(command.type));
    })
    .map(({ type }) => type);
}
