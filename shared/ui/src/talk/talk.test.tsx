import { render, screen, within } from "@testing-library/react";
import { UiProvider } from "../index.ts";
import { Dialogue, Warnings, type ShownEntry } from "./index.ts";

const entry = (id: string, more: Partial<ShownEntry>): ShownEntry => ({
  id,
  type: "customer",
  text: "你好",
  startTime: 1_000,
  mute: 0,
  chipin: 0,
  speed: null,
  badWords: [],
  ...more,
});

test("A6 sentences stand in the order they began, each with its flags; markup in them stays text", () => {
  render(
    <UiProvider>
      <Dialogue
        entries={[
          entry("2", {
            type: "agent",
            startTime: 9_000,
            text: "<b>别吵</b>",
            chipin: 1,
            speed: 320,
            badWords: ["别吵"],
          }),
          entry("1", { mute: 7_000 }),
          entry("3", { startTime: 10_000, text: "" }),
        ]}
      />
    </UiProvider>,
  );
  const lines = within(screen.getByRole("list", { name: "双方对话" })).getAllByRole("listitem");
  // In the enterprises' zone, wherever the browser is.
  expect(lines[0]).toHaveTextContent("08:00:01");
  expect(lines.map((line) => line.textContent?.replace(/\d\d:\d\d:\d\d/, ""))).toEqual([
    "客户 静音7秒你好",
    "坐席 抢话敏感词：别吵320字/分<b>别吵</b>",
    "客户 （未识别）",
  ]);
});

test("A6 the newest warning stands first", () => {
  render(
    <UiProvider>
      <Warnings
        most={2}
        warnings={(["speed", "silence", "badWord"] as const).map((kind) => ({ id: kind, kind, text: `${kind}!` }))}
      />
    </UiProvider>,
  );
  const lines = within(screen.getByRole("list", { name: "提醒" })).getAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual(["敏感词badWord!", "静音silence!"]);
});
