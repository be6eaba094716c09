/** One follow-up: whom to call, what to ask, what came of it. */
import { Box, Button, Flex, HStack, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import type { FollowUpCommand } from "@liantai/api/contract/workorder";
import type { FormValues, GivenValues } from "@liantai/api/forms";
import { bus } from "@liantai/bus";
import { FailureState, LoadingState } from "@liantai/ui";
import { DynamicDetail, DynamicForm, serverSources, useDynamicForm, useFormView } from "@liantai/ui/dynamic";
import { GuardedDrawer, LeaveGuard } from "@liantai/ui/resource";
import { ExternalLink, Phone } from "lucide-react";
import { useState, type ReactNode } from "react";
import { byHand, tasks, useQuestions, type OpenTask } from "../queries.ts";
import { QuestionsForm } from "../questions-form.tsx";
import { EndedMeanwhile } from "./ended-meanwhile.tsx";
import { TryDialog, type Tried } from "./try-dialog.tsx";
import { commandText, StateBadge, whoText } from "./words.tsx";

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box minW="0">
      <Text as="span" color="fg.muted" textStyle="xs" display="block">
        {label}
      </Text>
      <Box overflowWrap="anywhere">{children}</Box>
    </Box>
  );
}

function About({ task }: { readonly task: OpenTask }) {
  const { orderId, subNumber, state } = task;
  return (
    <Stack gap="2" borderWidth="1px" borderRadius="md" p="3">
      <SimpleGrid columns={3} gap="2">
        <Fact label="客户姓名">{task.customerName || "—"}</Fact>
        <Fact label="电话号码">{task.phone || "—"}</Fact>
        <Fact label="状态">
          <StateBadge row={task} />
        </Fact>
        <Fact label="回访时间">{task.dueTime}</Fact>
        <Fact label="已回访次数">{`${task.tries}次，共${task.mostTries}次`}</Fact>
        <Fact label="回访人">{whoText(task)}</Fact>
        {task.workCode !== "" && <Fact label="工单编号">{task.workCode}</Fact>}
        {task.endTime !== null && <Fact label="完成时间">{task.endTime}</Fact>}
        {task.endedBy !== "" && <Fact label="完成人">{task.endedBy}</Fact>}
      </SimpleGrid>
      {task.remark !== "" && <Fact label="备注">{task.remark}</Fact>}
      <HStack gap="2">
        {state === "open" && subNumber !== "" && (
          <Button size="xs" onClick={() => bus.publish("call.dial", { ref: subNumber, callType: 3 })}>
            <Phone aria-hidden />
            呼叫客户
          </Button>
        )}
        {task.mayOpen && (
          <Button
            size="xs"
            variant="outline"
            onClick={() =>
              bus.publish("tab.open", { name: "workorderinformation", params: { caseId: orderId }, cover: true })
            }
          >
            <ExternalLink aria-hidden />
            打开工单
          </Button>
        )}
      </HStack>
    </Stack>
  );
}

function Tries({ history }: Pick<OpenTask, "history">) {
  if (history.length === 0) return null;
  return (
    <Stack as="ul" aria-label="回访记录" listStyleType="none" gap="0">
      {history.toReversed().map(({ no, time, by, command, text }) => (
        <Flex as="li" key={no} py="1.5" gap="2" wrap="wrap" borderTopWidth="1px">
          <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
            {time}
          </Text>
          <Text as="span">{commandText(command)}</Text>
          <Text as="span" color="fg.muted">
            {by}
          </Text>
          {text !== "" && <Text as="span">{text}</Text>}
        </Flex>
      ))}
    </Stack>
  );
}

interface AnswersProps {
  readonly task: OpenTask;
}

/** What was answered is put right, and why is said (code 14). */
function Correcting({ task, onClose }: AnswersProps & { readonly onClose: () => void }) {
  const [correct] = byHand.field.useMutation();
  return (
    <QuestionsForm
      asked={task}
      stored={task.answers as FormValues}
      label="回访结果"
      textLabel="回访备注"
      onSend={async (fields, text) => {
        await correct({ body: { id: task.recordId, fields, ...(text !== "" && { text }) } }).unwrap();
        notifyDone("回访结果", "保存");
      }}
      onClose={onClose}
    />
  );
}

