// What browsers have and jsdom lacks: Node's own, from outside jest's sandbox, so that one realm's Request meets its own
// AbortSignal. Tests replace `fetch` by a double at the network's edge.
import "@testing-library/jest-dom";
// Here, and not by the first suite of a group alone: it cleans up after each test of all of them.
import "@testing-library/react";
import { configure, getConfig } from "@testing-library/dom";
import * as React from "react";
import { runInThisContext } from "node:vm";

// How long something is looked for before a test says that it is missing: a second is little on a machine with other work.
configure({ asyncUtilTimeout: 5_000 });

// While something is waited for, each look that does not find it would print the whole page into an error that nobody sees. Only of the
// last one, whose time is over, is the message read: it is printed then.
const { getElementError } = getConfig();
configure({
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: looking } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (looking !== true) return getElementError(message, container);
    const error = new Error();
    error.name = "TestingLibraryElementError";
    const get = () => getElementError(message, container).message;
    return Object.defineProperty(error, "message", { get, configurable: true });
  },
});

// React in development takes a stack for each element it makes, ten thousand a second, to name in a warning who made it: a seventh of
// all that these suites compute. What it has counted stands over its own limit here; warnings themselves are as they were.
const internals = Object.entries(React).find(([name]) => name.startsWith("__CLIENT_INTERNALS"))?.[1] as object;
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => undefined });

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

// A minute after a download its address is given back: where a suite takes so long, a double that stood here for one test is gone.
URL.revokeObjectURL ??= () => undefined;
