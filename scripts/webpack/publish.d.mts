/** Types for the test; see publish.mjs. */
export interface PublishedModule {
  readonly specifier: string;
  readonly name: string;
  readonly file: string;
}
export class Locked extends Error {}
export function lock(distDir: string, purpose: string): () => void;
export function publish(
  distDir: string,
  results: readonly { module: PublishedModule; hash: string; deps: readonly string[]; exports?: readonly string[] }[],
): string[];
export function rollback(distDir: string, module: PublishedModule): string;
export function readMap(distDir: string): { imports: Record<string, string> };
export function readVersions(
  distDir: string,
  name: string,
): { current: string | null; versions: { hash: string; at: string }[] };
