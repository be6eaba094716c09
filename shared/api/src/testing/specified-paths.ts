/** Paths as the specification lists them (endpoints.txt, word for word), against what is served. */

export interface SpecifiedPath {
  /** '*': not stated. */
  readonly method: string;
  /** With {id} for a parameter. */
  readonly path: string;
}

/** lines: `METHOD prefix: names`, one group a line; what is indented goes on with the line before. */
export const specifiedPaths = (lines: string): readonly SpecifiedPath[] =>
  lines
    .trim()
    .split(/\n(?! )/)
    .flatMap((line) => {
      const [, method, prefix, names] = /^(\S+) (\S+): (.+)$/s.exec(line)!;
      return names!.split(/\s+/).map((name) => ({ method: method!, path: `${prefix}/${name}` }));
    });

/** Paths of endpoints, a parameter as the specification writes it. */
export const servedPaths = (endpoints: readonly { readonly path: string }[]): ReadonlySet<string> =>
  new Set(endpoints.map(({ path }) => path.replace(/:(\w+)/g, "{$1}")));
