/** 加入外呼: the numbers of what the list shows, into a dialling task or as a list in 文件下载. */
import { Text } from "@chakra-ui/react";
import { queriesOf, selectUser, useMayPress, useMaySee, useSelector, type RootState } from "@liantai/api/client";
import { isAdministrator } from "@liantai/api/contract";
import { dialTaskApi, taskButton, taskPages, taskTypes, type TaskType } from "@liantai/api/contract/task-choices";
import { countedRecords, recordSheetApi } from "@liantai/api/contract/workorder";
import { holdsDate, holdsText, type CompiledField, type CompiledForm } from "@liantai/api/forms";
import { formOf, Outcome, SelectField, TextField, type Action } from "@liantai/ui/resource";
import { PhoneForwarded } from "lucide-react";
import { useWatch } from "react-hook-form";
import { sheets } from "./queries.ts";
import type { questionOf } from "./question.ts";
import { useSocketId } from "./socket-id.ts";

const tasks = queriesOf({ list: dialTaskApi.list });
const schema = recordSheetApi.phonesToTask.body!.pick([
  "name",
  "taskId",
  "consentAtField",
  "consentSourceField",
  "agentField",
]);

/** Tasks of a kind that are not over, for whoever may put numbers into such. */
function useTasksOf(ftype: TaskType) {
  const { list: page } = taskPages[ftype];
  const administers = useSelector((state: RootState) => isAdministrator(selectUser(state)));
  const sees = useMaySee(page) === true;
  const presses = useMayPress(page)(taskButton(ftype, "numbers"));
  const may = administers && sees && presses;
  const { data } = tasks.list.useQuery(
    { body: { pageNo: 1, pageSize: 9_999, sortBy: "createdAt", sortOrder: "desc", ftype } },
    { refetchOnMountOrArgChange: true, skip: !may },
  );
  const open = data?.list.filter(({ state }) => state !== "stopped" && state !== "expired") ?? [];
  return {
    may,
    tasks: open.map(({ id, taskIdentity, kind, allotment }) => ({
      ...{ value: id, label: `${taskIdentity}（${taskTypes[ftype]}）` },
      ...{ marketing: kind === "marketing", previews: ftype === 2, byColumn: ftype === 2 && allotment === "byColumn" },
    })),
  };
}

const optionsOf = (fields: readonly CompiledField[]) => fields.map(({ name, label }) => ({ value: name, label }));
const dates = ({ fields }: CompiledForm) => optionsOf(fields.filter(holdsDate));
const texts = ({ fields }: CompiledForm) => optionsOf(fields.filter(holdsText));

/** What the chosen task asks of each number beside itself, as fields of the form say it. */
function AskedFields({ form, task }: { readonly form: CompiledForm; readonly task: Chosen | undefined }) {
  return (
    <>
      {task?.marketing && (
        <>
          <SelectField
            name="consentAtField"
            label="同意时间字段"
            options={dates(form)}
            none="请选择"
            hint="营销类任务只接受用户已同意的号码：该字段为空的记录不会加入"
          />
          <SelectField
            name="consentSourceField"
            label="同意来源字段"
            options={texts(form)}
            none="不选择，来源记为同意时间字段的名称"
          />
        </>
      )}
      {task?.previews && (
        <SelectField
          name="agentField"
          label="工号字段"
          options={texts(form)}
          none={task.byColumn ? "请选择" : "不选择，号码不指定坐席"}
          hint="字段的内容应为坐席工号"
        />
      )}
    </>
  );
}

type Chosen = ReturnType<typeof useTasksOf>["tasks"][number];

function TaskField({ form }: { readonly form: CompiledForm }) {
  const kinds = [useTasksOf(1), useTasksOf(2), useTasksOf(3), useTasksOf(4), useTasksOf(5)];
  const chosen = useWatch({ name: "taskId" }) as string;
  if (!kinds.some(({ may }) => may)) return null;
  const all = kinds.flatMap(({ tasks }) => tasks);
  return (
    <>
      <SelectField
        name="taskId"
        label="外呼任务"
        options={all}
        none="不加入任务，只生成名单"
        hint="按任务的设置检查去重、黑名单和频次，作为一个批次加入"
      />
      <AskedFields form={form} task={all.find(({ value }) => value === chosen)} />
    </>
  );
}

interface ToTaskOptions {
  readonly form: CompiledForm;
  readonly noun: string;
  /** What the list asks: all that it finds, while none is chosen. */
  readonly question: ReturnType<typeof questionOf>;
  /** Of the list, counted to 10,000. */
  readonly total: number;
  readonly selected: ReadonlySet<string>;
  readonly may: boolean;
}

const whose = (noun: string, total: number, chosen: number): string => {
  if (chosen > 0) return `选中的${noun}（共 ${chosen} 条）`;
  return `没有选择${noun}：当前查询条件下的全部${noun}（共 ${total >= countedRecords ? `${countedRecords}+` : total} 条）`;
};

export function useToTask({ form, noun, question, total, selected, may }: ToTaskOptions): Action {
  const [send] = sheets.phonesToTask.useMutation();
  const socket = useSocketId();
  return {
    label: "加入外呼",
    may,
    icon: <PhoneForwarded aria-hidden />,
    form: () =>
      formOf({
        title: "加入外呼",
        small: true,
        schema,
        values: { name: `${noun}号码`, taskId: "", consentAtField: "", consentSourceField: "", agentField: "" },
        fields: (
          <>
            <Text color="fg.muted" textStyle="xs">
              {whose(noun, total, selected.size)}的号码会生成一份名单，可在“文件下载”中查看每个号码的结果。
            </Text>
            <TextField name="name" label="名单名称" />
            <TaskField form={form} />
          </>
        ),
        submit: "加入",
        send: async ({ name, taskId, consentAtField, consentSourceField, agentField }) => {
          const asked = {
            ...(consentAtField && { consentAtField }),
            ...(consentSourceField && { consentSourceField }),
            ...(agentField && { agentField }),
          };
          const { formId, pool } = question;
          // What was ticked may be out of what the list asks by now.
          const these = { formId, ...(pool !== undefined && { pool }), ids: [...selected] };
          const { msg } = await send({
            body: { ...(selected.size > 0 ? these : question), name, ...(taskId && { taskId, ...asked }), ...socket },
          }).unwrap();
          const [what, became] = taskId ? ["号码", "提交外呼"] : ["名单", "开始生成"];
          return new Outcome({ done: [what, became, { note: msg }] });
        },
      }),
  };
}
