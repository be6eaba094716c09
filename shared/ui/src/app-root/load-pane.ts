/** Loading an area's chunk before it is shown: React.lazy would add its reveal delay of about 350 ms. */
import type { ComponentType } from "react";

export type PaneLoader = () => Promise<{ readonly default: ComponentType }>;

/** ms; a screen that takes longer to load is reported as a load failure (console.md section 2). */
const loadLimit = 120_000;

const loaded = new WeakMap<PaneLoader, ComponentType>();
const loading = new WeakMap<PaneLoader, Promise<ComponentType>>();

/** The pane when its chunk is here already. */
export const loadedPane = (load: PaneLoader): ComponentType | undefined => loaded.get(load);

function limited(work: Promise<{ readonly default: ComponentType }>): Promise<{ readonly default: ComponentType }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the chunk was not there after ${loadLimit} ms`)), loadLimit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** One load at a time of each chunk; a failed one may be tried again. */
export function loadPane(load: PaneLoader): Promise<ComponentType> {
  const under = loading.get(load);
  if (under) return under;
  const work = limited(load())
    .then((module) => {
      loaded.set(load, module.default);
      return module.default;
    })
    .finally(() => loading.delete(load));
  loading.set(load, work);
  return work;
}
