/**
 * The kinds of exits that the contract's node types can have at all, found by trying their properties: an exit that is there only with a
 * property (返回键, 离开排队的按键) is found as well, and of a list (规则, 意图分支) one exit stands for all: `rules[]`.
 */
import type { NodeType } from "@liantai/api/flows";

type Config = Readonly<Record<string, unknown>>;

interface Described {
  readonly type: string;
  readonly oneOf?: readonly unknown[];
  readonly innerType?: Described;
  readonly fields?: Readonly<Record<string, Described>>;
}

const cast = ({ config }: NodeType, own: Config): Config => config.cast(own, { assert: false }) as Config;
const idsOf = (type: NodeType, config: Config): readonly string[] => type.exits(config).map(({ id }) => id);

/** Which kind an exit of a node with these properties is of. */
export function kindOf(type: NodeType, own: Config, exit: string): string {
  const config = cast(type, own);
  const lists = Object.keys(config).filter((name) => Array.isArray(config[name]));
  const list = lists.find((name) => !idsOf(type, { ...config, [name]: [] }).includes(exit));
  return list === undefined ? exit : `${list}[]`;
}

/** Something that may stand in such a field. */
function sample({ type, oneOf = [], fields = {} }: Described): unknown {
  const [first] = oneOf.filter((each) => each !== "");
  if (first !== undefined) return first;
  if (type === "object") return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, sample(of)]));
  return { string: "x", number: 1, boolean: true }[type] ?? [];
}

/** By properties, one at a time. */
export function kindsOf(type: NodeType): readonly string[] {
  const { fields } = type.config.describe() as unknown as { readonly fields: Readonly<Record<string, Described>> };
  const variants = Object.entries(fields).flatMap(([name, of]) => {
    if (of.type === "array" && of.innerType) return [{ [name]: [sample(of.innerType)] }];
    const values = of.type === "boolean" ? [true, false] : (of.oneOf ?? []);
    return values.map((value) => ({ [name]: value }));
  });
  const kinds = [{}, ...variants].flatMap((own) => {
    const config = cast(type, own);
    return idsOf(type, config).map((exit) => kindOf(type, config, exit));
  });
  return [...new Set(kinds)].sort();
}
