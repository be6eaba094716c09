/** The page's root: registers every app with single-spa by route and session, and keeps the page up to date. */
import { addErrorHandler, navigateToUrl, registerApplication, start, triggerAppChange } from "single-spa";
import { bus } from "@liantai/bus";
import { customerRoute, publicRoutes } from "@liantai/api/contract/base";
import {
  placeFirst,
  selectActiveTab,
  selectInCall,
  selectOpenApps,
  selectSession,
  selectSignedIn,
  selectTelephony,
  showing,
  store,
} from "@liantai/api/client";
import { createContainer, type Container } from "./container.ts";
import { createView, type SlotView } from "./container-view.ts";
import { strip, type Strip } from "./dom.ts";
import { forgetFailed, importApp, knownImports, replaceEntry, withOverrides } from "./loader.ts";
import { createOwnMap, failurePath } from "./own-map.ts";
import { firstRedirect, placeOf, slotsOf, type Scene } from "./routes.ts";
import { isContent, slots, type SlotInfo } from "./slots.ts";
import { versionOf, type Imports } from "./swap.ts";
import { createSwapWatch, pollInterval } from "./swap-watch.ts";
import { watchVersion } from "./version.ts";

const table = { publicRoutes, customerRoute };
const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
const development = meta("app-mode") === "development";

function scene(pathname: string): Scene {
  const state = store.getState();
  const session = selectSession(state);
  return {
    pathname,
    signedIn: selectSignedIn(state),
    openApps: selectOpenApps(state),
    signInPath: (session.tokens && placeFirst(session)) || session.loginPath,
  };
}

const inCall = () => selectInCall(store.getState());

function report(error: unknown, id: string): void {
  reportError(new Error(`[${id}] ${error instanceof Error ? error.message : String(error)}`, { cause: error }));
}

function elementOf({ slot, elementId }: SlotInfo): HTMLElement {
  const found = document.getElementById(elementId);
  if (found) return found;
  const made = document.createElement("div");
  made.id = elementId;
  if (isContent(slot)) document.getElementById("workspace")!.append(made);
  return made;
}

/** The session's token, where somebody is signed in. */
const bearer = (): Record<string, string> => {
  const { tokens } = selectSession(store.getState());
  return tokens ? { authorization: `Bearer ${tokens.access}` } : {};
};

/** 版本管理 counts versions that fail; that this does not arrive is no further fault. */
function reportVersion(app: string, url: string): void {
  const headers = bearer();
  const version = versionOf(url);
  if (!headers.authorization || version === url) return;
  const body = JSON.stringify({ app, version });
  fetch(failurePath, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body }).catch(
    () => undefined,
  );
}

interface MountedApp {
  readonly info: SlotInfo;
  readonly host: HTMLElement;
  readonly view: SlotView;
  readonly container: Container;
}

function mountedApp(info: SlotInfo): MountedApp {
  const host = elementOf(info);
  // The one that is looked at: 通话记录 failed, not the app that would have drawn it.
  const title = () => (isContent(info.slot) && selectActiveTab(store.getState())?.title) || info.title;
  const view = createView(host, title);
  const container = createContainer(info.slot, {
    load: () => ownMap.ready(info.slot).then(() => importApp(info.specifier)),
    failed: () => reportVersion(info.slot, knownImports()[info.specifier] ?? ""),
    forget: () => forgetFailed(info.specifier),
    after: (ms, call) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    report,
    newId: () => crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, "0").toUpperCase(),
    view,
  });
  return { info, host, view, container };
}

const ownMap = createOwnMap({
  trials: meta("trial-apps").split(" ").filter(Boolean),
  swappable: (app) => slots.some(({ slot, swappable }) => slot === app && swappable),
  check: () => checkForSwap(),
  after: (ms, call) => void setTimeout(call, ms),
});
const mountedApps = slots.map(mountedApp);

for (const { info, container } of mountedApps) {
  registerApplication({
    name: info.slot,
    activeWhen: ({ pathname }) => slotsOf(scene(pathname), table).includes(info.slot),
    app: () =>
      Promise.resolve({
        bootstrap: () => Promise.resolve(),
        mount: () => Promise.resolve(container.activate()),
        unmount: () => Promise.resolve(container.deactivate()),
      }),
  });
}

