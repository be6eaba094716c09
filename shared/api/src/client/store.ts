/** The page's one store: session, workspace, telephony and the cache of the server. Hot-swapped apps share it. */
import { combineSlices, configureStore, type UnknownAction } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { homePathOf, storageKeys, whoOf } from "@liantai/api/contract/base";
import { afterFrame } from "./after-frame.ts";
import { afterAnswer, holdAnswers } from "./answering.ts";
import { api, connectApi } from "./api.ts";
import { reportFailure } from "./notices.ts";
import {
  enteredEnterprise,
  leftEnterprise,
  enrolDue,
  passwordDue,
  restoreSession,
  selectSession,
  selectSignedIn as signedInOf,
  selectTokens,
  sessionReducer,
  signedOut,
  tokensReceived,
  type Tokens,
} from "./session.ts";
import { encipherPhones, holdsPhone } from "./encipher.ts";
import { fetchEncrypter, type Encrypter } from "./encrypt.ts";
import type { RequestHost } from "./request.ts";
import { createShowing, type Showing } from "./showing.ts";
import { shareTokens } from "./token-sharing.ts";
import { selectInCall as inCallOf, selectTelephony as telephonyOf, telephonyReducer } from "./telephony.ts";
import {
  homeOf,
  restoreWorkspace,
  selectActiveKey as activeKeyOf,
  selectActiveTab as activeTabOf,
  selectOpenApps as openAppsOf,
  selectTabs as tabsOf,
  withHome,
  workspaceReducer,
} from "./workspace.ts";

const slices = combineSlices({
  session: sessionReducer,
  workspace: workspaceReducer,
  telephony: telephonyReducer,
  [api.reducerPath]: api.reducer,
});
export type RootState = ReturnType<typeof slices>;

/** The first tab follows the kind of user; inside an enterprise an operator is its administrator. */
function atHome(state: RootState): RootState {
  const { user, enterEnterprise } = state.session;
  const path = user ? homePathOf(enterEnterprise ? "A" : whoOf(user.roleType)) : "/";
  const workspace = withHome(state.workspace, path);
  return workspace === state.workspace ? state : { ...state, workspace };
}

/**
 * A sign-out empties everything that belonged to the user, the cache included; so does going into an enterprise and out
 * of it (enterprise.ts empties the cache).
 */
function emptied(state: RootState | undefined, action: UnknownAction): RootState {
  if (signedOut.match(action) && state) {
    const session = sessionReducer(state.session, action);
    return { ...slices(undefined, { type: "cleared" }), session };
  }
  if ((enteredEnterprise.match(action) || leftEnterprise.match(action)) && state) {
    return {
      ...slices(undefined, { type: "cleared" }),
      session: sessionReducer(state.session, action),
      [api.reducerPath]: state[api.reducerPath],
    };
  }
  return slices(state, action);
}

const reducer: typeof slices = Object.assign(
  (state: RootState | undefined, action: UnknownAction): RootState => atHome(emptied(state, action)),
  slices,
);

