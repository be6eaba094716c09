import {
  Badge,
  Box,
  Button,
  Heading,
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
  Text,
} from "@chakra-ui/react";
import type { Decision, FlowFault, OrderValues } from "@liantai/api/contract/work-orders";
import { type FormField, isChoice, isNumberField } from "@liantai/api/forms";
import { FieldFrame } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import type { Surroundings } from "../../parts/surroundings.ts";
import type { FlowDesign } from "../../parts/graph.ts";
import { decisionWords, fieldsToAsk, type Trial } from "../model/trial.ts";
import { Side } from "../panel/panel.tsx";

interface SimulateProps {
  readonly design: FlowDesign;
  readonly around: Surroundings;
  readonly faults: readonly FlowFault[];
  /** Absent: the flow has faults. */
  readonly trial: Trial | undefined;
  readonly values: OrderValues;
  readonly onValues: (values: OrderValues) => void;
  readonly onDecide: (decision: number, what: Decision) => void;
  readonly onReset: () => void;
  readonly onShow: (nodeId: string) => void;
}

interface ValueInputProps {
  readonly field: FormField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueInput({ field, value, onChange }: ValueInputProps) {
  const items = isChoice(field.type) && field.ext?.options?.from !== "dictionary" ? (field.items ?? []) : [];
  if (items.length > 0)
    return (
      <PanelSelect
        label={field.label}
        value={value}
        options={items.map(({ label_name, label_value }) => [label_value, label_name])}
        none="不填"
        onChange={onChange}
      />
    );
  return (
    <FieldFrame label={field.label} error={undefined} required={false}>
      <Input
        size="xs"
        value={value}
        maxLength={200}
        inputMode={isNumberField(field) ? "decimal" : "text"}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}

function Steps({ trial, onDecide, onShow }: Pick<SimulateProps, "onDecide" | "onShow"> & { readonly trial: Trial }) {
  return (
    <Stack as="ol" gap="2" listStyleType="none" aria-label="流转过程">
      {trial.steps.map(({ nodeId, name, handler, did, to, decision, choices }, at) => (
        <Box as="li" key={at} borderStartWidth="2px" borderColor="green.solid" ps="2">
          <HStack gap="1" wrap="wrap">
            <Badge size="xs" colorPalette="green">
              {at + 1}
            </Badge>
            <Button size="2xs" variant="plain" px="0" fontWeight="600" onClick={() => onShow(nodeId)}>
              {name}
            </Button>
            <Text as="span" color="fg.muted" textStyle="xs">
              {handler}
            </Text>
          </HStack>
          <HStack gap="1" mt="0.5">
            {decision === undefined ? (
              <Text textStyle="xs">{did}</Text>
            ) : (
              <NativeSelectRoot size="xs" w="112px">
                <NativeSelectField
                  aria-label={`第${at + 1}步的操作`}
                  value={choices.find((one) => decisionWords[one] === did) ?? ""}
                  onChange={(event) => onDecide(decision, event.target.value as Decision)}
                >
                  {choices.map((one) => (
                    <option key={one} value={one}>
                      {decisionWords[one]}
                    </option>
                  ))}
                </NativeSelectField>
                <NativeSelectIndicator />
              </NativeSelectRoot>
            )}
            <Text textStyle="xs">→ {did === decisionWords.complete ? "工单办结" : to}</Text>
          </HStack>
        </Box>
      ))}
    </Stack>
  );
}

/** 试运行: an order with these values, without one. */
export function Simulate(props: SimulateProps) {
  const { design, around, faults, trial, values, onValues, onReset } = props;
  const asked = fieldsToAsk(design.flow, around.fields ?? []);
  return (
    <Side label="试运行">
      <Heading as="h3" textStyle="sm">
        试运行
      </Heading>
      <Text color="fg.muted" textStyle="xs">
        填写条件用到的字段，看工单会怎样流转。不会产生工单，每一步都可以改选操作。
      </Text>
      {asked.map((field) => (
        <ValueInput
          key={field.name}
          field={field}
          value={String(values[field.name] ?? "")}
          onChange={(value) => onValues({ ...values, [field.name]: value })}
        />
      ))}
      {asked.length === 0 && (
        <Text color="fg.muted" textStyle="xs">
          这个流程的走向与字段无关。
        </Text>
      )}
      {trial ? (
        <>
          <HStack justify="space-between">
            <Heading as="h4" textStyle="xs">
              流转过程
            </Heading>
            <Button size="2xs" variant="ghost" onClick={onReset}>
              重新开始
            </Button>
          </HStack>
          <Steps trial={trial} onDecide={props.onDecide} onShow={props.onShow} />
          <Text role="status" fontWeight="600" color={trial.done ? "green.fg" : "fg.error"} textStyle="xs">
            {trial.done ? `共${trial.steps.length}步，工单办结` : trial.text}
          </Text>
        </>
      ) : (
        <Stack gap="1" role="alert" color="fg.error" textStyle="xs">
          <Text>请先改正流程中的{faults.length}处错误：</Text>
          {faults.slice(0, 5).map(({ text }, at) => (
            <Text key={at}>{text}</Text>
          ))}
        </Stack>
      )}
    </Side>
  );
}
