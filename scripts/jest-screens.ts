// What browsers have and jsdom lacks: Node's own, from outside jest's sandbox, so that one realm's Request meets its own
// AbortSignal. Tests replace `fetch` by a double at the network's edge.
import "@testing-library/jest-dom";
import { configure } from "@testing-library/dom";
import { runInThisContext } from "node:vm";

// How long something is looked for before a test says that it is missing: a second is little on a machine with other work.
configure({ asyncUtilTimeout: 5_000 });

const names = [
  "TextEncoder",
  "TextDecoder",
  "AbortController",
  "AbortSignal",
  "Request",
  "Response",
  "Headers",
  "structuredClone",
  "Blob",
  "File",
  "FormData",
  "ReadableStream",
] as const;
for (const name of names)
  Object.defineProperty(globalThis, name, { value: runInThisContext(name), writable: true, configurable: true });
if (!globalThis.crypto?.subtle)
  Object.defineProperty(globalThis, "crypto", { value: runInThisContext("crypto"), configurable: true });

// Nothing has a size here; labels of lines ask for theirs.
Object.defineProperty(SVGElement.prototype, "getBBox", { value: () => ({ x: 0, y: 0, width: 0, height: 0 }) });

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
