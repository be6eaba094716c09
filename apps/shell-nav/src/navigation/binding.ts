/**
 * The workspace and the location, bound both ways (console.md section 2): the address shows the active tab, an address
 * opens its tab, and the back button has no effect, because the entry is pushed again on every navigation.
 */
import { matchTab, publicRoutes } from '@liantai/api/contract';
import { activated, opened, searchChanged, selectActiveTab, selectSession, store, tabFor, type OpenRequest, type OpenTab } from '@liantai/api/client';
import { redirectOf } from './gate.ts';
import { go, subscribeLocation } from './location.ts';

const searchOf = (tab: OpenTab) => (tab.search ? `?${tab.search.replace(/^\?/, '')}` : '');
const addressOf = (tab: OpenTab) => tab.key + searchOf(tab);
const here = () => location.pathname + location.search;

/** What an address asks for; undefined: no such screen, so home. */
export function requestOf(pathname: string): OpenRequest | undefined {
  const match = matchTab(pathname);
  if (!match || (match.tab.param === 'required' && match.params === undefined)) return undefined;
  const alias = (match.params as { alias?: unknown } | undefined)?.alias;
  return { to: match.tab.path, params: match.params, ...(match.tab.path === '/page' && typeof alias === 'string' ? { title: alias } : {}) };
}

/** The address has changed by another hand: a link, another app, the address bar. */
function followLocation(): void {
  const away = redirectOf(location.pathname, selectSession(store.getState()));
  if (away) return go(away, 'replace');
  if (publicRoutes.includes(location.pathname)) return;
  const active = selectActiveTab(store.getState());
  if (active && addressOf(active) === here()) return;
  const request = requestOf(location.pathname);
  const tab = request && tabFor(request);
  if (!request || !tab) {
    store.dispatch(activated('/'));
    return go('/', 'replace');
  }
  const { search } = location;
  store.dispatch(opened(request));
  if (search) store.dispatch(searchChanged({ key: tab.key, search }));
}

/** The store has changed: the address follows. */
function followStore(): void {
  const away = redirectOf(location.pathname, selectSession(store.getState()));
  if (away) return go(away, 'replace');
  if (publicRoutes.includes(location.pathname)) return;
  const active = selectActiveTab(store.getState());
  if (active && addressOf(active) !== here()) go(addressOf(active));
}

/** Back and forward: put the entry of the active tab on top again. Runs before single-spa sees the other address. */
function onHistory(event: PopStateEvent & { singleSpa?: boolean }): void {
  if (event.singleSpa || redirectOf('/', selectSession(store.getState()))) return;
  const active = selectActiveTab(store.getState());
  if (active) go(addressOf(active));
}

/** Returns the function that ends the binding. */
export function bindWorkspace(): () => void {
  let binding = true;
  const whileBound = (work: () => void) => () => {
    if (binding) work();
  };
  followLocation();
  if (!redirectOf(location.pathname, selectSession(store.getState()))) go(here());
  const ends = [store.subscribe(whileBound(followStore)), subscribeLocation(whileBound(followLocation))];
  // single-spa replaces window.addEventListener and would call back only after it has rerouted to the old entry.
  const target = EventTarget.prototype;
  target.addEventListener.call(window, 'popstate', onHistory as EventListener, { capture: true });
  return () => {
    binding = false;
    for (const end of ends) end();
    target.removeEventListener.call(window, 'popstate', onHistory as EventListener, { capture: true });
  };
}
