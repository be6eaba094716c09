/** Category-1 menu rows (console.md section 6): the buttons of a page, as each area's contract file declares them. */
import type { Who } from "./roles.ts";

export interface ButtonDefinition {
  /** Unique over all pages: 'seat.add'. The same code stands in the permission of the endpoint it presses. */
  readonly code: string;
  readonly name: string;
  /** Whose default role is granted it. */
  readonly who: readonly Who[];
  /** What it presses could be pressed before the button was there: default roles get it without 菜单同步. */
  readonly kept?: true;
}

/** By path of the page in tabs.ts. */
export type PageButtons = Readonly<Record<string, readonly ButtonDefinition[]>>;

/** 新增, 编辑, 删除 of a plain resource: codes name.add, name.update, name.delete. */
export const crudButtons = (name: string, who: readonly Who[]): readonly ButtonDefinition[] => [
  { code: `${name}.add`, name: "新增", who },
  { code: `${name}.update`, name: "编辑", who },
  { code: `${name}.delete`, name: "删除", who },
];
