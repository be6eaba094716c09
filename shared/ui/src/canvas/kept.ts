import { useRef } from "react";

/** What is made of these parts, the same object as before while every part of it is: what did not change is not drawn again. */
export function useKept<T>(): (id: string, parts: readonly unknown[], make: () => T) => T {
  const kept = useRef(new Map<string, { readonly parts: readonly unknown[]; readonly made: T }>());
  const keep = useRef((id: string, parts: readonly unknown[], make: () => T): T => {
    const before = kept.current.get(id);
    if (before?.parts.every((part, at) => part === parts[at])) return before.made;
    const made = make();
    kept.current.set(id, { parts, made });
    return made;
  });
  return keep.current;
}
