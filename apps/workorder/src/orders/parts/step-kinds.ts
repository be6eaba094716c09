/** How each step of an order is asked for: pure. What may be done the server says (`actions` of formStream/find). */
import { orderCommands, type OrderCommandType } from "@liantai/api/contract/work-orders";
import { object, string, type AnyObjectSchema } from "yup";

export interface StepKind {
  /** Before it is done: nothing, a question, or a form. */
  readonly ask: "nothing" | "question" | "form";
  /** What the form's text is called; required where nothing is said without it. */
  readonly text?: { readonly label: string; readonly required?: string };
  readonly seat?: "one" | "optional";
  readonly node?: boolean;
  readonly priority?: boolean;
  /** What was typed into the order's fields goes with it. */
  readonly writes?: boolean;
  /** Nothing that the form requires may be missing. */
  readonly completes?: boolean;
  readonly danger?: boolean;
  readonly question?: string;
}

const remark = { label: "说明" } as const;

/** In the order of the buttons: what one comes for stands last. */
export const stepKinds: Readonly<Partial<Record<OrderCommandType, StepKind>>> = {
  remove: { ask: "question", danger: true, question: "确定要删除该工单吗？删除后不能恢复。" },
  recycle: { ask: "form", text: { label: "回收原因" } },
  jump: { ask: "form", node: true, seat: "optional", text: remark },
  assign: { ask: "form", seat: "one", text: remark },
  prioritize: { ask: "form", priority: true },
  comment: { ask: "form", text: { label: "备注内容", required: "请填写备注内容" } },
  commentFollowUp: { ask: "form", text: { label: "回访备注", required: "请填写回访备注" } },
  followUp: { ask: "form", text: { label: "回访结果" } },
  commentUrge: { ask: "form", text: { label: "回复内容", required: "请填写回复内容" } },
  urge: { ask: "form", text: { label: "催办内容" } },
  retrieve: { ask: "question", question: "确定要撤回该工单吗？撤回后由您继续处理。" },
  suspend: { ask: "form", text: { label: "挂起原因" }, writes: true },
  resume: { ask: "nothing" },
  transferBack: { ask: "question", question: "确定要把工单转回给转交人吗？" },
  transfer: { ask: "form", seat: "one", text: { label: "转交说明" }, writes: true },
  returnCreator: { ask: "form", text: { label: "退回原因" }, writes: true },
  returnPrevious: { ask: "form", text: { label: "退回原因" }, writes: true },
  save: { ask: "nothing", writes: true },
  complete: { ask: "form", text: { label: "办结说明" }, writes: true, completes: true },
  approve: { ask: "form", text: { label: "处理意见" }, writes: true, completes: true },
  submit: { ask: "nothing", writes: true, completes: true },
  claim: { ask: "nothing" },
};

/** Those that may be taken, in the order of their buttons. `open` is the look itself, and has none. */
export const stepsOf = (actions: readonly OrderCommandType[]): readonly OrderCommandType[] =>
  (Object.keys(stepKinds) as OrderCommandType[]).filter((command) => actions.includes(command));

const longest = 500;

export function stepSchema({ text, seat, node, priority }: StepKind): AnyObjectSchema {
  const said = string()
    .label(text?.label ?? "说明")
    .trim()
    .max(longest, `最多${longest}个字符`);
  const to = string().label("坐席");
  return object({
    ...(node && { nodeId: string().label("节点").required("请选择节点") }),
    ...(seat && { to: seat === "one" ? to.required("请选择坐席") : to }),
    ...(priority && { priority: string().label("优先级").required("请选择优先级") }),
    ...(text && { text: text.required ? said.required(text.required) : said }),
  });
}

export const stepName = (command: OrderCommandType): string => orderCommands[command];
