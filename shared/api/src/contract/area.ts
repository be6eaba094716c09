/** An area of the product as data: what everything that lists screens, endpoints, buttons or words is gathered from. */
import type { PageButtons } from "./buttons.ts";
import type { Endpoint } from "./resource.ts";
import type { TabRow } from "./tab-row.ts";

/** What the operation log says for its keys. A field named 'kind.field' is the word of that kind of thing alone. */
export interface LogWords {
  readonly objects?: Readonly<Record<string, string>>;
  readonly actions?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Area {
  readonly tabs: readonly TabRow[];
  readonly endpoints: readonly Endpoint[];
  /** By path of the page in tabs. */
  readonly buttons: PageButtons;
  readonly logWords: LogWords;
}

interface Parts {
  readonly tabs: readonly TabRow[];
  /** Paths of pages whose screens come later (planned.ts): they have buttons already, for their endpoints are there. */
  readonly planned?: readonly string[];
  readonly resources: readonly Readonly<Record<string, Endpoint>>[];
  readonly buttons?: PageButtons;
  readonly logWords?: LogWords;
}

/**
 * Called with a PURE mark before it, and with a function: the page imports the rows of an area that stand beside it, and the
 * bundler then leaves out the area with all its endpoints. Throws RangeError on buttons of a page that is not the area's.
 */
export function defineArea(parts: () => Parts): Area {
  const { tabs, planned = [], resources, buttons = {}, logWords = {} } = parts();
  const strange = Object.keys(buttons).find(
    (path) => !planned.includes(path) && !tabs.some((tab) => tab.path === path),
  );
  if (strange !== undefined) throw new RangeError(`buttons of ${strange}, which is no page of the area`);
  return { tabs, endpoints: resources.flatMap((resource) => Object.values(resource)), buttons, logWords };
}

export const endpointsOf = (areas: readonly Area[]): readonly Endpoint[] => areas.flatMap((area) => area.endpoints);

/** Throws RangeError when two areas have the same page or the same button. */
export function buttonsOf(areas: readonly Area[]): PageButtons {
  const all: Record<string, PageButtons[string]> = {};
  const codes = new Set<string>();
  for (const [path, buttons] of areas.flatMap((area) => Object.entries(area.buttons))) {
    for (const { code } of buttons) {
      if (codes.has(code)) throw new RangeError(`two buttons have the code ${code}`);
      codes.add(code);
    }
    all[path] = [...(all[path] ?? []), ...buttons];
  }
  return all;
}

export function logWordsOf(areas: readonly Pick<Area, "logWords">[]): Required<LogWords> {
  const join = (part: keyof LogWords): Readonly<Record<string, string>> =>
    Object.assign({}, ...areas.map((area) => area.logWords[part]));
  return { objects: join("objects"), actions: join("actions"), fields: join("fields") };
}
