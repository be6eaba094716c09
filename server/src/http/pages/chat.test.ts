/** J45 to J47: what the visitor's page and its script are served with, and the words of the page. */
import { chatCloses, chatEnds, chatTextMost, chatTimings } from "@liantai/api/contract/im";
import Fastify, { type FastifyInstance } from "fastify";
import { closes, timings } from "./chat/line.js";
import { countText, inkOn, stageText, textMost, timeText, travelling } from "./chat/words.js";
import { registerChatPage } from "./chat.ts";

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  registerChatPage(app);
});
afterAll(() => app.close());

const get = (url: string) => app.inject({ url, headers: { host: "kf.example.com" } });

test("J45 the page is the same bytes for every key, strict, asks no third party, and any site may show it", async () => {
  const [real, guessed] = await Promise.all([get("/customer/chat/aaaaaaaaaaaa"), get("/customer/chat/bbbbbbbbbbbb")]);
  expect(real.statusCode).toBe(200);
  expect(real.body).toBe(guessed.body);
  expect(real.body).not.toMatch(/https?:|<script>|style=|onload/);
  const { headers } = real;
  expect(headers).toMatchObject({
    ...{ "referrer-policy": "no-referrer", "cache-control": "no-cache", "x-content-type-options": "nosniff" },
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": "noindex, nofollow",
  });
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(String(headers["content-security-policy"]).split("; ")).toEqual([
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:", "media-src blob:"],
    "connect-src 'self' ws://kf.example.com wss://kf.example.com",
    ...["form-action 'none'", "base-uri 'none'", "frame-ancestors *"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ]);
});

test("J45 every file that the page's own files name is served, and cached no longer than it is the same", async () => {
  const names = new Set<string>();
  const follow = async (name: string): Promise<void> => {
    if (names.has(name)) return;
    names.add(name);
    const { statusCode, body, headers } = await get(`/customer/chat/${name}`);
    expect([name, statusCode, headers["cache-control"]]).toEqual([name, 200, "no-cache"]);
    expect(body).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|eval\(/);
    for (const [, next] of body.matchAll(/from "\.\/([a-z]+\.js)"/g)) await follow(next!);
  };
  await follow("page.js");
  await follow("page.css");
  expect(names.size).toBeGreaterThan(10);
  const embed = await get("/customer/chat.js");
  expect([embed.statusCode, embed.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect(embed.headers).toMatchObject({
    "cache-control": "no-cache",
    "cross-origin-resource-policy": "cross-origin",
  });
});

test("J46 the page's numbers are the contract's", () => {
  expect({ heartbeat: timings.heartbeat, retry: timings.retry }).toEqual({
    heartbeat: chatTimings.heartbeat,
    retry: chatTimings.retry,
  });
  expect(timings.silence).toBe(3 * chatTimings.heartbeat);
  expect(closes).toEqual(chatCloses);
  expect(textMost).toBe(chatTextMost);
});

test("J49 times are a time of day, 昨天, a weekday within the last week, else month and day", () => {
  // Wednesday, 00:30 in Shanghai.
  const now = Date.parse("2026-11-24T16:30:00Z");
  expect(travelling(new Date(now))).toBe("2026-11-25 00:30:00");
  expect(
    ["2026-11-25 00:29:59", "2026-11-24 23:59:59", "2026-11-23 09:05:00", "2026-11-19 09:05:00"].map((time) =>
      timeText(time, now),
    ),
  ).toEqual(["00:29", "昨天 23:59", "周一 09:05", "周四 09:05"]);
  expect(timeText("2026-11-18 09:05:00", now)).toBe("11/18 09:05");
  expect(timeText("2025-12-31 09:05:00", now)).toBe("2025/12/31 09:05");
  expect(timeText("2026-11-26 00:01:00", now)).toBe("00:01");
});

test("J49 text on the site's colour stands out at least 4.5 to 1, whatever the colour", () => {
  const channel = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const steps = ["00", "33", "66", "99", "cc", "ff"];
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
  for (const color of [...colors, "#1f6feb", "#767676", "#777777"]) {
    const [light, dark] = [luminance(color), luminance(inkOn(color))].sort((a, b) => b - a);
    expect((light! + 0.05) / (dark! + 0.05)).toBeGreaterThanOrEqual(4.5);
  }
  expect([inkOn("#1f6feb"), inkOn("#f5d90a"), inkOn("#FFFFFF")]).toEqual(["#ffffff", "#000000", "#000000"]);
});

test("J49 the line of the stage, in words for who asks", () => {
  const sessionId = "s1";
  expect(stageText({ sessionId, status: "flow" })).toBe("机器人为您服务");
  expect(stageText({ sessionId, status: "waiting", position: 3 })).toBe("排队中，前面还有2位");
  expect(stageText({ sessionId, status: "waiting", position: 1 })).toBe("排队中，下一位就是您");
  expect(stageText({ sessionId, status: "talking", agent: "王小明" })).toBe("坐席「王小明」为您服务");
  for (const reason of Object.keys(chatEnds) as (keyof typeof chatEnds)[])
    expect(stageText({ sessionId, status: "closed", reason })).toMatch(/^会话已结束(：.+)?$/);
  expect(stageText({ sessionId, status: "closed", reason: "full" })).toBe("会话已结束：排队人数已满，请稍后再来");
  expect(stageText({ sessionId, status: "closed" })).toBe("会话已结束");
});

test("J48 how much may be typed is said when it is near", () => {
  expect([countText(0), countText(899), countText(900), countText(1000), countText(1012)]).toEqual([
    ...["", "", "900/1,000", "1,000/1,000", "最多1,000字，超出12字"],
  ]);
});
