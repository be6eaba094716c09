import { Button, HStack, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone, useMayPress } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import {
  orderStates,
  warnedStates,
  warnHearers,
  type WarnHearer,
  type workStatusWarnApi,
} from "@liantai/api/contract/workorder";
import { sameValue } from "@liantai/api/forms";
import { FailureState, LoadingState, Ticks } from "@liantai/ui";
import { PanelNumber, PanelSelect, PanelSwitch } from "@liantai/ui/board";
import { GuardedDrawer, isFailure, useUnsaved } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSurroundings } from "../../parts/surroundings.ts";
import { minutesText } from "../../parts/words.ts";
import { warns } from "../../queries.ts";

type Warn = ReplyOf<typeof workStatusWarnApi.list>[number];
type Typed = BodyOf<typeof workStatusWarnApi.saveBatch>["list"][number];

const fresh: Typed = { formId: "", state: "pooled", minutes: 60, timeRuleId: "", hearers: ["monitors"], enabled: 1 };
const states = warnedStates.map((state) => [state, orderStates[state]] as const);
const hearers = Object.entries(warnHearers) as [WarnHearer, string][];
/** As many as the server keeps. */
const most = 50;

interface OneProps {
  readonly warn: Typed;
  readonly at: number;
  readonly around: ReturnType<typeof useSurroundings>;
  readonly disabled: boolean;
  readonly onChange: (warn: Typed) => void;
  readonly onRemove: () => void;
}

function One({ warn, at, around, disabled, onChange, onRemove }: OneProps) {
  return (
    <Stack role="group" aria-label={`提醒${at + 1}`} gap="2" borderWidth="1px" borderRadius="md" p="3">
      <SimpleGrid columns={2} gap="2" alignItems="start">
        <PanelSelect
          label="工单表单"
          value={warn.formId ?? ""}
          options={around.forms}
          none="全部"
          disabled={disabled}
          onChange={(formId) => onChange({ ...warn, formId })}
        />
        <PanelSelect
          label="状态"
          value={warn.state}
          options={states}
          disabled={disabled}
          onChange={(state) => onChange({ ...warn, state: state as Warn["state"] })}
        />
        <PanelNumber
          label="停留超过（分钟）"
          value={warn.minutes}
          min={1}
          max={525_600}
          standard={undefined}
          disabled={disabled}
          hint={minutesText(warn.minutes)}
          onChange={(minutes) => minutes !== undefined && onChange({ ...warn, minutes })}
        />
        <PanelSelect
          label="时间规则"
          value={warn.timeRuleId ?? ""}
          options={around.timeRules}
          none="按自然时间计"
          disabled={disabled}
          onChange={(timeRuleId) => onChange({ ...warn, timeRuleId })}
        />
      </SimpleGrid>
      <Ticks
        label="提醒对象"
        all={hearers}
        chosen={warn.hearers}
        onChange={(chosen) => !disabled && onChange({ ...warn, hearers: chosen as WarnHearer[] })}
      />
      <HStack justify="space-between">
        <PanelSwitch
          label="启用"
          value={warn.enabled === 1}
          disabled={disabled}
          onChange={(on) => onChange({ ...warn, enabled: on ? 1 : 0 })}
        />
        {!disabled && (
          <Button size="2xs" variant="outline" colorPalette="red" aria-label={`删除提醒${at + 1}`} onClick={onRemove}>
            删除
          </Button>
        )}
      </HStack>
    </Stack>
  );
}

function useWarns(kept: readonly Warn[], onClose: () => void) {
  // What others did since it was opened is not his to take back.
  const [first] = useState(kept);
  const [typed, setTyped] = useState<readonly Typed[]>(first);
  const [said, setSaid] = useState<string>();
  const [save, saving] = warns.saveBatch.useMutation();
  const [remove, removing] = warns.delete.useMutation();
  const gone = first
    .map(({ id }) => id)
    .filter((id) => kept.some((now) => now.id === id) && typed.every((one) => one.id !== id));
  const changed = typed.filter((one) => ![...first, ...kept].some((old) => sameValue(old, one)));
  const send = async () => {
    setSaid(undefined);
    try {
      if (gone.length > 0) await remove({ body: { ids: gone } }).unwrap();
      if (changed.length > 0) await save({ body: { list: changed } }).unwrap();
      notifyDone("状态提醒", "保存");
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text);
    }
  };
  const dirty = gone.length > 0 || changed.length > 0;
  useUnsaved(dirty);
  return { typed, setTyped, said, send, dirty, busy: saving.isLoading || removing.isLoading };
}

function Warns({ kept, onClose }: { readonly kept: readonly Warn[]; readonly onClose: () => void }) {
  const around = useSurroundings("");
  const may = useMayPress("/workorderflow")("workStatusWarn.save");
  const { typed, setTyped, said, send, dirty, busy } = useWarns(kept, onClose);
  const wrong = typed.some(({ hearers: to }) => to.length === 0);
  return (
    <Stack gap="3">
      <Text color="fg.muted" textStyle="xs">
        工单在一个状态停留超过设定的时间，就提醒一次所选的人；改变后对已在该状态的工单立即生效。
      </Text>
      {typed.length === 0 && <Text color="fg.muted">还没有状态提醒。</Text>}
      {typed.map((warn, at) => (
        <One
          key={warn.id ?? `new ${at}`}
          {...{ warn, at, around }}
          disabled={!may}
          onChange={(next) => setTyped(typed.with(at, next))}
          onRemove={() => setTyped(typed.toSpliced(at, 1))}
        />
      ))}
      {wrong && (
        <Text role="alert" color="fg.error" textStyle="xs">
          请选择提醒对象
        </Text>
      )}
      {said !== undefined && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {said}
        </Text>
      )}
      {may && (
        <HStack>
          <Button
            size="xs"
            variant="outline"
            disabled={typed.length >= most}
            onClick={() => setTyped([...typed, fresh])}
          >
            <Plus aria-hidden />
            添加提醒
          </Button>
          <Button size="xs" loading={busy} disabled={!dirty || wrong} onClick={() => void send()}>
            保存
          </Button>
        </HStack>
      )}
    </Stack>
  );
}

/** 工单状态提醒: who is told that an order does not move. */
export function WarnsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = warns.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  return (
    <GuardedDrawer open title="工单状态提醒" width="520px" onClose={onClose}>
      {error && !data ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Warns kept={data} onClose={onClose} />
      ) : (
        <LoadingState />
      )}
    </GuardedDrawer>
  );
}
