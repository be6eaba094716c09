/** What a list of orders is asked: by what every order has, and by the fields of the form that is chosen. */
import { orderDues, orderPriorities, orderScopes, orderStates, targetFilters } from "@liantai/api/contract/work-orders";
import { mostTagsAtOnce, recordSources } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import { withDateRange } from "@liantai/ui/resource";
import { array, object, string, type AnyObjectSchema } from "yup";
import {
  askedFields,
  fieldDefaults,
  fieldFilters,
  fieldSchema,
  filtersOf,
  type AskedField,
  type Filters,
  type Given,
} from "../../records/parts/question.ts";

const oneOf = (label: string, words: object) =>
  string()
    .label(label)
    .oneOf(["", ...Object.keys(words)]);

const own = {
  scope: oneOf("范围", orderScopes),
  workCode: string().label("工单编号").max(30),
  title: string().label("标题").max(100),
  state: oneOf("状态", orderStates),
  status: string().label("状态名称").max(10),
  node: string().label("当前节点").max(30),
  due: oneOf("到期", orderDues),
  target: oneOf("服务目标", targetFilters),
  priority: oneOf("优先级", orderPriorities),
  holder: string().label("处理人").max(64),
  creator: string().label("创建人").max(64),
  source: oneOf("来源", recordSources),
  startTime: string().label("创建时间").max(30),
  endTime: string().label("创建时间").max(30),
  flowId: string().label("流程").max(64),
};
/** Of the form that is chosen. */
const tags = array().label("标签").of(string().required().max(64)).max(mostTagsAtOnce);
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const names = Object.keys(own) as (keyof typeof own)[];

export interface OrderQuestion {
  readonly asked: readonly AskedField[];
  readonly schema: AnyObjectSchema;
  readonly defaults: () => Filters;
  /** The body without page and order. */
  readonly body: (given: Given) => object;
  /** The inverse: what the query bar shows of a view's question. */
  readonly inputs: (question: AskedOrders) => Filters;
}

/** As a view keeps it. */
export type AskedOrders = Given & {
  readonly filters?: readonly { readonly name: string; readonly value?: unknown }[] | undefined;
};

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** `form`: undefined, orders of every form. */
export function orderQuestion(form: CompiledForm | undefined, source: string | undefined): OrderQuestion {
  const asked = form ? askedFields(form).filter(({ field }) => field.name !== "workCode") : [];
  const defaults = (): Filters => ({
    ...Object.fromEntries(names.map((name) => [name, ""])),
    ...fieldDefaults(asked),
    tags: [],
    scope: source === undefined ? "mine" : "all",
  });
  return {
    asked,
    schema: fieldSchema(asked, withDateRange(object({ ...own, tags }), "startTime", "endTime")),
    defaults,
    inputs: ({ filters = [], ...given }) => ({
      ...filtersOf(asked, { filters }, defaults()),
      ...Object.fromEntries(names.map((name) => [name, String(given[name] ?? "")])),
      tags: idsIn(given["tags"]),
    }),
    body(given) {
      const filters = fieldFilters(asked, given);
      const plain = names.flatMap((name): [string, string | number][] => {
        const text = textOf(given[name]);
        return text === "" ? [] : [[name, name === "priority" ? Number(text) : text]];
      });
      return {
        ...Object.fromEntries(plain),
        ...(source !== undefined && { source }),
        ...(idsIn(given["tags"]).length > 0 && { tags: idsIn(given["tags"]) }),
        ...(form && { formId: form.formId, filters }),
      };
    },
  };
}
