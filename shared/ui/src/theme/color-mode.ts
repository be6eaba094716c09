/** Light or dark: the class `light` or `dark` on <html>. What the person chose is kept; until then the system decides. */

export type ColorMode = "light" | "dark";
export type ColorChoice = ColorMode | "system";

const key = "liantai.colorMode";
const listeners = new Set<() => void>();
let choice: ColorChoice = "system";
let system: MediaQueryList | undefined;

export const colorChoice = (): ColorChoice => choice;
export const colorMode = (): ColorMode => (choice !== "system" ? choice : system?.matches ? "dark" : "light");

function apply(): void {
  const mode = colorMode();
  document.documentElement.classList.toggle("dark", mode === "dark");
  document.documentElement.classList.toggle("light", mode === "light");
  for (const listener of listeners) listener();
}

function read(): ColorChoice {
  try {
    const kept = localStorage.getItem(key);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

let started = false;
/** Idempotent. Follows the system and the console's other browser tabs from then on. */
export function startColorMode(): void {
  if (started || typeof document === "undefined") return;
  started = true;
  system = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
  system?.addEventListener("change", apply);
  globalThis.addEventListener("storage", (event) => {
    if (event.key !== key) return;
    choice = read();
    apply();
  });
  choice = read();
  apply();
}

export function chooseColor(next: ColorChoice): void {
  choice = next;
  try {
    if (next === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, next);
  } catch {
    // A browser that keeps nothing still switches for this page.
  }
  apply();
}

/** Returns the function that ends the subscription. */
export function watchColor(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
