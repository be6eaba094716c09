// The site's page that shows this one in a frame, by its embedded script (protocol J52): who may be told what, and who may say what.

/** What stands behind # in the frame's address: page, the site's page without its query, and shown=1, it is on show. */
const given = new URLSearchParams(location.hash.slice(1));
/** @param {string} url */
const bare = (url) => {
  const at = URL.canParse(url) ? new URL(url) : undefined;
  return at && /^https?:$/.test(at.protocol) ? at : undefined;
};
const named = bare(given.get("page") ?? "");
const site = named ?? bare(document.referrer);

/** @param {{ onShown: (shown: boolean) => void }} on */
export const createHost = ({ onShown }) => {
  const framed = window.parent !== window && named !== undefined;
  const origin = named?.origin ?? "";
  let told = "";
  addEventListener("message", ({ source, origin: from, data }) => {
    if (!framed || source !== window.parent || from !== origin) return;
    if (typeof data?.liantaiChat?.shown === "boolean") onShown(data.liantaiChat.shown);
  });
  /** @param {object} what */
  const post = (what) => {
    if (framed) window.parent.postMessage({ liantaiChat: what }, origin);
  };
  return {
    framed,
    /** Where the visitor writes from; '': unknown. */
    page: site ? (site.origin + site.pathname).slice(0, 500) : "",
    shownAtFirst: !framed || given.get("shown") === "1",
    ready: () => post({ ready: true }),
    fold: () => post({ fold: true }),
    /** @param {{ unread: number, color: string, ink: string }} what */
    tell: (what) => {
      const text = JSON.stringify(what);
      if (text === told) return;
      told = text;
      post(what);
    },
  };
};
