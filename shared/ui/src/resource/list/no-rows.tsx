import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import type { Empty } from "@liantai/ui";

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? "") === JSON.stringify(b ?? "");

interface NoRowsOptions {
  readonly label: string;
  /** What the screen says of a list that filters left empty. how: said after the hint to who may add. */
  readonly empty: Empty & { readonly how?: string };
  readonly filters: object;
  readonly defaults: object;
  /** The list is a part, e.g. of one group: that it is empty says nothing of the others. */
  readonly part: boolean;
  readonly onClear: () => void;
  /** Given: the person may add one. */
  readonly adding: { readonly label: string; readonly press: () => void } | undefined;
}

/** Whether nothing is there yet, or nothing fits what was asked; and the way on from either. */
export function noRows({
  label,
  empty: { how = "", ...said },
  filters,
  defaults,
  part,
  onClear,
  adding,
}: NoRowsOptions): Empty {
  const hint = `${said.hint ?? ""}${adding ? how : ""}`;
  const empty = { ...said, ...(hint ? { hint } : {}) };
  const names = Object.keys(filters) as (keyof typeof filters)[];
  const changed = names.some((name) => !isSame(filters[name], defaults[name]));
  if (changed)
    return {
      title: empty.title.startsWith("没有符合条件的") ? empty.title : `没有符合条件的${label}`,
      hint: "可以换一个条件再查，或清空条件看全部。",
      action: (
        <Button variant="outline" onClick={onClear}>
          清空条件
        </Button>
      ),
    };
  const action = adding && (
    <Button onClick={adding.press}>
      <Plus aria-hidden />
      {adding.label === "新增" ? `新增${label}` : adding.label}
    </Button>
  );
  // Today alone is a condition too, though nobody chose it.
  if (names.some((name) => isGiven(filters[name]))) return { ...empty, action };
  const title = empty.title.replace(/^没有符合条件的/, part ? "这里还没有" : "还没有");
  return { ...empty, title, action };
}
