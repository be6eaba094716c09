/** The bar's keys, read by code and not by letter, because Alt and a letter type something else on some keyboards. */
export const shortcuts = {
  ready: { code: "Digit1", text: "Alt+1" },
  busy: { code: "Digit2", text: "Alt+2" },
  finishWrapUp: { code: "Digit3", text: "Alt+3" },
  answer: { code: "KeyA", text: "Alt+A" },
  hangup: { code: "KeyH", text: "Alt+H" },
  hold: { code: "KeyP", text: "Alt+P" },
  mute: { code: "KeyM", text: "Alt+M" },
  keypad: { code: "KeyK", text: "Alt+K" },
  dial: { code: "KeyD", text: "Alt+D" },
} as const;
export type ShortcutName = keyof typeof shortcuts;

export function shortcutOf(
  event: Pick<KeyboardEvent, "code" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">,
): ShortcutName | undefined {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  return (Object.keys(shortcuts) as ShortcutName[]).find((name) => shortcuts[name].code === event.code);
}
