/** Types for the test; see publish-to.mjs. */
export function targetOf(text: string): string;
export function keyOf(environment: Readonly<Record<string, string | undefined>>): string;
export function scopeOf(options: { enterprises?: string; share?: string }): {
  scope: string;
  compIds?: string;
  percent?: string;
};
