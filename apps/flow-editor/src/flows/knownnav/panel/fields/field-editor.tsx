import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { FieldFrame, Ticks } from "@liantai/ui";
import { PanelNumber, PanelSelect, PanelSwitch, PanelText } from "@liantai/ui/board";
import type { SchemaDescription } from "yup";
import { choiceWord, fieldWord } from "../words.ts";
import { allVariables, ownVariables } from "../variables.ts";
import { useAround } from "./context.ts";
import {
  calledOf,
  isHidden,
  isLabelled,
  isObject,
  isShownField,
  itemOf,
  kindOf,
  maxOf,
  type Config,
  type Path,
} from "./kinds.ts";
import { ListPicker, Picker, VariablePicker } from "./pickers.tsx";
import { ScaleChoice } from "./scale.tsx";
import { SharedField } from "./shared.tsx";
import { ExpressionText, PatternText, TemplateText } from "./texts.tsx";

interface FieldEditorProps {
  readonly path: Path;
  readonly field: SchemaDescription;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
const bound = (field: SchemaDescription, name: "min" | "max", none: number): number =>
  Number(field.tests.find((test) => test.name === name)?.params?.[name] ?? none);

/** The input of a field, whatever it is; lists of objects are rows of such inputs. */
export function FieldEditor({ path, field, value, onChange }: FieldEditorProps) {
  const around = useAround();
  const { type, node, sub, body, surroundings, config, errorAt } = around;
  const kind = kindOf(type, config, path, field);
  const name = String(path.findLast((step) => typeof step === "string"));
  const label = calledOf(type, path, config) ?? (typeof field.label === "string" ? field.label : fieldWord(name));
  const common = { label, error: errorAt(path) };
  const text = { ...common, value: textOf(value), max: maxOf(field), known: allVariables(body), onChange };
  const words = (choices: readonly string[]) => choices.map((one) => [one, choiceWord(name, one)] as const);
  switch (kind.kind) {
    case "switch":
      return <PanelSwitch {...common} value={value === true} onChange={onChange} />;
    case "number":
      return (
        <PanelNumber
          {...common}
          value={typeof value === "number" ? value : undefined}
          min={bound(field, "min", -1_000_000_000)}
          max={bound(field, "max", 1_000_000_000)}
          decimal={field.tests.every((test) => test.name !== "integer")}
          standard={typeof field.default === "number" ? field.default : undefined}
          onChange={(number) => onChange(number ?? field.default)}
        />
      );
    case "choice":
      return <PanelSelect {...common} value={text.value} options={words(kind.choices)} onChange={onChange} />;
    case "ticks":
      return (
        <FieldFrame {...common} required={false} group>
          <Ticks
            label={label}
            all={words(kind.choices)}
            chosen={textsOf(value)}
            onChange={(chosen) => onChange(kind.choices.filter((one) => chosen.includes(one)))}
          />
        </FieldFrame>
      );
    case "rows":
      return <RowsOrScale {...{ path, field, value, onChange }} />;
    case "expression":
      return <ExpressionText {...text} />;
    case "pattern":
      return <PatternText {...text} />;
    case "template":
    case "area":
      return <TemplateText {...text} rows={text.max > 60 ? 2 : 1} />;
    case "text":
      return <PanelText {...common} value={text.value} max={text.max} onChange={onChange} />;
    case "node": {
      const others = sub.flow.nodes.filter(({ nodeId, nodeType }) => nodeId !== node.nodeId && nodeType !== "start");
      const options = others.map(({ nodeId, nodeName }) => [nodeId, nodeName] as const);
      return <Picker {...common} label="目标节点" value={text.value} options={options} onChange={onChange} />;
    }
    case "reference": {
      const subs = body.nodes
        .map(({ subProcess }) => subProcess)
        .filter(({ subProcessId, classification }) => classification !== 1 && subProcessId !== sub.subProcessId)
        .map(({ subProcessId, subProcessName }) => [subProcessId, subProcessName] as const);
      const options = kind.of === "subProcess" ? subs : surroundings.things[kind.of];
      return Array.isArray(value) ? (
        <ListPicker {...common} values={textsOf(value)} options={options} onChange={onChange} />
      ) : (
        <Picker
          {...common}
          value={text.value}
          options={options}
          {...(field.tests.some((test) => test.name === "required") ? {} : { none: "不设" })}
          onChange={onChange}
        />
      );
    }
    case "column":
      return <Picker {...common} value={text.value} options={surroundings.columns[kind.tableId]} onChange={onChange} />;
    case "sets":
    case "reads": {
      const known = kind.kind === "sets" || type.type === "start" ? ownVariables(body) : allVariables(body);
      return Array.isArray(value) ? (
        <ListPicker {...common} values={textsOf(value)} options={known} onChange={onChange} />
      ) : (
        <VariablePicker {...common} value={text.value} known={known} onChange={onChange} />
      );
    }
    case "sharedVersion":
    case "sharedResults":
      return <SharedField {...common} kind={kind.kind} {...{ config, value, onChange }} />;
    case "list":
      return (
        <ListPicker
          {...common}
          values={textsOf(value)}
          {...(name === "data" ? { options: allVariables(body) } : {})}
          onChange={onChange}
        />
      );
  }
}

/** Marks by key may be a usual scale at once. */
function RowsOrScale(props: FieldEditorProps) {
  const { type } = useAround();
  if (type.type !== "satisfaction" || props.path.join() !== "scale") return <RowsEditor {...props} />;
  const rows = Array.isArray(props.value) ? (props.value as readonly Config[]) : [];
  return (
    <>
      <ScaleChoice rows={rows} onChange={props.onChange} />
      <RowsEditor {...props} />
    </>
  );
}

/** A row of none: the schema's defaults, and an id where rows have one. */
export function newRow(item: SchemaDescription | undefined): Config {
  if (!isObject(item)) return {};
  return Object.fromEntries(
    Object.entries(item.fields).map(([name, field]) => {
      const { type, default: standard } = field as SchemaDescription;
      if (name === "id" && !isLabelled(field as SchemaDescription))
        return [name, crypto.randomUUID().replaceAll("-", "").slice(0, 16)];
      if (standard !== undefined) return [name, standard];
      return [name, type === "array" ? [] : type === "number" ? 0 : type === "boolean" ? false : ""];
    }),
  );
}

export const moved = <T,>(list: readonly T[], from: number, to: number): readonly T[] => {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
};

export function RowsEditor({ path, field, value, onChange }: FieldEditorProps) {
  const { errorAt, type, surroundings } = useAround();
  const label = typeof field.label === "string" ? field.label : "条件";
  const rows = (Array.isArray(value) ? value : []) as readonly Config[];
  const item = itemOf(field);
  const fields = isObject(item) ? Object.entries(item.fields) : [];
  const most = bound(field, "max", 100);
  const put = (at: number, row: Config) => onChange(rows.map((one, index) => (index === at ? row : one)));
  /** A time rule is chosen by its id: its word goes along, the exit is called by it. */
  const withName = (row: Config, name: string, next: unknown): Config =>
    type.type === "timeRoute" && name === "id"
      ? { ...row, id: next, name: surroundings.things.timeRule?.find(([id]) => id === next)?.[1] ?? "" }
      : { ...row, [name]: next };
  return (
    <FieldFrame label={label} error={errorAt(path)} required={false} group>
      <Stack as="ol" gap="2" w="full" listStyleType="none">
        {rows.map((row, at) => (
          <Stack
            as="li"
            key={type.type === "timeRoute" ? at : textOf(row["id"]) || at}
            gap="1"
            borderWidth="1px"
            borderRadius="sm"
            p="2"
          >
            <HStack justify="space-between">
              <Text textStyle="xs" color="fg.muted">
                {label}
                {at + 1}
              </Text>
              <HStack gap="0">
                <Button
                  size="2xs"
                  variant="ghost"
                  aria-label={`上移${label}${at + 1}`}
                  disabled={at === 0}
                  onClick={() => onChange(moved(rows, at, at - 1))}
                >
                  ↑
                </Button>
                <Button
                  size="2xs"
                  variant="ghost"
                  aria-label={`下移${label}${at + 1}`}
                  disabled={at === rows.length - 1}
                  onClick={() => onChange(moved(rows, at, at + 1))}
                >
                  ↓
                </Button>
                <Button
                  size="2xs"
                  variant="ghost"
                  aria-label={`移除${label}${at + 1}`}
                  onClick={() => onChange(rows.filter((_, index) => index !== at))}
                >
                  ×
                </Button>
              </HStack>
            </HStack>
            {fields
              .filter(([name, one]) => isShownField(name, one as SchemaDescription))
              .filter(([name]) => !(type.type === "timeRoute" && name === "name"))
              .filter(([name]) => !isHidden(type, [...path, at, name], row))
              .map(([name, one]) => (
                <FieldEditor
                  key={name}
                  path={[...path, at, name]}
                  field={one as SchemaDescription}
                  value={row[name]}
                  onChange={(next) => put(at, withName(row, name, next))}
                />
              ))}
          </Stack>
        ))}
      </Stack>
      <Button
        size="2xs"
        variant="outline"
        disabled={rows.length >= most}
        onClick={() => onChange([...rows, newRow(item)])}
      >
        添加{label}
      </Button>
    </FieldFrame>
  );
}
