// The order of the journeys: those that take longest first, so that none of them ends long after the others. jest's own order
// goes by the size of a file until it has run it once on the machine, and CI never has.

/** What takes over 35 s alone on a machine of two cores, the longest first; the rest goes by size. */
const long = [
  "hot-swap",
  "agent-bar",
  "administration",
  "administration-operator",
  "killed",
  "from-nothing",
  "queue",
  "seats",
];

/** @typedef {{ readonly path: string; readonly context: { readonly hasteFS: { getSize(path: string): number | null } } }} Test */

/** @param {Test} test */
const place = ({ path }) => {
  const at = long.findIndex((name) => path.endsWith(`/${name}.e2e.ts`));
  return at < 0 ? long.length : at;
};
/** @param {Test} test */
const size = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;

export default class LongestFirst {
  /** @param {readonly Test[]} tests */
  sort(tests) {
    return tests.toSorted((a, b) => place(a) - place(b) || size(b) - size(a));
  }
  // Nothing is kept from run to run.
  cacheResults() {}
}
