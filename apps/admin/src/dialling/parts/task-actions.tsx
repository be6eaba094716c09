/** What is done with a task, as data. */
import { Text } from "@chakra-ui/react";
import {
  carrierPromptPage,
  dialTaskApi,
  missedAnswers,
  taskPages,
  type TaskState,
  type TaskType,
} from "@liantai/api/contract/admin";
import {
  CheckboxesField,
  formOf,
  Outcome,
  RadioField,
  SwitchField,
  TextField,
  type Action,
} from "@liantai/ui/resource";
import { TaskFields, taskSchema, taskValues } from "../form/task-form.tsx";
import { CarrierPromptsDrawer } from "../carrier-prompts/drawer.tsx";
import { BatchField } from "./batch-field.tsx";
import { BatchesDrawer } from "./batches.tsx";
import { ExperimentDrawer } from "./experiment.tsx";
import { ForecastDialog } from "./forecast.tsx";
import { ImportNumbers } from "./import-numbers.tsx";
import { kindOf, openNumbers, useTaskRights } from "./kinds.ts";
import { MembersDrawer } from "./members.tsx";
import { MonitorDrawer } from "./monitor.tsx";
import { tasks, type Task } from "./queries.ts";
import { ReplayDialog } from "./replay.tsx";
import { choicesOf, resultOptions, stillHeld } from "./words.ts";

const isIn =
  (...states: readonly TaskState[]) =>
  ({ state }: Task): boolean =>
    states.includes(state);
/** Stopped and expired ones dial no more. */
const goesOn = isIn("notStarted", "running", "paused", "completed");
const called = ({ progress }: Task): boolean => progress.attempts > 0;

const ringing = dialTaskApi.stop.body!.pick(["cancelRinging"]);
const ringingOptions = [
  { value: "false", label: "继续振铃，接通后照常通话" },
  { value: "true", label: "立即取消" },
];
const copied = dialTaskApi.copy.body!.pick(["taskIdentity", "numbers"]);
const recalled = dialTaskApi.recall.body!.pick(["codes", "answers", "batchNumber"]);

/** Pausing and stopping ask what becomes of calls that ring; those that talk go on. */
const ringingForm = (
  verb: "暂停" | "停止",
  { taskIdentity }: Task,
  send: (body: { readonly cancelRinging: boolean }) => unknown,
) =>
  formOf({
    title: `${verb}任务`,
    small: true,
    schema: ringing,
    values: { cancelRinging: "false" },
    submit: verb,
    fields: (
      <>
        <Text>
          {verb === "停止"
            ? `停止后“${taskIdentity}”不能再启动，没有拨完的号码不再拨打。`
            : `暂停后“${taskIdentity}”不再拨打新号码，可以随时再启动。`}
          正在通话的不受影响。
        </Text>
        <RadioField name="cancelRinging" label="正在振铃的呼叫" options={ringingOptions} />
      </>
    ),
    send: ({ cancelRinging = false }) => send({ cancelRinging }),
  });

function RecallFields({ taskId }: { readonly taskId: string }) {
  return (
    <>
      <CheckboxesField
        name="codes"
        label="呼叫结果"
        options={resultOptions}
        hint="最后一次呼叫是所选结果的号码再拨一轮，已拨次数继续累计"
      />
      <CheckboxesField
        name="answers"
        label="接听情况"
        options={choicesOf(missedAnswers)}
        hint="最后一次呼叫接通了，但没有找到人"
      />
      <BatchField taskId={taskId} none="全部批次" />
    </>
  );
}

function useVerbs(ftype: TaskType): readonly Action<Task>[] {
  const may = useTaskRights(ftype);
  const [start] = tasks.start.useMutation();
  const [pause] = tasks.pause.useMutation();
  const [stop] = tasks.stop.useMutation();
  return [
    {
      label: "启动",
      may: may("start"),
      shown: isIn("notStarted", "paused"),
      run: ({ id }) => start({ body: { id, cancelRinging: false } }),
      done: ({ taskIdentity }) => [`任务[${taskIdentity}]`, "启动"],
    },
    {
      label: "暂停",
      may: may("pause"),
      shown: isIn("running"),
      form: (task) => ringingForm("暂停", task, (body) => pause({ body: { id: task.id, ...body } }).unwrap()),
      done: ({ taskIdentity }) => [`任务[${taskIdentity}]`, "暂停"],
    },
    {
      label: "停止",
      may: may("stop"),
      folded: true,
      danger: true,
      shown: isIn("running", "paused"),
      form: (task) => ringingForm("停止", task, (body) => stop({ body: { id: task.id, ...body } }).unwrap()),
      done: ({ taskIdentity }) => [`任务[${taskIdentity}]`, "停止"],
    },
  ];
}

