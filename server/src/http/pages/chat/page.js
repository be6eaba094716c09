// The visitor's page: its address names the site, its parts are the files beside this one.
import { createAsk } from "./ask.js";
import { createHost } from "./host.js";
import { createMemory } from "./memory.js";
import { Talk } from "./talk.js";
import { createView } from "./view.js";
import { inkOn } from "./words.js";

const webKey = location.pathname.split("/").pop() ?? "";
const memory = createMemory(webKey);
let shown = true;

const look = () => {
  talk.visible = shown && !document.hidden;
  talk.look();
};
const host = createHost({
  onShown: (now) => {
    shown = now;
    changed();
    if (!now) return;
    view.grow();
    view.focus();
  },
});
const ask = createAsk({ webKey, page: host.page, memory });
const talk = new Talk({ ask, memory, onChange: () => changed() });
const view = createView(talk, { tab: memory.tab, voice: ask.voice, onFold: host.fold });
/** A frame that came with the site's page, out of sight, began nothing for somebody who did not ask: it does as soon as he looks. */
let mayBegin = true;
const begin = () => {
  if (!mayBegin || !shown || talk.sessionId !== "" || talk.link !== "stopped" || talk.said !== "") return;
  mayBegin = false;
  void talk.open(true);
};
const changed = () => {
  begin();
  look();
  if (talk.closed) memory.tab.set("ended", talk.sessionId);
  else if (talk.sessionId !== "") memory.tab.set("ended", "");
  view.draw();
  if (talk.color !== "") host.tell({ unread: talk.messages.unread, color: talk.color, ink: inkOn(talk.color) });
};

shown = host.shownAtFirst;
const fold = /** @type {HTMLElement} */ (document.getElementById("fold"));
fold.hidden = !host.framed;
document.addEventListener("visibilitychange", () => changed());
addEventListener("online", () => talk.again());
addEventListener("offline", () => talk.offline());
// A telephone's keyboard covers what is below it.
window.visualViewport?.addEventListener("resize", () => {
  document.documentElement.style.setProperty("--height", `${window.visualViewport?.height}px`);
});
// 昨天 becomes a weekday.
setInterval(() => changed(), 60_000);
view.grow();
// A reload does not begin anew what ended in this tab.
void talk.open(shown && memory.tab.get("ended") === "");
host.ready();
