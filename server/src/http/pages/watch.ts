/** Tells when the served import map changes, so that living pages hear of a swap at once. */
import { watch } from "node:fs";
import { createServed, type Imports } from "./served.ts";

/** Names of the entries that differ, without the scope: ['workorder']. */
export function changedModules(before: Imports, after: Imports): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((n) => before[n] !== after[n]).map((n) => n.replace(/^@liantai\//, ""));
}

/**
 * Calls onChange with the changed names after each swap or build. The map is replaced by rename, so the folder is
 * watched. Returns the stop. Without a build there is nothing to watch and nothing is called.
 */
export function watchImportMap(distDir: string, onChange: (modules: readonly string[]) => void): () => void {
  const served = createServed(distDir);
  let known: Imports;
  try {
    known = served().imports;
  } catch {
    return () => {};
  }
  const watcher = watch(distDir, { persistent: false }, (_event, name) => {
    if (name !== null && name !== "import-map.json") return;
    let imports: Imports;
    try {
      imports = served().imports;
    } catch {
      return;
    }
    const modules = changedModules(known, imports);
    known = imports;
    if (modules.length > 0) onChange(modules);
  });
  return () => watcher.close();
}
