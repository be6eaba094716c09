/** What role and node say of fields, taken together: the stricter counts. Pure. */
import type { OtherRender, RenderSetting } from "./context.ts";

/** One that says yes or no where the other is silent; where both speak `wins` does. */
const both = (a: boolean | undefined, b: boolean | undefined, wins: boolean): boolean | undefined =>
  a === wins || b === wins ? wins : (a ?? b);

function joined(a: RenderSetting, b: RenderSetting): RenderSetting {
  const said = {
    enable: both(a.enable, b.enable, false),
    require: both(a.require, b.require, true),
    hidden: both(a.hidden, b.hidden, true),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** Hidden is what either hides; nobody types where either locks; required is what either requires. */
export function stricterRender(a: OtherRender, b: OtherRender): OtherRender {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, joined(a[name] ?? {}, b[name] ?? {})]));
}

export const hiddenIn = (render: OtherRender): ReadonlySet<string> =>
  new Set(Object.entries(render).flatMap(([name, { hidden }]) => (hidden === true ? [name] : [])));

export const renderWithout = (render: OtherRender, names: ReadonlySet<string>): OtherRender =>
  Object.fromEntries(Object.entries(render).filter(([name]) => !names.has(name)));
