/** The page's one station, started by whoever loads this module: before React, because a reload in mid-call waits for it. */
import { isLocalPhone } from "@liantai/api/contract";
import { texts } from "@liantai/api/contract/base";
import { bus, type BusEvents } from "@liantai/bus";
import {
  selectSession,
  selectSignedIn,
  selectTelephony,
  selectUser,
  signedOut,
  store,
  telephonyChanged,
  reportFailure,
  watchPresses,
} from "@liantai/api/client";
import { pageClock } from "../ports/page-clock.ts";
import { lateChunk, withChunk } from "../ports/late-chunk.ts";
import { openWebSocket, wsType } from "../ports/wire.ts";
import { openJssip } from "../softphone/jssip-phone.ts";
import { browserSpeaker, microphoneUnless } from "../softphone/media.ts";
import { Alerts } from "./alerts.ts";
import { agentActions } from "./actions.ts";
import { browserDesktop, ringTone } from "./browser-alerts.ts";
import { AgentClient } from "./agent-client.ts";
import { agentHttp } from "./http.ts";
import { isReload, lockForLife, tabInstance } from "./instance.ts";
import { wantsForms, watchPopups } from "./screen-popups.ts";
import { hasSeat } from "./seat.ts";
import { isPopupWindow } from "../popups/window-name.ts";
import { uuid } from "./uuid.ts";

watchPresses(window);

let instance: Promise<string> | undefined;

const clock = pageClock(() => new Worker(new URL("../ports/timer.worker.ts", import.meta.url)));

const core = new AgentClient({
  clock,
  bus,
  store: {
    telephony: () => selectTelephony(store.getState()),
    change: (part) => store.dispatch(telephonyChanged(part)),
    // Inside an enterprise only that session is over: the shell says so and goes back to the operator's own.
    signOut: (sentence) =>
      selectSession(store.getState()).enterEnterprise
        ? reportFailure({ text: texts.leavingEnterprise, level: "error", action: "leaveEnterprise" })
        : store.dispatch(signedOut(sentence)),
  },
  http: agentHttp,
  openWire: openWebSocket,
  openPhone: openJssip,
  localPhone: async () => {
    const [{ localPhone }, { openWorkerWire }] = await Promise.all([
      import("../softphone/local-phone.ts"),
      import("../softphone/local-wire.ts"),
    ]);
    return localPhone(clock, openWorkerWire);
  },
  network: {
    online: () => navigator.onLine,
    sockets: () => "WebSocket" in globalThis,
    watch: (changed) => ["online", "offline"].forEach((event) => addEventListener(event, changed)),
  },
  microphone: microphoneUnless(() => {
    const user = selectUser(store.getState());
    return user !== null && isLocalPhone(user.terminalType);
  }),
  speaker: browserSpeaker("workstation-audio"),
  storage: sessionStorage,
  socketOrigin: `${wsType()}://${location.host}`,
  instance: () =>
    (instance ??= tabInstance({ storage: sessionStorage, uuid, reloaded: isReload(), lock: lockForLife })),
});

const actions = agentActions(core);
// What waits for its next try need not wait any more.
addEventListener("online", actions.retry);

const alerts = new Alerts({
  bus,
  ringer: ringTone(),
  desktop: browserDesktop,
  popups: () => selectUser(store.getState())?.isPopup === 1,
  rings: () => selectTelephony(store.getState()).ownsMedia,
});

watchPopups({
  bus,
  wanted: () => wantsForms(selectUser(store.getState())),
  here: () => selectTelephony(store.getState()).ownsMedia,
  bringUp: (call, moment) =>
    withChunk(
      bus,
      () => import("../popups/index.ts"),
      ({ bringUp }) => void bringUp(call, moment),
      { lost: "来电资料未能打开" },
    ),
});

/** What the screen of conversations asked before what it asks was here. */
let chatWatch: BusEvents["chat.watch"] | undefined;
bus.subscribe("chat.watch", (watch) => (chatWatch = watch));
bus.subscribe("session.signedIn", () => {
  const user = selectUser(store.getState());
  if (user && hasSeat(user))
    void lateChunk(() => import("../chat/index.ts")).then(({ begin }) => begin(bus, clock, user, chatWatch));
});

export const pageClient = { core, actions, askForPopups: () => alerts.ask() };

function follow(): void {
  const state = store.getState();
  void core.follow(
    selectSignedIn(state) ? selectUser(state) : null,
    selectSession(state).farewell ? "expired" : "logout",
  );
}

/** For monitors alone: the others' pages do not load it. An order that comes late is not meant any more. */
const supervising = () => import("./supervising.ts");
const order = { tries: 3, lost: "操作未执行", lastOnly: true };
bus.subscribe("seat.supervise", (asked) =>
  withChunk(bus, supervising, ({ supervise }) => void supervise(core, asked), order),
);
bus.subscribe("task.order", (asked) =>
  withChunk(bus, supervising, ({ orderTask }) => void orderTask(core, asked), order),
);
// From a window without a station it goes to the page that has one.
if (!isPopupWindow(window.name))
  bus.subscribe(
    "call.dial",
    (to) => void actions.dial("ref" in to ? { ref: to.ref } : to.number, to.callType, to.taskId),
  );

addEventListener("beforeunload", (event) => {
  // The browser's own question, in a call only: the call survives a reload, but not a closed page.
  const { call, ownsMedia } = selectTelephony(store.getState());
  if (call && ownsMedia) event.preventDefault();
});

/** Words between the windows of a session, as long as it lasts; another session's are heard by nobody here. */
async function withWindows(): Promise<void> {
  if (typeof BroadcastChannel === "undefined") return;
  const { followStation, perSession, tellWindows } = await lateChunk(() => import("../popups/own-window.ts"));
  const sessionIs = perSession((sessionId) => {
    const channel = new BroadcastChannel(`liantai.station.${sessionId}`);
    const ports = { bus, channel, telephony: () => selectTelephony(store.getState()) };
    const end = isPopupWindow(window.name)
      ? followStation(ports, (part) => store.dispatch(telephonyChanged(part)))
      : tellWindows(ports, (changed) => store.subscribe(changed));
    return () => {
      end();
      channel.close();
    };
  });
  const look = () => sessionIs(selectUser(store.getState())?.sessionId);
  store.subscribe(look);
  look();
}

void withWindows();
if (!isPopupWindow(window.name)) {
  store.subscribe(follow);
  follow();
}
