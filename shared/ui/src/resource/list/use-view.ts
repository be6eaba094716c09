/** What a screen shows of its subject, one at a time; which one stands in the tab's address. */
import { useSearchParams } from "react-router-dom";

/** The first of the views is on show where the address names none. Another begins without the question of the one before. */
export function useView<V extends string>(views: Readonly<Record<V, string>>): readonly [V, (view: V) => void] {
  const [params, setParams] = useSearchParams();
  const names = Object.keys(views) as V[];
  const view = names.find((name) => name === params.get("view")) ?? names[0]!;
  const show = (next: V) => {
    if (next !== view) setParams(next === names[0] ? {} : { view: next }, { replace: true });
  };
  return [view, show];
}