function Answers({ task }: AnswersProps) {
  const form = useQuestions(task);
  const [sources] = useState(() => serverSources());
  const store = useDynamicForm({ form, stored: task.answers as FormValues, sources });
  const [changing, setChanging] = useState(false);
  const shown = () => setChanging(false);
  if (changing)
    return (
      <LeaveGuard onLeave={shown}>
        <Correcting task={task} onClose={shown} />
      </LeaveGuard>
    );
  return (
    <Stack gap="2">
      <DynamicDetail store={store} />
      {task.mayCorrect && (
        <Box>
          <Button size="xs" variant="outline" onClick={() => setChanging(true)}>
            修改结果
          </Button>
        </Box>
      )}
    </Stack>
  );
}

const others: readonly Exclude<FollowUpCommand, "done">[] = ["noAnswer", "arrange", "giveUp"];

interface DoingProps {
  readonly task: OpenTask;
  readonly onClose: () => void;
}

/** The questions; or the try came to nothing. What was answered stays when somebody else ends it meanwhile. */
function Doing({ task, onClose, onStale }: DoingProps & { readonly onStale: () => void }) {
  const form = useQuestions(task);
  const [sources] = useState(() => serverSources());
  const store = useDynamicForm({ form, sources });
  const [update] = tasks.update.useMutation();
  const [asked, setAsked] = useState<Exclude<FollowUpCommand, "done">>();
  const [dropped, setDropped] = useState(false);
  const { dirty } = useFormView(store);
  const { id, version, state } = task;
  const send = async (command: FollowUpCommand, more: Tried & { readonly answers?: GivenValues }) => {
    try {
      await update({ body: { id, version, command, ...more } }).unwrap();
    } catch (error) {
      onStale();
      throw error;
    }
    notifyDone("回访", command === "done" ? "完成" : "登记");
    onClose();
  };
  if (state !== "open" && (dropped || !(dirty || asked))) return <Over task={task} onClose={onClose} />;
  return (
    <>
      {state === "open" ? (
        <DynamicForm
          store={store}
          label="满意度表单"
          submit="完成回访"
          onSubmit={(answers) => send("done", { answers })}
          footer={others.map((command) => (
            <Button
              key={command}
              variant="outline"
              colorPalette={command === "giveUp" ? "red" : "gray"}
              onClick={() => setAsked(command)}
            >
              {commandText(command)}
            </Button>
          ))}
        />
      ) : (
        <EndedMeanwhile task={task} store={store} onDrop={() => setDropped(true)} />
      )}
      {asked && (
        <TryDialog
          command={asked}
          task={task}
          send={(tried) => send(asked, tried)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** A follow-up that was given up can be begun anew. */
function Over({ task, onClose }: DoingProps) {
  const may = useMayPress("/followuplist")("followUpTask.update");
  const [update] = tasks.update.useMutation();
  const [asking, setAsking] = useState(false);
  if (task.state === "done") return <Answers task={task} />;
  if (!may || task.state === "open") return null;
  const send = async (tried: Tried) => {
    await update({ body: { id: task.id, version: task.version, command: "arrange", ...tried } }).unwrap();
    notifyDone("回访", "登记");
    onClose();
  };
  return (
    <Box>
      <Button size="xs" variant="outline" onClick={() => setAsking(true)}>
        重新回访
      </Button>
      {asking && <TryDialog command="arrange" task={task} send={send} onClose={() => setAsking(false)} />}
    </Box>
  );
}

export function TaskSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { currentData, error, refetch } = tasks.findById.useQuery(
    { params: { id }, query: {} },
    { refetchOnMountOrArgChange: true },
  );
  const may = useMayPress("/followuplist")("followUpTask.update");
  return (
    <GuardedDrawer open title={currentData ? `回访 ${currentData.title}` : "回访"} width="600px" onClose={onClose}>
      {!currentData ? (
        error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <Stack gap="4">
          <About task={currentData} />
          {may ? (
            <Doing task={currentData} onClose={onClose} onStale={() => void refetch()} />
          ) : (
            <Over task={currentData} onClose={onClose} />
          )}
          <Tries history={currentData.history} />
        </Stack>
      )}
    </GuardedDrawer>
  );
}
