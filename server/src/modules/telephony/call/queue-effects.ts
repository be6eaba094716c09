/** What a waiting call asks of the queue. Data only. */
import type { GroupPlan } from "../../numbers/index.ts";

export type QueueEffect =
  /** sticky: the agent it is kept for, if he is there. */
  | {
      readonly do: "enqueue";
      readonly firstInLine: boolean;
      readonly groups: readonly GroupPlan[];
      readonly boostMs: number;
      readonly sticky?: string;
    }
  /** The caller is to be called back in his place; `callbackAsked` answers. dropCallback: not any more. */
  | { readonly do: "askCallback"; readonly number: string; readonly groupId: string }
  | { readonly do: "dropCallback"; readonly id: string }
  /** The message is there: it waits for the seat it is for, else for somebody of the group. notice: they are told. */
  | {
      readonly do: "keepVoicemail";
      readonly groupId: string;
      readonly agentId: string;
      readonly notice: boolean;
      readonly ms: number;
    }
  /** Agents up to this level may be offered it now. */
  | { readonly do: "widen"; readonly group: string; readonly level: number }
  /** It is kept for nobody any longer. */
  | { readonly do: "release" }
  | { readonly do: "joinGroup"; readonly group: GroupPlan };
