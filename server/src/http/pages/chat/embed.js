// A site embeds it (protocol J52, J53): <script src="https://HOST/customer/chat.js" data-key="KEY" async></script> puts a round button at
// the bottom right that opens the chat in a frame. Its one global is LiantaiChat {open, close}. No style tag and no inline style in
// markup: a site's policy may refuse both.
(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const key = script?.dataset.key ?? "";
  const site = /** @type {any} */ (window);
  if (!script || !/^[\w-]{10,40}$/.test(key) || site.LiantaiChat) return;
  const { origin } = new URL(script.src);
  const label = script.dataset.label?.trim() || "在线咨询";
  const store = `liantai-chat:${key}`;
  const narrow = matchMedia("(max-width: 479px)");

  /** @type {HTMLIFrameElement | undefined} */
  let frame;
  let isOpen = false;
  let unread = 0;

  const remembered = () => {
    try {
      return sessionStorage.getItem(store);
    } catch {
      return null;
    }
  };
  /** @param {"open" | "closed"} state */
  const remember = (state) => {
    try {
      sessionStorage.setItem(store, state);
    } catch {
      // Refused: the next page begins without.
    }
  };

  /** @param {HTMLElement | SVGElement} node @param {Record<string, string>} styles */
  const styled = (node, styles) => {
    for (const [name, value] of Object.entries(styles)) node.style.setProperty(name, value);
    return node;
  };

  const button = document.createElement("button");
  const words = document.createElement("span");
  const badge = document.createElement("span");
  const host = document.createElement("div");
  // The site's own rules do not reach in here.
  const shade = host.attachShadow({ mode: "closed" });
  const layer = "2147483000";
  const draw = () => {
    button.setAttribute("aria-expanded", String(isOpen));
    button.setAttribute("aria-label", unread > 0 ? `${label}，${unread}条未读消息` : label);
    badge.textContent = unread > 99 ? "99+" : String(unread);
    styled(badge, { display: unread > 0 ? "block" : "none" });
    styled(button, { display: isOpen && narrow.matches ? "none" : "flex" });
    if (!frame) return;
    const wide = narrow.matches;
    styled(frame, {
      display: isOpen ? "block" : "none",
      right: wide ? "0" : "20px",
      bottom: wide ? "0" : "92px",
      width: wide ? "100%" : "360px",
      height: wide ? "100%" : "560px",
      "max-height": wide ? "100%" : "calc(100vh - 108px)",
      "border-radius": wide ? "0" : "12px",
    });
  };
  const build = () => {
    host.style.setProperty("all", "initial");
    button.type = "button";
    words.textContent = label;
    styled(words, { overflow: "hidden", "max-height": "40px", "overflow-wrap": "anywhere" });
    styled(button, {
      ...{ position: "fixed", right: "20px", bottom: "20px", "z-index": layer, width: "60px", height: "60px" },
      ...{
        "box-sizing": "border-box",
        padding: "0 12px",
        border: "1px solid rgba(128,128,128,.4)",
        "border-radius": "50%",
      },
      ...{
        "align-items": "center",
        "justify-content": "center",
        background: "#1f6feb",
        color: "#ffffff",
        cursor: "pointer",
      },
      ...{
        font: "600 15px/19px system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif",
        "box-shadow": "0 2px 10px rgba(0,0,0,.3)",
      },
    });
    styled(badge, {
      ...{
        position: "absolute",
        top: "-4px",
        right: "-4px",
        "min-width": "20px",
        padding: "0 5px",
        "box-sizing": "border-box",
      },
      ...{ "border-radius": "10px", background: "#c62828", color: "#ffffff", font: "12px/20px system-ui, sans-serif" },
    });
    button.append(words, badge);
    button.addEventListener("click", () => (isOpen ? close() : open()));
    shade.append(button);
    document.body.append(host);
  };

  /** @param {object} what */
  const tell = (what) => frame?.contentWindow?.postMessage({ liantaiChat: what }, origin);
  const load = () => {
    if (frame) return;
    frame = document.createElement("iframe");
    frame.title = label;
    frame.allow = "autoplay";
    frame.referrerPolicy = "no-referrer";
    const about = new URLSearchParams({ page: location.origin + location.pathname, shown: isOpen ? "1" : "0" });
    frame.src = `${origin}/customer/chat/${key}#${about}`;
    styled(frame, {
      ...{ position: "fixed", "z-index": layer, border: "0", "box-shadow": "0 4px 24px rgba(0,0,0,.3)" },
      "background-color": "#ffffff",
    });
    shade.append(frame);
  };
  const open = () => {
    isOpen = true;
    remember("open");
    load();
    draw();
    tell({ shown: true });
    frame?.focus();
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    remember("closed");
    draw();
    tell({ shown: false });
    button.focus();
  };

  addEventListener("message", ({ source, origin: from, data }) => {
    if (!frame || source !== frame.contentWindow || from !== origin) return;
    const said = data?.liantaiChat ?? {};
    if (said.ready) tell({ shown: isOpen });
    if (said.fold) close();
    if (Number.isInteger(said.unread)) unread = Math.max(0, said.unread);
    if (/^#[0-9a-f]{6}$/i.test(said.color)) styled(button, { background: said.color });
    if (/^#(0{6}|f{6})$/i.test(said.ink)) styled(button, { color: said.ink });
    draw();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) close();
  });
  narrow.addEventListener("change", draw);

  const start = () => {
    build();
    const was = remembered();
    isOpen = was === "open";
    // Who has talked in this tab is told what comes.
    if (was) load();
    draw();
  };
  site.LiantaiChat = Object.freeze({ open, close });
  if (document.body) start();
  else document.addEventListener("DOMContentLoaded", start, { once: true });
})();
