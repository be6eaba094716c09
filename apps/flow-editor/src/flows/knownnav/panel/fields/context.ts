/** What every field of a node's form is drawn among. */
import type { FlowBody, FlowNode, NodeType, SubProcess } from "@liantai/api/flows";
import { createContext, useContext } from "react";
import type { Surroundings } from "../surroundings.ts";
import type { Config, Path } from "./kinds.ts";

export interface Around {
  readonly type: NodeType;
  readonly node: FlowNode;
  readonly sub: SubProcess;
  readonly body: FlowBody;
  readonly surroundings: Surroundings;
  /** What stands in the form now. */
  readonly config: Config;
  /** What is wrong at a place; undefined: nothing. */
  readonly errorAt: (path: Path) => string | undefined;
}

export const AroundContext = createContext<Around | null>(null);

export function useAround(): Around {
  const around = useContext(AroundContext);
  if (!around) throw new Error("useAround is for the fields of a node");
  return around;
}
