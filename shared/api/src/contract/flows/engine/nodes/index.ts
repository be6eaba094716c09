/** Every node type, by its name in the flow's JSON. */
import type { NodeType } from "../node-type.ts";
import { condition } from "./condition.ts";
import { end } from "./end.ts";
import { exception } from "./exception.ts";
import { hangup } from "./hangup.ts";
import { jump } from "./jump.ts";
import { keyCollect } from "./key-collect.ts";
import { keyNav } from "./key-nav.ts";
import { play } from "./play.ts";
import { skillGroup } from "./skill-group.ts";
import { start } from "./start.ts";
import { variable } from "./variable.ts";

// Each type knows the shape of its own config; whoever goes through all of them hands each what its own schema gave.
const all = [
  start,
  condition,
  keyCollect,
  end,
  jump,
  hangup,
  keyNav,
  skillGroup,
  play,
  variable,
  exception,
] as unknown as readonly NodeType[];

export const nodeTypes: Readonly<Record<string, NodeType>> = Object.fromEntries(all.map((type) => [type.type, type]));
/** In the order of the palette. */
export const nodeTypeList: readonly NodeType[] = all;
