// What the page keeps. A page in a frame may be refused the browser's stores: then it goes on in memory (protocol J47).

/**
 * @param {"localStorage" | "sessionStorage"} name
 * @param {string} prefix
 */
const keep = (name, prefix) => {
  /** @type {Map<string, string>} */
  const here = new Map(); // What the browser did not take.
  return {
    /** @param {string} key */
    get: (key) => {
      try {
        return here.get(key) ?? window[name].getItem(prefix + key) ?? "";
      } catch {
        return "";
      }
    },
    /** @param {string} key @param {string} value '': nothing is kept. */
    set: (key, value) => {
      try {
        if (value === "") window[name].removeItem(prefix + key);
        else window[name].setItem(prefix + key, value);
        here.delete(key);
      } catch {
        here.set(key, value);
      }
    },
  };
};

/** @param {string} webKey */
export const createMemory = (webKey) => ({
  /** Of this browser: who he is, as the server told it once. */
  lasting: keep("localStorage", `liantai-chat:${webKey}:`),
  /** Of this tab: what was typed and not yet sent. */
  tab: keep("sessionStorage", `liantai-chat:${webKey}:`),
});
/** @typedef {ReturnType<typeof createMemory>} Memory */
