/** A service is its verbs, bound to what they need (docs/decisions/037-one-style-of-service.md). */

type Verbs<D> = Readonly<Record<string, (deps: D, ...given: never[]) => unknown>>;
type Bound<V> = {
  readonly [K in keyof V]: V[K] extends (deps: never, ...given: infer A) => infer R ? (...given: A) => R : never;
};

export function serviceOf<D, V extends Verbs<D>>(deps: D, verbs: V): Bound<V> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, verb.bind(null, deps)]);
  return Object.fromEntries(bound);
}