addErrorHandler((error) => report(error, error.appOrParcelName));

/** Which part of the page shows, and which app's container stands in the workspace. */
function arrange(): void {
  const place = placeOf(location.pathname, table);
  if (document.body.dataset.place !== place) document.body.dataset.place = place;
  // By the tab on show, not by the address, which follows after the frame.
  const shown = showing.tab()?.app;
  for (const { info, host, view } of mountedApps) {
    if (isContent(info.slot)) view.rename();
    if (isContent(info.slot)) host.toggleAttribute("data-shown", place === "workspace" && info.slot === shown);
  }
}

const reconnect = () => mountedApps.forEach(({ container }) => container.reconnect());
addEventListener("online", reconnect);
let connection = selectTelephony(store.getState()).connection;
store.subscribe(() => {
  const before = connection;
  connection = selectTelephony(store.getState()).connection;
  if (before === "lost" && connection === "up") reconnect();
});

let wanted = "";
function follow(): void {
  const next = slotsOf(scene(location.pathname), table).join();
  arrange();
  if (next === wanted) return;
  wanted = next;
  void triggerAppChange();
}

const notices = document.getElementById("page-notices")!;
let warning: Strip | undefined;

const version = watchVersion({
  own: meta("app-version"),
  fetchPage: async () =>
    (await fetch(`/?versionTime=${Date.now()}`, { headers: { accept: "text/html" }, cache: "no-store" })).text(),
  // eslint-disable-next-line no-console -- realtime.md section 8: a version check that fails is only logged
  log: (error) => console.warn(error),
  inCall,
  hidden: () => document.hidden,
  reload: () => location.reload(),
  warn(press) {
    warning = strip("系统已更新，请刷新页面后使用新版本。", "刷新", press);
    notices.append(warning.root);
  },
  refuse: (text) => warning?.say(text),
  every: (ms, call) => {
    const timer = setInterval(() => isWorkspace() && call(), ms);
    return () => clearInterval(timer);
  },
});

const checkForSwap = createSwapWatch({
  apps: mountedApps
    .filter(({ info }) => info.swappable)
    .map(({ info, container, view }) => ({
      name: info.slot,
      specifier: info.specifier,
      runningUrl: container.runningUrl,
      reload: container.reload,
      strip: isContent(info.slot) ? view : null,
    })),
  known: knownImports,
  async fetchMap() {
    const response = await fetch("/import-map.json", { cache: "no-cache", headers: bearer() });
    if (!response.ok) throw new Error(`the map was answered with ${response.status}`);
    return withOverrides(((await response.json()) as { imports: Imports }).imports);
  },
  replaceEntry,
  inCall,
  shellChanged: () => (development && !inCall() ? location.reload() : void version.check()),
  published: (app, hash) => bus.publish("app.update", { app, version: hash }),
  eager: development,
});

/** A customer in a call is not bothered with versions: the next visit has the new one. */
const isWorkspace = () => placeOf(location.pathname, table) !== "customer";
const look = () => void (document.hidden || !isWorkspace() || checkForSwap());
setInterval(look, development ? 2_000 : pollInterval);
document.addEventListener("visibilitychange", look);
bus.subscribe("app.swapped", () => void checkForSwap());

let token = selectSession(store.getState()).tokens?.access;
store.subscribe(() => {
  const before = token;
  token = selectSession(store.getState()).tokens?.access;
  // Another session may be another enterprise's, and a map that was refused for a token that was out is asked for again.
  if (token !== undefined && token !== before) ownMap.signedIn();
});
if (token !== undefined) ownMap.begin();

const away = firstRedirect(scene(location.pathname), table);
if (away) navigateToUrl(away);
store.subscribe(follow);
showing.watch(arrange);
window.addEventListener("single-spa:routing-event", follow);
window.addEventListener("single-spa:before-routing-event", arrange);
document.getElementById("boot")?.remove();
follow();
start({ urlRerouteOnly: true });
