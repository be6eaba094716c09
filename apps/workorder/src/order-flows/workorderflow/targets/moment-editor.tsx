import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { targetEvents, type TargetMoment } from "@liantai/api/contract/work-orders";
import type { FormField } from "@liantai/api/forms";
import { Ticks } from "@liantai/ui";
import { useState } from "react";
import { conditionText } from "../../parts/words.ts";
import { ConditionDialog } from "../panel/condition-dialog.tsx";
import { eventName, momentText, statePairs } from "./typed.ts";

type When = NonNullable<TargetMoment["when"]>;

interface ConditionLineProps {
  readonly label: string;
  readonly when: When | undefined;
  readonly fields: readonly FormField[];
  readonly onChange: (when: When | undefined) => void;
}

/** A condition on the fields in words, and a button to write it. */
export function ConditionLine({ label, when, fields, onChange }: ConditionLineProps) {
  const [open, setOpen] = useState(false);
  return (
    <HStack gap="2">
      <Text flex="1" minW="0" textStyle="xs" color={when ? undefined : "fg.muted"} overflowWrap="anywhere">
        {when ? conditionText(when, fields) : "字段不限"}
      </Text>
      <Button
        size="2xs"
        variant="outline"
        colorPalette="gray"
        aria-label={`${label}的字段条件`}
        disabled={fields.length === 0}
        onClick={() => setOpen(true)}
      >
        字段条件
      </Button>
      {open && (
        <ConditionDialog
          title={`${label}的字段条件`}
          lead="工单的字段满足以下条件："
          when={when}
          fields={fields}
          onDone={(next) => {
            onChange(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </HStack>
  );
}

interface MomentEditorProps {
  readonly label: string;
  /** What it means that nothing is chosen. */
  readonly none: string;
  readonly moment: TargetMoment;
  readonly fields: readonly FormField[];
  /** Without: a pause, which lasts. */
  readonly withEvents: boolean;
  readonly error?: string | undefined;
  readonly onChange: (moment: TargetMoment) => void;
}

const events = targetEvents.map((type) => [type, eventName(type)] as const);

export function MomentEditor({ label, none, moment, fields, withEvents, error, onChange }: MomentEditorProps) {
  const text = momentText(moment, fields);
  const put = (part: Partial<Record<keyof TargetMoment, unknown>>) => {
    const next: Record<string, unknown> = { ...moment, ...part };
    for (const [key, value] of Object.entries(next))
      if (value === undefined || (Array.isArray(value) && value.length === 0)) delete next[key];
    onChange(next as TargetMoment);
  };
  return (
    <Stack as="section" role="group" aria-label={label} gap="1.5" borderWidth="1px" borderRadius="md" p="2">
      <HStack gap="2" align="baseline">
        <Text fontWeight="600">{label}</Text>
        <Text flex="1" textStyle="xs" color="fg.muted">
          {text === "" ? none : text}
        </Text>
      </HStack>
      {withEvents && (
        <Box>
          <Text textStyle="xs" mb="0.5">
            发生其中一个事件
          </Text>
          <Ticks
            label={`${label}的事件`}
            all={events}
            chosen={moment.events ?? []}
            onChange={(to) => put({ events: to })}
          />
        </Box>
      )}
      <Box>
        <Text textStyle="xs" mb="0.5">
          {withEvents ? "并且工单的状态是其中一个" : "工单的状态是其中一个"}
        </Text>
        <Ticks
          label={`${label}的状态`}
          all={statePairs}
          chosen={moment.states ?? []}
          onChange={(to) => put({ states: to })}
        />
      </Box>
      <ConditionLine label={label} when={moment.when} fields={fields} onChange={(when) => put({ when })} />
      {error !== undefined && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {error}
        </Text>
      )}
    </Stack>
  );
}
