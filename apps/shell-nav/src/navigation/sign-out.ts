/** How a session ends in this page, whoever ends it (console.md section 4, "Logout"). */
import { authApi, errors } from "@liantai/api/contract/base";
import { leaveEnterprise, requestHost, selectSession, selectTokens, send, signedOut, store } from "@liantai/api/client";
import { bus, type BusEvents } from "@liantai/bus";

const signedIn = () => selectTokens(store.getState()) !== null;

/**
 * The server first. One that cannot be reached holds nobody back: the session there ends by itself. The workstation sees
 * the store's user go, closes its links and tells the bus.
 */
export async function signOut(): Promise<void> {
  if (signedIn()) await send(requestHost(), { endpoint: authApi.logout });
  store.dispatch(signedOut(null));
}

const farewells: Readonly<Record<BusEvents["session.signedOut"]["reason"], string | null>> = {
  logout: null,
  expired: errors.noSession.text,
  elsewhere: errors.elsewhere.text,
  ended: errors.ended.text,
};

/** Empties session storage when the session ends, and ends it when the bus says that it has. Returns the stop. */
export function watchSessionEnd(): () => void {
  let before = signedIn();
  const end = store.subscribe(() => {
    const now = signedIn();
    if (before && !now) sessionStorage.clear();
    before = now;
  });
  const leave = bus.subscribe("session.signedOut", ({ reason }) => {
    // Whoever published it mostly tells the store next, with the server's own sentence.
    queueMicrotask(() => {
      if (!signedIn() || reason === "logout") return;
      // Inside an enterprise only that session is over.
      if (selectSession(store.getState()).enterEnterprise) void leaveEnterprise();
      else store.dispatch(signedOut(farewells[reason]));
    });
  });
  return () => {
    end();
    leave();
  };
}
