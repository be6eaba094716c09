/** Types for the test; see curated.mjs. */
export function curatedImports(text: string, where: string): Map<string, Set<string>>;
