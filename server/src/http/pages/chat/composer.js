// Where the visitor writes, and the question before he ends his conversation.
import { write } from "./message.js";
import { countText, textMost } from "./words.js";

/** @param {string} id @returns {any} */
export const by = (id) => document.getElementById(id);

/**
 * @param {{ tab: import("./memory.js").Memory["tab"], maySend: () => boolean, onSend: (content: string) => void }} parts
 */
export const createComposer = ({ tab, maySend, onSend }) => {
  const text = by("text");
  const grow = () => {
    tab.set("draft", text.value);
    text.style.height = "auto";
    text.style.height = `${Math.min(text.scrollHeight + 2, 120)}px`;
    const length = text.value.trim().length;
    write(by("count"), countText(length));
    by("count").className = length > textMost ? "why" : "";
    by("send").disabled = length === 0 || length > textMost;
  };
  const send = () => {
    const content = text.value.trim();
    if (content === "" || content.length > textMost || !maySend()) return;
    text.value = "";
    grow();
    onSend(content);
    text.focus();
  };
  by("form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  });
  text.addEventListener("input", grow);
  text.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    // 229: an input method composes, and the Enter is its own.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  });
  text.value = tab.get("draft");
  return {
    grow,
    /** Of a page that is written in: a site's page that brings its frame along is not left for it. */
    focus: () => {
      if (!by("form").hidden && document.hasFocus()) text.focus();
    },
  };
};

/**
 * Asks once. No confirm(): a browser refuses it to a frame.
 * @param {{ onEnd: () => Promise<unknown>, onFold: () => void }} on onFold: Escape, where nothing is asked
 */
export const createEnding = ({ onEnd, onFold }) => {
  const asking = by("asking");
  /** @param {boolean} yes */
  const ask = (yes) => {
    asking.hidden = !yes;
    if (yes) by("no").focus();
    else if (!by("end").hidden) by("end").focus();
    else by("again").focus();
  };
  by("end").addEventListener("click", () => ask(asking.hidden));
  by("no").addEventListener("click", () => ask(false));
  by("yes").addEventListener("click", async () => {
    by("yes").disabled = true;
    await onEnd();
    by("yes").disabled = false;
    ask(false);
  });
  document.addEventListener("keydown", ({ key, isComposing }) => {
    if (key !== "Escape" || isComposing) return;
    if (!asking.hidden) ask(false);
    else onFold();
  });
};
