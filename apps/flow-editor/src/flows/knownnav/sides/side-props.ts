/** What a side beside the canvas is given. */
import type { SubProcess } from "@liantai/api/flows";
import type { Taken, CallFilter } from "../model/replay.ts";
import type { Design } from "../model/body.ts";
import type { Layers } from "../layers/layers.ts";
import type { Finding, OneFlow } from "../queries.ts";
import type { Saving } from "../use-saving.ts";

export interface Looking {
  readonly filter: CallFilter;
  readonly callId?: string | undefined;
}

export interface SideProps {
  readonly flow: OneFlow;
  readonly design: Design;
  readonly sub: SubProcess;
  /** Ids of nodes, lines and frames that are chosen. */
  readonly marked: ReadonlySet<string>;
  readonly findings: readonly Finding[];
  readonly saving: Pick<Saving, "dirty" | "revision" | "save">;
  /** Whether this person may change the flow, and publish it. */
  readonly may: boolean;
  readonly mayPublish: boolean;
  /** Shows a node on the canvas, in whichever sub-process it is. */
  readonly onShow: (nodeId: string) => void;
  /** Exits that were taken (nodeId/exit) on the canvas; undefined: no longer. */
  readonly onTaken: (taken: Taken | undefined) => void;
  /** Which calls the side 回放 is to show, and which of them; undefined: nobody asked for any. */
  readonly looking: Looking | undefined;
  readonly onLooking: (looking: Looking) => void;
  readonly layers: Pick<Layers, "figures" | "days" | "versionId">;
  /** A version was published, or the draft is another's text now. */
  readonly onPublished: (version: { readonly versionId: string; readonly version: number }) => void;
  readonly onReplaced: () => void;
}
