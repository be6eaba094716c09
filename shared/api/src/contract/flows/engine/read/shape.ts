/** Strict readers of JSON: each says by its path what is wrong. */

export interface Fault {
  /** nodes[0].subProcess.flow.nodes[3].talkings[0].text */
  readonly path: string;
  readonly text: string;
}

/** Tells its faults; nothing is changed and nothing is made up. */
export type Shape = (value: unknown, path: string, tell: (fault: Fault) => void) => void;

export const text =
  (most: number, least = 0): Shape =>
  (value, path, tell) => {
    if (typeof value !== "string") tell({ path, text: "应为文字" });
    else if (value.length > most) tell({ path, text: `不能超过${most}个字` });
    else if (value.length < least) tell({ path, text: "不能为空" });
  };

export const id =
  (optional = false): Shape =>
  (value, path, tell) => {
    if (typeof value !== "string" || !(optional && value === "" ? true : /^[\w-]{1,64}$/.test(value)))
      tell({ path, text: "编号只能是1到64个字母、数字、下划线或连字符" });
  };

export const number =
  (least: number, most: number): Shape =>
  (value, path, tell) => {
    if (typeof value !== "number" || !Number.isFinite(value)) tell({ path, text: "应为数字" });
    else if (value < least || value > most) tell({ path, text: `应在${least}和${most}之间` });
  };

export const truth: Shape = (value, path, tell) => {
  if (typeof value !== "boolean") tell({ path, text: "应为true或false" });
};

export const oneOf =
  (...values: readonly (string | number)[]): Shape =>
  (value, path, tell) => {
    if (!values.includes(value as string)) tell({ path, text: `应为${values.join("、")}之一` });
  };

export const list =
  (of: Shape, most: number): Shape =>
  (value, path, tell) => {
    if (!Array.isArray(value)) tell({ path, text: "应为列表" });
    else if (value.length > most) tell({ path, text: `不能超过${most}项` });
    else value.forEach((each, at) => of(each, `${path}[${at}]`, tell));
  };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const under = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

/** Every property is there, and no other. optional: may be missing. */
export const record =
  (fields: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape =>
  (value, path, tell) => {
    if (!isRecord(value)) return tell({ path, text: "应为对象" });
    for (const [key, own] of Object.entries(value)) {
      const shape = Object.hasOwn(fields, key) ? fields[key] : Object.hasOwn(optional, key) ? optional[key] : undefined;
      if (shape) shape(own, under(path, key), tell);
      else tell({ path: under(path, key), text: `不认识的属性“${key.slice(0, 60)}”` });
    }
    for (const key of Object.keys(fields))
      if (!Object.hasOwn(value, key)) tell({ path: under(path, key), text: "缺少" });
  };

export const map =
  (of: Shape, most: number): Shape =>
  (value, path, tell) => {
    if (!isRecord(value)) return tell({ path, text: "应为对象" });
    const entries = Object.entries(value);
    if (entries.length > most) return tell({ path, text: `不能超过${most}项` });
    for (const [key, own] of entries) of(own, under(path, key), tell);
  };

/** Free properties of a node; what they are its type says (node-config.ts). */
export const free: Shape = (value, path, tell) => {
  if (!isRecord(value)) tell({ path, text: "应为对象" });
};
