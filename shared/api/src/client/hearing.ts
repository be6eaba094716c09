/** The extension at which somebody without a seat hears calls, as he named it; '': in the page. The browser keeps it. */
const key = "liantai.hearing.extension";

export const hearingExtension = (): string => localStorage.getItem(key) ?? "";

export function keepHearingExtension(extension: string): void {
  if (extension) localStorage.setItem(key, extension);
  else localStorage.removeItem(key);
}
