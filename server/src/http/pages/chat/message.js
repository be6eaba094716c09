// One message as it is drawn. Text is only ever written as text.
import { timeText } from "./words.js";

/**
 * @typedef {import("@liantai/api/contract/im").ChatMessage} Message
 * @typedef {import("./outbox.js").Unsent} Unsent
 */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {string} [text]
 */
export const element = (name, className = "", text = "") => {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (text !== "") made.textContent = text;
  return made;
};

/** @param {string} text @param {() => void} run @param {string} [className] */
export const button = (text, run, className = "") => {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", run);
  return made;
};

/** What changes nothing is not written: a screen reader would say it again. @param {Element} node @param {string} text */
export const write = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/**
 * A voice message: a button that fetches the sound when it is pressed first. One is heard at a time.
 * @param {() => Promise<Blob>} fetchSound
 */
const voiceOf = (fetchSound) => {
  /** @type {HTMLAudioElement | undefined} */
  let audio;
  const said = element("span", "why");
  said.setAttribute("role", "status");
  const play = button("▶ 播放语音", async () => {
    if (audio && !audio.paused) return audio.pause();
    said.textContent = "";
    play.disabled = true;
    try {
      if (!audio) {
        audio = new Audio(URL.createObjectURL(await fetchSound()));
        const sound = audio;
        sound.addEventListener("play", () => {
          current?.pause();
          current = sound;
          play.textContent = "■ 停止播放";
        });
        sound.addEventListener("pause", () => {
          play.textContent = "▶ 播放语音";
          sound.currentTime = 0;
          if (current === sound) current = undefined;
        });
      }
      await audio.play();
    } catch (error) {
      if (!audio?.src) audio = undefined;
      const words = error instanceof DOMException || !(error instanceof Error) ? "无法播放" : error.message;
      said.textContent = words;
    }
    play.disabled = false;
  });
  play.className = "voice";
  const node = element("div");
  node.append(play, said);
  return node;
};
/** @type {HTMLAudioElement | undefined} */
let current;

/** @param {Message} message */
const nameOf = ({ extras: { sender, senderName } }) => {
  if (sender === "visitor") return "我";
  if (sender === "system") return "";
  return senderName === "" ? { robot: "机器人", agent: "坐席" }[sender] : senderName;
};

/** The question may speak of keys: 中文请按1. @param {string} key @param {string} name */
const wordsOf = (key, name) => (name === "" || name.startsWith(key) ? name || key : `${key} ${name}`);

/**
 * A bubble that stays the same element from 发送中 on, so that it is read aloud once.
 * @param {boolean} mine
 */
const bubble = (mine) => {
  const node = element("div", mine ? "row mine" : "row theirs");
  const meta = element("p", "meta");
  const name = element("span", mine ? "aside" : "");
  const time = element("span");
  meta.append(name, " ", time);
  const text = element("p", "bubble");
  const keys = element("div", "keys");
  const state = element("p", "state");
  node.append(meta, text, keys, state);
  return { node, name, time, text, keys, state, drawn: "" };
};
/** @typedef {ReturnType<typeof bubble>} Bubble */

/** Of what a page cannot show yet. @type {Record<number, string>} */
const others = { 1: "[图片]", 3: "[视频]", 5: "[文件]", 10: "消息已撤回" };

/** @param {{ voice: (id: string) => Promise<Blob>, press: (key: string, name: string) => void, retry: (guid: string) => void,
 *   discard: (guid: string) => void }} does */
export const createDrawer = (does) => {
  /** @type {Map<string, Bubble>} */
  const drawn = new Map();
  /** @param {string} key @param {boolean} mine */
  const of = (key, mine) => {
    const made = drawn.get(key) ?? bubble(mine);
    drawn.set(key, made);
    return made;
  };
  return {
    /**
     * @param {Message} message
     * @param {{ now: number, asks: boolean, read: boolean }} as asks: its keys may be pressed; read: it is the last that was read
     */
    message(message, { now, asks, read }) {
      const { id, content, msgType, createTime, extras } = message;
      const made = of(extras.guid || id, extras.sender === "visitor");
      const { node, text, keys } = made;
      if (extras.sender === "system" || msgType === 6 || msgType === 10) node.className = "row note";
      write(made.name, nameOf(message));
      write(made.time, timeText(createTime, now));
      if (msgType === 2 && made.drawn !== "voice") text.replaceChildren(voiceOf(() => does.voice(id)));
      else if (msgType !== 2) write(text, others[msgType] ?? content);
      made.drawn = msgType === 2 ? "voice" : "text";
      if (!asks) keys.replaceChildren();
      else if (keys.childElementCount === 0)
        for (const { key, name } of extras.keys ?? [])
          keys.append(button(wordsOf(key, name), () => does.press(key, name === "" ? key : name)));
      write(made.state, read ? "已读" : "");
      return node;
    },
    /** @param {Unsent} item @param {{ now: number, mayRetry: boolean }} as */
    unsent({ guid, text, time, state, why }, { now, mayRetry }) {
      const made = of(guid, true);
      write(made.name, "我");
      write(made.time, timeText(time, now));
      write(made.text, text);
      const as = `${state} ${why} ${mayRetry}`;
      if (made.drawn === as) return made.node;
      made.drawn = as;
      if (state === "sending") made.state.replaceChildren("发送中");
      else {
        const words = element("span", "why", why === "" ? "未发送" : `未发送：${why}`);
        const again = mayRetry ? [" · ", button("重试", () => does.retry(guid), "plain")] : [];
        const drop = state === "held" ? [" · ", button("删除", () => does.discard(guid), "plain")] : [];
        made.state.replaceChildren(words, ...again, ...drop);
      }
      return made.node;
    },
  };
};
