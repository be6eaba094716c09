/**
 * Tabs of one session. A duplicated tab copies session storage, so two tabs hold one refresh token; a refresh in one leaves
 * the other with a token the server takes for stolen. So tabs renew one at a time and tell each other what they got. Only a
 * tab that holds the very refresh token that was renewed takes the new ones: tabs of other sessions hear and do nothing.
 *
 * Without locks (a page over plain HTTP has none) two tabs may renew at once; the server answers a repeat within 10 s alike.
 */
import type { Tokens } from "./session.ts";

type Message =
  /** `from`: the refresh token that `tokens` replace. */
  | { readonly type: "renewed"; readonly from: string; readonly tokens: Tokens }
  /** A page that was restored asks whether its tokens were renewed while it was away. */
  | { readonly type: "ask"; readonly refresh: string };

export interface TokenSharing {
  /** Runs while no other tab does. */
  alone(run: () => Promise<void>): Promise<void>;
  renewed(from: string, tokens: Tokens): void;
}

export interface SharingPorts {
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | undefined;
  readonly locks: { request(name: string, run: () => Promise<void>): Promise<void> } | undefined;
  tokens(): Tokens | null;
  adopt(tokens: Tokens): void;
}

/** Replaced refresh tokens a tab remembers, for pages that were away: a day has 24 renewals at most. */
const remembered = 48;
const lockName = "liantai.token-refresh";

/** A tab by itself. */
export const ownTokens: TokenSharing = { alone: (run) => run(), renewed: () => undefined };

export function shareTokens({ channel, locks, tokens, adopt }: SharingPorts): TokenSharing {
  /** The refresh tokens that led to `head`, oldest first. */
  let line: { readonly head: string; readonly before: readonly string[] } = { head: "", before: [] };
  const follows = (from: string, head: string): void => {
    line = { head, before: [...(line.head === from ? line.before : []), from].slice(-remembered) };
  };
  const post = (message: Message): void => channel?.postMessage(message);

  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    const own = tokens();
    if (!own) return;
    if (data.type === "renewed" && own.refresh === data.from) {
      follows(data.from, data.tokens.refresh);
      adopt(data.tokens);
    }
    // Only of the present session: who signed in anew has another line.
    if (data.type === "ask" && own.refresh === line.head && line.before.includes(data.refresh))
      post({ type: "renewed", from: data.refresh, tokens: own });
  });
  const restored = tokens();
  if (restored) post({ type: "ask", refresh: restored.refresh });

  return {
    alone: (run) => (locks ? locks.request(lockName, run) : run()),
    renewed(from, next) {
      follows(from, next.refresh);
      post({ type: "renewed", from, tokens: next });
    },
  };
}
