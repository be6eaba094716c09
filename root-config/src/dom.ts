/** The root config's own few elements. Text is set as text, never as markup. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function button(text: string, press: () => void, quiet = false): HTMLButtonElement {
  const made = element("button", quiet ? "page-button quiet" : "page-button", text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

export interface Strip {
  readonly root: HTMLElement;
  say(text: string): void;
}

/** A line with a button, and a second quiet button when `dismiss` is given. */
export function strip(text: string, action: string, press: () => void, dismiss?: () => void): Strip {
  const root = element("div", "strip");
  const line = element("p", "", text);
  root.append(line, button(action, press));
  if (dismiss) root.append(button("稍后", dismiss, true));
  return { root, say: (next) => (line.textContent = next) };
}
