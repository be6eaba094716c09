import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { OrderCommandType } from "@liantai/api/contract/work-orders";
import { stricterRender, type CompiledForm, type FormValues, type OtherRender } from "@liantai/api/forms";
import { AppDrawer, ConfirmDialog, FailureState, LoadingState } from "@liantai/ui";
import { DynamicDetail, DynamicForm, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { useEffect, useMemo, useState } from "react";
import { MacroButton } from "../../automation/macros/macro-button.tsx";
import { compiledOf } from "../../records/parts/forms.ts";
import { Conflict } from "../../records/parts/conflict.tsx";
import { useEngineContext } from "../../records/parts/engine-context.ts";
import { AlsoHere, usePresence } from "../../records/parts/presence.tsx";
import { Steps, useStepKeys } from "../../records/parts/steps.tsx";
import { RecordTags } from "../../records/parts/tags.tsx";
import type { Stepping } from "../../records/parts/stepping.ts";
import { useCustomerCode } from "./customer-code.ts";
import { OrderTitle } from "./draft-title.tsx";
import { FollowUpDialog } from "./follow-up-dialog.tsx";
import { OrderCalls } from "./order-calls.tsx";
import { OrderViews } from "./order-views.tsx";
import type { FoundOrder, Order } from "./queries.ts";
import { StepDialog } from "./step-dialog.tsx";
import { stepKinds, stepName, stepsOf } from "./step-kinds.ts";
import { useOpened, type Opened } from "./use-opened.ts";
import { useSteps } from "./use-steps.ts";
import { StatusChoice } from "./status-choice.tsx";
import { codeText, Due, personText, Priority, StateBadge } from "./words.tsx";

interface OrderSheetProps {
  readonly id: string;
  readonly onDirty: (dirty: boolean) => void;
  readonly onClose: () => void;
  /** To the orders before and behind it in its list. */
  readonly stepping?: Stepping | undefined;
  /** It is no more. */
  readonly onGone: () => void;
  readonly onOpen: (id: string) => void;
  readonly onNew: (parent: Order) => void;
}

interface HeadProps {
  readonly opened: Opened;
  /** Text was typed: a change of the state would throw it away. */
  readonly dirty: boolean;
  readonly onDone: () => void;
}

function Head({ opened: { found, record }, dirty, onDone }: HeadProps) {
  const { order } = found;
  return (
    <Stack gap="1">
      <HStack gap="3" wrap="wrap">
        <StateBadge order={order} />
        <StatusChoice found={found} blocked={dirty} onDone={onDone} />
        <OrderTitle key={found.order.title} found={found} blocked={dirty} onDone={onDone} />
        <Due order={order} />
        {order.urges > 0 && (
          <Text as="span" color="orange.fg">
            已催办{order.urges}次
          </Text>
        )}
        {order.upgrades > 0 && (
          <Text as="span" color="orange.fg">
            已升级{order.upgrades}级
          </Text>
        )}
        <OrderCalls record={record} />
        <RecordTags opened={record} />
      </HStack>
      <Text color="fg.muted" textStyle="xs">
        {order.flowName}，当前节点 {order.nodeName || "开始"}，
        {order.holder === "" ? "无处理人" : `处理人 ${personText(order.holder, order.holderName)}`}，优先级{" "}
        <Priority priority={order.priority} />，{personText(order.creator, order.creatorName)} 创建于 {order.createTime}
      </Text>
    </Stack>
  );
}

interface BodyProps extends OrderSheetProps {
  readonly opened: Opened;
  /** Text was typed that is not kept. */
  readonly dirty: boolean;
  /** Something is newer than what is shown, and text was typed. */
  readonly newer: boolean;
  readonly onReload: () => void;
  /** A question is open: the form under it stays. */
  readonly onAsking: (asking: boolean) => void;
  readonly title: string;
}

function useOrderForm({ found, record }: Opened) {
  const [sources] = useState(() => serverSources(record.record.id, record.allowed.reveal));
  const form = useMemo(() => compiledOf(record.form, record.otherOptions), [record.form, record.otherOptions]);
  const render = useMemo(
    () => stricterRender(record.otherRender as OtherRender, found.fields),
    [record.otherRender, found.fields],
  );
  const context = useEngineContext(render, record.call);
  return useDynamicForm({ form, stored: record.record.values as FormValues, context, sources });
}

function Buttons({
  actions,
  busy,
  press,
}: {
  readonly actions: readonly OrderCommandType[];
  readonly busy: boolean;
  readonly press: (command: OrderCommandType) => void;
}) {
  const steps = stepsOf(actions);
  const mains: readonly OrderCommandType[] = ["claim", "submit", "approve", "complete", "resume"];
  const main = steps.findLast((command) => mains.includes(command));
  return (
    <HStack gap="2" wrap="wrap" justify="flex-end">
      {steps.map((command) => (
        <Button
          key={command}
          size="xs"
          variant={command === main ? "solid" : "outline"}
          colorPalette={stepKinds[command]?.danger ? "red" : command === main ? "accent" : "gray"}
          disabled={busy}
          onClick={() => press(command)}
        >
          {stepName(command)}
        </Button>
      ))}
    </HStack>
  );
}

/** Somebody else was faster: both values where fields differ, else what is newer. */
function Late({
  steps: { stale, overwrite },
  form,
  onReload,
}: {
  readonly steps: ReturnType<typeof useSteps>;
  readonly form: CompiledForm;
  readonly onReload: () => void;
}) {
  if (!stale) return null;
  if (stale.conflicts.length > 0)
    return <Conflict form={form} conflict={stale} onSave={(_, theirs) => void overwrite(theirs)} onTheirs={onReload} />;
  return (
    <HStack role="alert" bg="bg.warning" borderRadius="md" px="3" py="1.5">
      <Text flex="1">工单已被他人处理，请查看最新情况后再操作。</Text>
      <Button size="2xs" variant="outline" colorPalette="gray" onClick={onReload}>
        显示最新
      </Button>
    </HStack>
  );
}

function Body(props: BodyProps) {
  const { opened, dirty, newer, title, onReload, onDirty, onAsking, onClose, onGone, onOpen, onNew } = props;
  const { found, record } = opened;
  const store = useOrderForm(opened);
  const code = useCustomerCode(store);
  const [view, setView] = useState<string>("form");
  const steps = useSteps({
    found,
    store,
    onDone: (command) => (command === "remove" ? onGone() : onReload()),
    onFault: () => setView("form"),
  });
  const { asking, stale, even } = steps;
  const engaged = asking !== undefined || stale !== undefined || even !== undefined;
  useEffect(() => onAsking(engaged), [engaged, onAsking]);
  const writes = found.actions.includes("save");
  const others = usePresence(record.record.id, writes);
  return (
    <AppDrawer
      open
      title={title}
      width="860px"
      onClose={onClose}
      footer={
        <HStack gap="2" wrap="wrap" justify="flex-end">
          <Steps stepping={props.stepping} />
          <MacroButton
            form={store.form}
            subject={{ kind: "order", subjectId: found.order.id, version: found.order.seq }}
            blocked={dirty}
            onDone={onReload}
          />
          <Buttons actions={found.actions} busy={steps.busy} press={steps.press} />
        </HStack>
      }
    >
      <Stack gap="3">
        <Head opened={opened} dirty={dirty} onDone={onReload} />
        <AlsoHere others={others} noun="工单" />
        {newer && (
          <HStack role="status" bg="bg.warning" borderRadius="md" px="3" py="1.5">
            <Text flex="1">工单有新的变化，您填写的内容还没有保存。</Text>
            <Button size="2xs" variant="outline" colorPalette="gray" onClick={onReload}>
              放弃我的，显示最新
            </Button>
          </HStack>
        )}
        <Late steps={steps} form={store.form} onReload={onReload} />
        <OrderViews
          {...{ found, record, view, onOpen, onNew }}
          onView={setView}
          form={
            writes ? (
              <Box onBlur={code.left}>
                <DynamicForm
                  store={store}
                  label="工单内容"
                  submit={null}
                  onChange={() => onDirty(true)}
                  onSubmit={() => steps.press("save")}
                />
              </Box>
            ) : (
              <DynamicDetail store={store} history={record.history} values={record.record.values as FormValues} />
            )
          }
        />
      </Stack>
      {asking?.command === "followUp" && <FollowUpDialog order={found.order} onClose={steps.closeAsking} />}
      {asking && asking.command !== "followUp" && (
        <StepDialog
          key={asking.command}
          command={asking.command}
          order={found}
          send={steps.say}
          onClose={steps.closeAsking}
        />
      )}
      <ConfirmDialog
        open={even !== undefined}
        title="办结工单"
        text={even?.text}
        confirm="仍要办结"
        dangerous
        busy={steps.busy}
        onConfirm={() => void steps.goOn()}
        onClose={steps.closeEven}
      />
    </AppDrawer>
  );
}

const codeIn = (found: FoundOrder): string => codeText(found.order);

/** One order: its form by the rules of its node, its way and history, and what this person may do with it. */
export function OrderSheet(props: OrderSheetProps) {
  useStepKeys(props.stepping);
  const { id, onClose, onDirty } = props;
  const [dirty, setDirty] = useState(false);
  const mark = (now: boolean) => {
    setDirty(now);
    onDirty(now);
  };
  const [asking, setAsking] = useState(false);
  const { opened, newer, error, retry, take } = useOpened(id, dirty || asking);
  if (!opened)
    return (
      <AppDrawer open title="工单" width="860px" onClose={onClose}>
        <Box minH="200px">{error ? <FailureState error={error} onRetry={retry} /> : <LoadingState />}</Box>
      </AppDrawer>
    );
  const reload = () => {
    mark(false);
    take();
  };
  return (
    <Body
      key={opened.key}
      {...props}
      opened={opened}
      dirty={dirty}
      newer={newer && dirty}
      onAsking={setAsking}
      title={`工单 ${codeIn(opened.found)}`}
      onDirty={mark}
      onReload={reload}
    />
  );
}
