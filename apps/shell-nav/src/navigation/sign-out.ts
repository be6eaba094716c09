/** Leaving: the server first, then everything of the user in this page (console.md section 4, "Logout"). */
import { authApi } from '@liantai/api/contract';
import { requestHost, selectTokens, send, signedOut, store } from '@liantai/api/client';
import { bus } from '@liantai/bus';

/** A server that cannot be reached does not hold anybody back: the session there ends by itself. */
export async function signOut(): Promise<void> {
  if (selectTokens(store.getState())) await send(requestHost(), { endpoint: authApi.logout });
  bus.publish('session.signedOut', { reason: 'logout' });
  store.dispatch(signedOut(null));
}

/** Forgets what the browser tab kept of the session that has ended. */
export function clearSessionStorage(): void {
  sessionStorage.clear();
}
