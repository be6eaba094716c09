/** Who is signed in, in this browser tab: kept in session storage, never the password. */
import { isOperator } from "../contract/roles.ts";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { InferType } from "yup";
import { storageKeys, type userInfo } from "@liantai/api/contract/base";

export type UserInfo = InferType<typeof userInfo>;

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** A renewal did not make them live longer: the session comes to its absolute end, and asking again is no use. */
  readonly final?: true;
}

/** IM seat status (realtime.md section 4) that a sign-in begins with. */
export type SignInImStatus = 1 | 2;

/** console.md section 4: loginAgentState 0 sets status 1, signed in; 1 sets status 2, signed out. */
export const imStatusAtSignIn = (loginAgentState: UserInfo["loginAgentState"]): SignInImStatus =>
  loginAgentState === 1 ? 2 : 1;

export interface SessionState {
  readonly tokens: Tokens | null;
  readonly user: UserInfo | null;
  /** What the seat is for chats: set at the sign-in, sent with setState when the chat desk opens. Null: no seat. */
  readonly imStatus: SignInImStatus | null;
  /** An operator is inside an enterprise (console.md section 4). */
  readonly enterEnterprise: boolean;
  /** The sign-in page to go back to. */
  readonly loginPath: "/login" | "/admin/login";
  /** Why the last session ended, shown once on the sign-in page. */
  readonly farewell: string | null;
  /** The password must be changed before anything else. */
  readonly mustChangePassword: boolean;
  /** The second step must be switched on before anything else. */
  readonly mustEnrol: boolean;
}

const empty: SessionState = {
  tokens: null,
  user: null,
  imStatus: null,
  enterEnterprise: false,
  loginPath: "/login",
  farewell: null,
  mustChangePassword: false,
  mustEnrol: false,
};

/** The page that comes before the workspace; null: none. */
export const placeFirst = ({
  mustChangePassword,
  mustEnrol,
}: Pick<SessionState, "mustChangePassword" | "mustEnrol">): "/pwdoverdue" | "/totp" | null =>
  mustChangePassword ? "/pwdoverdue" : mustEnrol ? "/totp" : null;

const slice = createSlice({
  name: "session",
  initialState: empty,
  reducers: {
    tokensReceived: (state, { payload }: PayloadAction<Tokens>) => ({ ...state, tokens: payload, farewell: null }),
    userLoaded: (state, { payload }: PayloadAction<UserInfo>) => ({
      ...state,
      user: payload,
      // The same session read again (changed rights) is no new sign-in.
      imStatus:
        payload.agentId === null
          ? null
          : state.user?.sessionId === payload.sessionId
            ? state.imStatus
            : imStatusAtSignIn(payload.loginAgentState),
      loginPath: isOperator(payload) || state.enterEnterprise ? ("/admin/login" as const) : ("/login" as const),
    }),
    passwordDue: (state, { payload }: PayloadAction<boolean>) => ({ ...state, mustChangePassword: payload }),
    enrolDue: (state, { payload }: PayloadAction<boolean>) => ({ ...state, mustEnrol: payload }),
    /** An operator is inside an enterprise from here on; his own tokens are put away (enterprise.ts). */
    enteredEnterprise: (_state, { payload }: PayloadAction<{ tokens: Tokens; user: UserInfo }>) => ({
      ...empty,
      ...payload,
      enterEnterprise: true,
      loginPath: "/admin/login" as const,
    }),
    /** Back to the operator's own session, roleType 0. */
    leftEnterprise: (_state, { payload }: PayloadAction<{ tokens: Tokens; user: UserInfo }>) => ({
      ...empty,
      ...payload,
      loginPath: "/admin/login" as const,
    }),
    /** `farewell` is what the sign-in page says. */
    signedOut: (state, { payload }: PayloadAction<string | null>) => ({
      ...empty,
      loginPath: state.enterEnterprise ? ("/admin/login" as const) : state.loginPath,
      farewell: payload,
    }),
    farewellShown: (state) => ({ ...state, farewell: null }),
  },
  selectors: {
    selectSignedIn: (s) => s.user !== null && s.tokens !== null && placeFirst(s) === null,
    selectUser: (s) => s.user,
    selectTokens: (s) => s.tokens,
    selectSession: (s) => s,
  },
});

export const sessionReducer = slice.reducer;
export const {
  tokensReceived,
  userLoaded,
  passwordDue,
  enrolDue,
  enteredEnterprise,
  leftEnterprise,
  signedOut,
  farewellShown,
} = slice.actions;
export const { selectSignedIn, selectUser, selectTokens, selectSession } = slice.selectors;

/** Restores what a reload of this tab left. Anything unreadable is nothing. */
export function restoreSession(storage: Pick<Storage, "getItem">): SessionState {
  try {
    const saved = JSON.parse(storage.getItem(storageKeys.session) ?? "null") as SessionState | null;
    return saved?.tokens
      ? { ...empty, ...saved }
      : { ...empty, ...(saved?.loginPath ? { loginPath: saved.loginPath } : {}) };
  } catch {
    return empty;
  }
}