/** What changes a task or makes another of it. */
function useChanges(ftype: TaskType) {
  const { noun } = kindOf(ftype);
  const may = useTaskRights(ftype);
  const [add] = tasks.add.useMutation();
  const [update] = tasks.update.useMutation();
  const [remove] = tasks.delete.useMutation();
  const [copy] = tasks.copy.useMutation();
  const [recall] = tasks.recall.useMutation();
  const sheet = (task: Task | undefined) =>
    formOf({
      title: `${task ? "编辑" : "新增"}${noun}`,
      width: "720px",
      schema: taskSchema,
      values: taskValues(task, ftype),
      fields: <TaskFields ftype={ftype} />,
      send: (body) => (task ? update({ body: { ...body, id: task.id } }) : add({ body })).unwrap(),
    });
  const adding: Action = {
    label: "新增",
    may: may("add"),
    adds: true,
    form: () => sheet(undefined),
    done: [noun, "新增", { note: "导入号码后启动。" }],
  };
  const editing: Action<Task> = {
    label: "编辑",
    may: may("update"),
    folded: true,
    shown: ({ state }) => state !== "stopped" && state !== "completed",
    form: sheet,
    done: [noun, "保存", { note: "从下一个呼叫起生效。" }],
  };
  const copying: Action<Task> = {
    label: "复制",
    may: may("add"),
    folded: true,
    form: ({ id, taskIdentity }) =>
      formOf({
        title: `复制${noun}`,
        small: true,
        schema: copied,
        values: { taskIdentity: `${taskIdentity.slice(0, 27)}-副本`, numbers: 0 },
        fields: (
          <>
            <TextField name="taskIdentity" label="任务标识" />
            <SwitchField
              name="numbers"
              label="号码"
              on="一并复制"
              off="不复制"
              hint="复制的号码都是待拨，不带呼叫结果"
            />
          </>
        ),
        submit: "复制",
        send: ({ taskIdentity: name, numbers = false }) => copy({ body: { id, taskIdentity: name, numbers } }).unwrap(),
      }),
    done: [noun, "复制"],
  };
  const recalling: Action<Task> = {
    label: "重呼",
    may: may("start"),
    folded: true,
    shown: (task) => goesOn(task) && called(task),
    form: ({ id, taskIdentity }) =>
      formOf({
        title: `重呼：${taskIdentity}`,
        small: true,
        schema: recalled,
        values: { codes: [], answers: [], batchNumber: "" },
        fields: <RecallFields taskId={id} />,
        submit: "重呼",
        send: async ({ codes, answers, batchNumber = "" }) => {
          const { count, held } = await recall({ body: { id, codes, answers, batchNumber } }).unwrap();
          return new Outcome({ done: ["号码", "转为待拨", { count, note: stillHeld(held) }] });
        },
      }),
  };
  const deleting: Action<Task> = {
    label: "删除",
    may: may("delete"),
    folded: true,
    danger: true,
    shown: (task) => task.state !== "running",
    confirm: ({ taskIdentity }) => ({
      title: `删除${noun}`,
      text: `确定要删除“${taskIdentity}”吗？它的号码一并删除，通话记录和拨打记录保留。`,
    }),
    run: ({ id }) => remove({ body: { ids: [id] } }),
    done: [noun, "删除"],
  };
  return { adding, editing, copying, recalling, deleting };
}

/** Buttons over the list, and those of a row. */
export function useTaskActions(ftype: TaskType): {
  readonly bar: readonly Action[];
  readonly rows: readonly Action<Task>[];
} {
  const may = useTaskRights(ftype);
  const { adding, editing, copying, recalling, deleting } = useChanges(ftype);
  const [start, pause, stop] = useVerbs(ftype) as [Action<Task>, Action<Task>, Action<Task>];
  const rows: readonly Action<Task>[] = [
    start,
    pause,
    {
      label: "导入号码",
      may: may("numbers"),
      shown: goesOn,
      sheet: (task, close) => <ImportNumbers task={task} onClose={close} />,
    },
    { label: "号码明细", run: (task) => openNumbers(ftype, task) },
    { label: "监控", folded: true, sheet: (task, close) => <MonitorDrawer task={task} onClose={close} /> },
    editing,
    {
      label: "成员",
      folded: true,
      may: kindOf(ftype).seats,
      sheet: (task, close) => <MembersDrawer task={task} mayChange={may("update")} onClose={close} />,
    },
    {
      label: "批次",
      folded: true,
      sheet: (task, close) => <BatchesDrawer task={task} mayChange={may("numbers")} onClose={close} />,
    },
    {
      label: "试算",
      folded: true,
      shown: goesOn,
      sheet: (task, close) => <ForecastDialog task={task} onClose={close} />,
    },
    {
      label: "回放",
      folded: true,
      shown: (task) => kindOf(ftype).seats && called(task),
      sheet: (task, close) => <ReplayDialog task={task} onClose={close} />,
    },
    {
      label: "实验",
      folded: true,
      may: ftype !== 2,
      shown: goesOn,
      sheet: (task, close) => <ExperimentDrawer task={task} mayChange={may("update")} onClose={close} />,
    },
    recalling,
    copying,
    stop,
    deleting,
  ];
  const announcements: Action = {
    label: "运营商提示音",
    may: taskPages[ftype].list === carrierPromptPage,
    sheet: (_, close) => <CarrierPromptsDrawer onClose={close} />,
  };
  return { bar: [adding, announcements], rows };
}
