/**
 * An operator enters an enterprise and returns (console.md section 4): the operator's tokens are put away, the page becomes an
 * administrator's of the enterprise, and back. Everything that belonged to the one is gone before the other begins.
 */
import { authApi, storageKeys, type Failure } from "@liantai/api/contract/base";
import { api, requestHost } from "./api.ts";
import { send, tokensFrom, type RequestHost } from "./request.ts";
import { enteredEnterprise, leftEnterprise, selectSession, signedOut, type Tokens, type UserInfo } from "./session.ts";
import { store } from "./store.ts";

interface Saved {
  readonly tokens: Tokens;
  readonly user: UserInfo;
}

/** A host that asks with these tokens, as an operator outside. */
const asking = (tokens: Tokens): RequestHost => ({
  ...requestHost(),
  tokens: () => tokens,
  insideEnterprise: () => false,
});

function saved(): Saved | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKeys.operatorToken) ?? "null") as Saved | null;
  } catch {
    return null;
  }
}

/** One session's state and cache go, the other's begin, before anything is drawn. */
function become(action: ReturnType<typeof enteredEnterprise> | ReturnType<typeof leftEnterprise>): void {
  store.dispatch(action);
  store.dispatch(api.util.resetApiState());
}

/** Null when inside; otherwise why not, and nothing has changed. */
export async function enterEnterprise(compId: string): Promise<Failure | null> {
  const { tokens, user } = selectSession(store.getState());
  if (!tokens || !user) return { text: "登录已失效，请重新登录", level: "error", action: "none" };
  const opened = await send<{ access_token: string; refresh_token: string; expires_in: number }>(asking(tokens), {
    endpoint: authApi.reUser,
    body: { compId },
  });
  if ("error" in opened) return opened.error;
  const inside = tokensFrom(opened.data, Date.now());
  const who = await send<UserInfo>(asking(inside), { endpoint: authApi.getUser });
  if ("error" in who) {
    // Nobody will use the session that was opened.
    void send(asking(tokens), { endpoint: authApi.reStore });
    return who.error;
  }
  sessionStorage.setItem(storageKeys.operatorToken, JSON.stringify({ tokens, user } satisfies Saved));
  become(enteredEnterprise({ tokens: inside, user: who.data }));
  return null;
}

let leaving: Promise<void> | undefined;

/** Back to the operator's own session. Where that one ended too, to his sign-in; where the server cannot be asked, by a reload. */
export function leaveEnterprise(reload: () => void = () => location.reload()): Promise<void> {
  leaving ??= restore(reload).finally(() => (leaving = undefined));
  return leaving;
}

async function restore(reload: () => void): Promise<void> {
  const own = saved();
  if (!own) {
    store.dispatch(signedOut(null));
    return;
  }
  const who = await send<UserInfo>(asking(own.tokens), { endpoint: authApi.getUser });
  if ("error" in who && (who.error.status === 401 || who.error.status === 426)) {
    store.dispatch(signedOut(who.error.text));
    return;
  }
  become(leftEnterprise({ tokens: own.tokens, user: "data" in who ? who.data : own.user }));
  sessionStorage.removeItem(storageKeys.operatorToken);
  // The page has left before the session inside ends: nothing of it is refused while somebody looks. Where this request is
  // lost, the next entry or the end of the operator's session ends that one.
  await send(asking(own.tokens), { endpoint: authApi.reStore });
  if ("error" in who) reload();
}
