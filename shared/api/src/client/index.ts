export * from "./session.ts";
export {
  activated,
  closed,
  closedAll,
  closedLeft,
  closedOthers,
  closedRight,
  homeKey,
  opened,
  restoreWorkspace,
  searchChanged,
  tabFor,
  workspaceReset,
  type OpenRequest,
  type OpenTab,
  type WorkspaceState,
} from "./workspace.ts";
export {
  telephonyChanged,
  type TelephonyChange,
  telephonyReset,
  type AgentView,
  type Connection,
  type Link,
  type TelephonyState,
} from "./telephony.ts";
export {
  createStore,
  selectActiveKey,
  selectActiveTab,
  selectHome,
  selectInCall,
  selectOpenApps,
  selectSignedIn,
  selectTabs,
  selectTelephony,
  showing,
  store,
  type AppDispatch,
  type RootState,
} from "./store.ts";
export { hearingExtension, keepHearingExtension } from "./hearing.ts";
export { afterFrame } from "./after-frame.ts";
export { afterAnswer, pressWaits, watchPresses } from "./answering.ts";
export { claimFailure, notify, onFailure, onNotice, notifyDone, reportFailure, type PageNotice } from "./notices.ts";
export { markUnsaved, unsavedOf } from "./unsaved.ts";
export {
  mayAccount,
  mayOperate,
  mayPress,
  maySee,
  useMayPress,
  useMaySee,
  useMenus,
  useSeesCalls,
} from "./authority.ts";
export { api, authQueries, outdated, queriesOf, requestHost, type ChangeHooks, type ReadHooks } from "./api.ts";
export { canEncrypt, fetchEncrypter, needsHttps, type Encrypter } from "./encrypt.ts";
export { enterEnterprise, leaveEnterprise } from "./enterprise.ts";
export { send, tokensFrom, urlOf, type Outcome, type RequestArgs, type RequestHost } from "./request.ts";
export { Provider, useDispatch, useSelector } from "react-redux";
