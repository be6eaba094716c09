/** How callers leave nodes: a case is a node with its properties, and for each of its exits what a caller does to take it. */
import type { FlowNode, Talking } from "@liantai/api/flows";
import type { FlowCaller } from "../flow-caller.ts";
import type { Studio } from "../studio.ts";

/** Hz of the wordings by which a caller knows where he is. */
export const heard = { which: 600, typed: 900, node: 1_300, music: 1_700 } as const;

export interface Take {
  /** Before he calls. */
  readonly before?: () => Promise<unknown>;
  /** What he types where the case asks for it. */
  readonly typed?: string;
  /** What he does at the node; nothing: he waits. */
  readonly does?: (caller: FlowCaller) => unknown;
  /** His number; any where none is given. */
  readonly phone?: string;
  /** How his call ends; by default with the flow. */
  readonly cause?: string;
  /** Nodes that he comes to behind this one; by default the exit's own. */
  readonly path?: readonly string[];
  /** So often he may call again when he was not understood: a listener learns its sentences while the first speak. */
  readonly calls?: number;
}

export interface ExitCase {
  /** Of its node. Other nodes of a case begin with it. */
  readonly id: string;
  readonly type: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly says?: readonly Talking[];
  readonly intents?: Readonly<Record<string, string>>;
  /** Keys are asked for before it, and stand in ${typed}. */
  readonly asks?: true;
  /** Nodes that come before it, in order; they lead to it themselves. */
  readonly before?: readonly FlowNode[];
  /** Instead of a node that hangs up, by exit. */
  readonly targets?: Readonly<Record<string, FlowNode>>;
  /** Further nodes of its own. */
  readonly more?: readonly FlowNode[];
  readonly subs?: Readonly<Record<string, readonly FlowNode[]>>;
  readonly variables?: readonly string[];
  readonly exits: Readonly<Record<string, Take>>;
  /** Ways out of it that are no exits. */
  readonly ways?: Readonly<Record<string, Take>>;
}

/** What the cases of one area need of the installation. */
export interface World {
  readonly studio: Studio;
  /** Something to hear at a node: short, and long enough to be interrupted. */
  readonly short: () => Talking;
  readonly long: () => Talking;
  /** The same as a voice. */
  readonly voiceId: string;
  /** A voice for who waits until somebody answers. */
  readonly music: string;
  /** The number of the flow; it is known once that is made. */
  readonly number: () => string;
}

export const targetOf = ({ id }: ExitCase, exit: string): string => `${id}-to-${exit}`;

/** Hears the node's wording, and presses then. */
export const presses = (keys: string) => async (caller: FlowCaller) => {
  await caller.hearing.tone(heard.node, 0);
  await caller.press(keys);
};
