// What the visitor's page says. Pure.

/** @typedef {import("@liantai/api/contract/im").ChatStage} Stage */

const dayMs = 86_400_000;
const zoneMs = 28_800_000;
const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];

/**
 * When a message came, as realtime.md's "Chat behaviour" says it: 09:30, 昨天 09:30, 周三 09:30, 11/3 09:30. Times travel in the
 * enterprises' zone, eight hours before UTC.
 * @param {string} time yyyy-MM-dd HH:mm:ss
 * @param {number} now epoch ms, the server's
 */
export const timeText = (time, now) => {
  const [date = "", clock = ""] = time.split(" ");
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
  const ago = Math.floor((now + zoneMs) / dayMs) - day;
  const at = clock.slice(0, 5);
  // A clock that is ahead says nothing of a day that has not begun.
  if (ago <= 0) return at;
  if (ago === 1) return `昨天 ${at}`;
  if (ago < 7) return `${weekdays[(day + 4) % 7]} ${at}`;
  const [year, month, dayOfMonth] = date.split("-").map(Number);
  const thisYear = new Date(now + zoneMs).getUTCFullYear();
  return `${year === thisYear ? "" : `${year}/`}${month}/${dayOfMonth} ${at}`;
};

/** @param {Date} at yyyy-MM-dd HH:mm:ss of it, as times travel. */
export const travelling = (at) => new Date(Number(at) + zoneMs).toISOString().slice(0, 19).replace("T", " ");

/** @param {string} color #rrggbb */
const luminance = (color) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const v = parseInt(color.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/**
 * The colour of text on a ground: whichever of black and white stands out more, 4.58 to 1 at the least (WCAG asks for 4.5).
 * @param {string} color #rrggbb
 */
export const inkOn = (color) => {
  const ground = luminance(color) + 0.05;
  return 1.05 / ground >= ground / 0.05 ? "#ffffff" : "#000000";
};

/** @type {Partial<Record<import("@liantai/api/contract/im").ChatEnd, string>>} */
const why = {
  idle: "长时间没有收到您的消息",
  full: "排队人数已满，请稍后再来",
  absent: "暂时没有坐席在线，请稍后再来",
  off: "现在是非服务时间",
  failed: "服务出现异常",
};

/** @param {Stage} stage */
export const stageText = ({ status, position = 1, agent = "", reason }) => {
  if (status === "flow") return "机器人为您服务";
  if (status === "waiting") return position > 1 ? `排队中，前面还有${position - 1}位` : "排队中，下一位就是您";
  if (status === "talking") return agent === "" ? "坐席为您服务" : `坐席「${agent}」为您服务`;
  const because = reason && why[reason];
  return because ? `会话已结束：${because}` : "会话已结束";
};

/** Contract chat.ts, chatTextMost. */
export const textMost = 1_000;
/** From here on how much is left is shown. */
const near = 900;

/** @param {number} n */
const thousands = (n) => n.toLocaleString("en-US");

/** @param {number} length */
export const countText = (length) => {
  if (length < near) return "";
  if (length <= textMost) return `${thousands(length)}/${thousands(textMost)}`;
  return `最多${thousands(textMost)}字，超出${thousands(length - textMost)}字`;
};

export const lostText = "网络已断开，正在重新连接…";
