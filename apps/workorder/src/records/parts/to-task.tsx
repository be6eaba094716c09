/** 加入外呼: the numbers of what the list shows, into a dialling task or as a list in 文件下载. */
import { Text } from "@chakra-ui/react";
import { queriesOf, selectUser, useMayPress, useMaySee, useSelector, type RootState } from "@liantai/api/client";
import { isAdministrator } from "@liantai/api/contract";
import { dialTaskApi, taskButton, taskPages, taskTypes, type TaskType } from "@liantai/api/contract/task-choices";
import { recordSheetApi } from "@liantai/api/contract/workorder";
import { formOf, Outcome, SelectField, TextField, type Action } from "@liantai/ui/resource";
import { PhoneForwarded } from "lucide-react";
import { sheets } from "./queries.ts";
import { useSocketId } from "./socket-id.ts";

const tasks = queriesOf({ list: dialTaskApi.list });
const schema = recordSheetApi.phonesToTask.body!.pick(["name", "taskId"]);

/** Tasks of a kind that are not over, for whoever may put numbers into such. */
function useTasksOf(ftype: TaskType) {
  const { list: page } = taskPages[ftype];
  const administers = useSelector((state: RootState) => isAdministrator(selectUser(state)));
  const sees = useMaySee(page) === true;
  const presses = useMayPress(page)(taskButton(ftype, "numbers"));
  const may = administers && sees && presses;
  const { data } = tasks.list.useQuery(
    { body: { pageNo: 1, pageSize: 200, sortBy: "createdAt", sortOrder: "desc", ftype } },
    { refetchOnMountOrArgChange: true, skip: !may },
  );
  const open = data?.list.filter(({ state }) => state !== "stopped" && state !== "expired") ?? [];
  return {
    may,
    options: open.map(({ id, taskIdentity }) => ({ value: id, label: `${taskIdentity}（${taskTypes[ftype]}）` })),
  };
}

function TaskField() {
  const kinds = [useTasksOf(1), useTasksOf(2), useTasksOf(3), useTasksOf(4), useTasksOf(5)];
  if (!kinds.some(({ may }) => may)) return null;
  return (
    <SelectField
      name="taskId"
      label="外呼任务"
      options={kinds.flatMap(({ options }) => options)}
      none="不加入任务，只生成名单"
      hint="按任务的设置检查去重、黑名单和频次，作为一个批次加入"
    />
  );
}

interface ToTaskOptions {
  readonly noun: string;
  readonly question: object;
  readonly may: boolean;
}

export function useToTask({ noun, question, may }: ToTaskOptions): Action {
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
        values: { name: `${noun}号码`, taskId: "" },
        fields: (
          <>
            <Text color="fg.muted" textStyle="xs">
              当前查询条件下全部{noun}的号码会生成一份名单，可在“文件下载”中查看每个号码的结果。
            </Text>
            <TextField name="name" label="名单名称" />
            <TaskField />
          </>
        ),
        submit: "加入",
        send: async ({ name, taskId }) => {
          const body = { ...question, name, ...(taskId && { taskId }), ...socket };
          const { msg } = await send({ body: body as never }).unwrap();
          const [what, became] = taskId ? ["号码", "提交外呼"] : ["名单", "开始生成"];
          return new Outcome({ done: [what, became, { note: msg }] });
        },
      }),
  };
}