/** Session storage where there is one (tests and workers have none). */
const storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> =
  typeof sessionStorage === "undefined"
    ? { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
    : sessionStorage;

const pageShowing = createShowing(afterFrame);
export const showing: Showing = pageShowing.showing;
// A tab that is marked first is answered by two frames.
showing.watch(() => {
  if (showing.marked()?.key !== showing.tab()?.key) holdAnswers();
});

/** ms in which answers of the server are gathered, so that screens are drawn once for all of them. */
const batchMs = 10;
/** ms; by the clock of when the store was made. */
const latestMs = 50;
/**
 * In a task of their own. Redux Toolkit's default is the next frame's callback: whatever the server answered is drawn within the frame
 * that a press waits for. A clock that was given to the page later may be taken back with what it was to do, after which the store would
 * never tell anything again: there the first one sees to it.
 */
function notifications() {
  const first = setTimeout;
  return (notify: () => void): void => {
    let isTold = false;
    const tell = () => {
      if (!isTold) afterAnswer(notify);
      isTold = true;
    };
    setTimeout(tell, batchMs);
    if (setTimeout !== first) first(tell, latestMs);
  };
}

export function createStore(from = storage, { middleware } = createShowing(afterFrame)) {
  return configureStore({
    reducer,
    preloadedState: { session: restoreSession(from), workspace: restoreWorkspace(from) },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(middleware, api.middleware),
    enhancers: (defaults) => defaults({ autoBatch: { type: "callback", queueNotification: notifications() } }),
  });
}

export const store = createStore(storage, pageShowing);
setupListeners(store.dispatch);

// Selectors over the whole state, so that a screen needs no knowledge of slices.
export const selectSignedIn = (s: RootState) => signedInOf(s);
export const selectOpenApps = (s: RootState) => openAppsOf(s);
export const selectTabs = (s: RootState) => tabsOf(s);
export const selectActiveKey = (s: RootState) => activeKeyOf(s);
export const selectActiveTab = (s: RootState) => activeTabOf(s);
/** The first tab. */
export const selectHome = (s: RootState) => homeOf(s.workspace);
export const selectTelephony = (s: RootState) => telephonyOf(s);
export const selectInCall = (s: RootState) => inCallOf(s);

const tokens = (): Tokens | null => selectTokens(store.getState());

let overdueReportedAt = 0;

const sharing = shareTokens({
  // Only a page has tabs beside it; under Node an open channel would keep the process alive.
  channel:
    typeof window === "undefined" || typeof BroadcastChannel === "undefined"
      ? undefined
      : new BroadcastChannel("liantai.tokens"),
  locks: typeof window === "undefined" ? undefined : globalThis.navigator?.locks,
  tokens,
  adopt: (renewed) => store.dispatch(tokensReceived(renewed)),
});

let encrypter: Promise<Encrypter> | undefined;

/** The server's key, fetched once a page; another one after it was refused. */
function numberKey(host: RequestHost): Promise<Encrypter> {
  encrypter ??= fetchEncrypter(host).then((outcome) => {
    if ("error" in outcome) throw new Error(outcome.error.text);
    return outcome.data;
  });
  encrypter.catch(() => (encrypter = undefined));
  return encrypter;
}

const host: RequestHost = {
  tokens,
  moduleTitle: () => activeTabOf(store.getState())?.title ?? "",
  insideEnterprise: () => selectSession(store.getState()).enterEnterprise,
  operatorSignIn: () => globalThis.location?.pathname === "/admin/login",
  onTokens: (renewed) => store.dispatch(tokensReceived(renewed)),
  onFailure(failure) {
    if (failure.action === "relogin") {
      // Once: the first refusal signs out, those of requests under way find nobody signed in.
      if (tokens()) store.dispatch(signedOut(failure.text));
      return;
    }
    if (failure.action === "changePassword" || failure.action === "enrol") {
      // In a call the workspace stays as it is: the call does not depend on requests, and the next one after it is refused again.
      if (!inCallOf(store.getState())) {
        store.dispatch(failure.action === "enrol" ? enrolDue(true) : passwordDue(true));
        return;
      }
      // Links ask every few seconds; one notice stands for 30 s.
      if (Date.now() - overdueReportedAt < 30_000) return;
      overdueReportedAt = Date.now();
    }
    reportFailure(failure);
  },
  now: () => Date.now(),
  seal: async (body) =>
    selectSession(store.getState()).user?.phoneEncipher === 1 && holdsPhone(body)
      ? encipherPhones(body, await numberKey(host))
      : body,
};
connectApi(host, sharing);

let lastSession: unknown;
let lastWorkspace: unknown;
store.subscribe(() => {
  const { session, workspace } = store.getState();
  if (session !== lastSession) {
    lastSession = session;
    storage.setItem(
      storageKeys.session,
      JSON.stringify({
        tokens: session.tokens,
        user: session.user,
        loginPath: session.loginPath,
        mustChangePassword: session.mustChangePassword,
        mustEnrol: session.mustEnrol,
        enterEnterprise: session.enterEnterprise,
      }),
    );
    if (session.enterEnterprise) storage.setItem(storageKeys.enterEnterprise, "true");
    else storage.removeItem(storageKeys.enterEnterprise);
  }
  if (workspace !== lastWorkspace) {
    lastWorkspace = workspace;
    storage.setItem(storageKeys.tabs, JSON.stringify(workspace));
  }
});

export type AppDispatch = typeof store.dispatch;
