/** Which tabs hold text that was not saved: closing one of them, or the page, asks first. */
let marks: readonly { readonly key: string }[] = [];

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Says that the tab holds unsaved text until the returned function is called. Several parts of a tab may say so. */
export function markUnsaved(tabKey: string): () => void {
  const mark = { key: tabKey };
  if (marks.length === 0) globalThis.addEventListener?.("beforeunload", ask);
  marks = [...marks, mark];
  return () => {
    marks = marks.filter((m) => m !== mark);
    if (marks.length === 0) globalThis.removeEventListener?.("beforeunload", ask);
  };
}

/** The tab keys among `keys` that hold unsaved text. */
export const unsavedOf = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => marks.some((m) => m.key === key));
