/** What the module of flows is given, and what other modules may hang on to it. */
import type { BroughtKind, PublishRefusal } from "@liantai/api/contract/flow-editor";
import type { HeardInTest, KnownIntent, Listened, ReferenceKind, Surroundings, TestWorld } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { FlowVoices } from "../voices/index.ts";
import type { Programs } from "./programs.ts";
import type { Thing } from "./surroundings-repository.ts";

/** Says a sentence of a test to whoever listens; bytes: a WAV of the switch's format, in which the caller says it. */
export type TestEars = (said: string | Uint8Array, listened: Listened) => Promise<HeardInTest>;

/** A module that flows name things of, or that leads calls to flows. Whatever it does not answer it leaves out. */
export interface FlowNeighbour {
  /** What a flow may name of it: templates, knowledge, intents. */
  readonly things?: (trx: Trx, compId: string) => Promise<readonly Thing[]>;
  /** What a sentence means, for tests: with the intents as they are now. */
  readonly understands?: (trx: Trx, compId: string) => Promise<TestWorld["understand"]>;
  /** For tests on real audio: says sentences to the recogniser that the flow's callers have. */
  readonly ears?: (compId: string, flowId: string) => TestEars;
  /** Why what calls gather cannot go into a form, said after its name; undefined: it can. */
  readonly formFault?: (trx: Trx, compId: string, formId: string) => Promise<string | undefined>;
  /** By id: what the validator asks of intents. */
  readonly intents?: (trx: Trx, compId: string) => Promise<Readonly<Record<string, KnownIntent>>>;
  /** Who speaks and listens in the enterprise's calls. Where nobody answers, nothing is found wanting. */
  readonly engines?: (trx: Trx, compId: string) => Promise<Surroundings["engines"]>;
  /** How often a sample of one branch of these nodes would take another. */
  readonly confusion?: (compId: string, nodes: readonly ListeningNode[]) => Promise<FlowConfusion>;
  /** What of it leads to these flows, in words that a refusal can name: 外呼任务「x」. */
  readonly inUse?: (
    trx: Trx,
    compId: string,
    flowIds: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly by: string }[]>;
  /** Robots that may take a flow's calls, by name. */
  readonly robots?: (trx: Trx, compId: string) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** What of these things goes with a flow into its ZIP, and what they need themselves. */
  readonly carry?: (
    trx: Trx,
    compId: string,
    named: readonly { readonly kind: string; readonly id: string }[],
  ) => Promise<readonly CarriedThing[]>;
  /** Why something out of a ZIP may not come in; undefined: it may. */
  readonly carriedFault?: (thing: Pick<CarriedThing, "kind" | "name" | "content">) => string | undefined;
  /** Makes what is not here yet, under the ids that it has; `voice`: id here by id there, '' where it is not. What was made of it. */
  readonly bring?: (
    trx: Trx,
    compId: string,
    things: readonly CarriedThing[],
    voice: (id: string) => string,
  ) => Promise<readonly BroughtThing[]>;
  /** Something was brought, and its transaction is through. */
  readonly brought?: (compId: string) => Promise<void>;
  /** Builds what is looked up while a call lives. Throws with a sentence. */
  readonly train?: (compId: string, flowId: string, intentIds: readonly string[]) => Promise<void>;
}

/** A node that goes by what was meant. */
export interface ListeningNode {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly intents: readonly string[];
  readonly threshold: number;
  readonly margin: number;
}

export interface FlowConfusion {
  readonly tried: number;
  readonly confused: PublishRefusal["confused"];
}

/** content: plain JSON, which whoever carries it reads again. voices: whose sounds it needs. */
export interface CarriedThing {
  readonly kind: ReferenceKind;
  readonly id: string;
  readonly name: string;
  readonly content: object;
  readonly voices: readonly string[];
}

export interface BroughtThing {
  readonly kind: BroughtKind;
  readonly id: string;
  readonly name: string;
}

export interface FlowDeps extends Pick<AdministrationDeps, "audit"> {
  readonly auth: Pick<AdministrationDeps["auth"], "mayPress">;
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger" | "blobs">;
  readonly neighbours: readonly FlowNeighbour[];
  readonly programs: Programs;
  readonly voices: FlowVoices;
}
