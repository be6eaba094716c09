/** Facts of 安全输入: that it was, who asked for what, how it ended and how many keys there were; never which. */

export type SecureEntryEnd =
  /** As many as were asked for. */
  | "full"
  /** The customer pressed #. */
  | "key"
  /** The agent ended it, or gave it up. */
  | "agent"
  | "cancelled"
  | "limit"
  | "customerGone"
  | "agentGone"
  /** The process that had the keys is gone. */
  | "lost";

export type SecureFact =
  | { readonly type: "secureEntryStarted"; readonly agentId: string; readonly name: string; readonly most: number }
  /** digits: how many; 0 unless they are kept. */
  | {
      readonly type: "secureEntryEnded";
      readonly agentId: string;
      readonly name: string;
      readonly end: SecureEntryEnd;
      readonly digits: number;
    }
  /** They are kept for whoever has the token and an interface's key. */
  | {
      readonly type: "secureEntered";
      readonly agentId: string;
      readonly name: string;
      readonly digits: number;
      readonly token: string;
    };
