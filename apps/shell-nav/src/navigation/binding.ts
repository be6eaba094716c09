/**
 * The workspace and the location, bound both ways (console.md section 2): the address shows the active tab, an address
 * opens its tab, and the back button has no effect, because the entry is pushed again on every navigation.
 */
import { matchTab, publicRoutes } from "@liantai/api/contract/base";
import {
  activated,
  opened,
  searchChanged,
  selectActiveTab,
  selectHome,
  selectSession,
  showing,
  store,
  tabFor,
  type OpenRequest,
  type OpenTab,
} from "@liantai/api/client";
import { isFor, redirectOf } from "./gate.ts";
import { go } from "./location.ts";

const searchOf = (tab: OpenTab) => (tab.search ? `?${tab.search.replace(/^\?/, "")}` : "");
const addressOf = (tab: OpenTab) => tab.key + searchOf(tab);
const here = () => location.pathname + location.search;

/** What an address asks for; undefined: no such screen, or none of this user's, so home. */
function requestOf(pathname: string): OpenRequest | undefined {
  const match = matchTab(pathname);
  if (
    !match ||
    (match.tab.param === "required" && match.params === undefined) ||
    !isFor(match.tab, selectSession(store.getState()))
  )
    return undefined;
  const alias = (match.params as { alias?: unknown } | undefined)?.alias;
  return {
    to: match.tab.path,
    params: match.params,
    ...(match.tab.path === "/page" && typeof alias === "string" ? { title: alias } : {}),
  };
}

/** The address has changed by another hand: a link, another app, the address bar. */
function followLocation(): void {
  const away = redirectOf(location.pathname, selectSession(store.getState()));
  if (away) return go(away, "replace");
  if (publicRoutes.includes(location.pathname)) return;
  const active = selectActiveTab(store.getState());
  if (active && addressOf(active) === here()) return;
  const request = requestOf(location.pathname);
  const tab = request && tabFor(request, selectHome(store.getState()));
  if (!request || !tab) {
    store.dispatch(activated("/"));
    return go("/", "replace");
  }
  const { search } = location;
  store.dispatch(opened(request));
  if (search) store.dispatch(searchChanged({ key: tab.key, search }));
}

/** The store has changed: the address follows. */
function followStore(): void {
  const away = redirectOf(location.pathname, selectSession(store.getState()));
  if (away) return go(away, "replace");
  if (publicRoutes.includes(location.pathname)) return;
  const active = selectActiveTab(store.getState());
  if (active && addressOf(active) !== here()) go(addressOf(active));
}

type HistoryEvent = PopStateEvent & { singleSpa?: boolean };
interface Reroute {
  readonly originalEvent?: Event;
  cancelNavigation?(): void;
}

const isBackOrForward = (event: Event | undefined) => event?.type === "popstate" && !(event as HistoryEvent).singleSpa;

/** single-spa is about to reroute. A step through the history is no navigation: it puts the old address back. */
function onReroute(event: Event): void {
  const detail = (event as CustomEvent<Reroute | null>).detail;
  if (isBackOrForward(detail?.originalEvent)) detail?.cancelNavigation?.();
  else followLocation();
}

/** Back and forward, once the old address is there again: its entry goes on top again. */
function onHistory(event: Event): void {
  if (!isBackOrForward(event) || redirectOf("/", selectSession(store.getState()))) return;
  // The one on show: a press that the store has not been told of yet is not undone.
  const active = showing.marked();
  if (!active) return;
  go(addressOf(active));
  // The root config has arranged the page for the other address and is not told of the cancelled step.
  store.dispatch(activated(active.key));
}

/** Returns the function that ends the binding. */
export function bindWorkspace(): () => void {
  followLocation();
  if (!redirectOf(location.pathname, selectSession(store.getState()))) go(here());
  const end = store.subscribe(followStore);
  window.addEventListener("single-spa:before-routing-event", onReroute);
  // single-spa has a window.addEventListener of its own, which does not pass cancelled steps on.
  EventTarget.prototype.addEventListener.call(window, "popstate", onHistory);
  return () => {
    end();
    window.removeEventListener("single-spa:before-routing-event", onReroute);
    EventTarget.prototype.removeEventListener.call(window, "popstate", onHistory);
  };
}
