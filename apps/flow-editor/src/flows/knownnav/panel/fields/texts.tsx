import { Button, HStack, NativeSelectField, NativeSelectRoot, Stack, Text, Textarea } from "@chakra-ui/react";
import { isFailure } from "@liantai/ui/resource";
import { queriesOf } from "@liantai/api/client";
import { regexRuleApi } from "@liantai/api/contract/flow-editor";
import { FieldFrame } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useRef, useState } from "react";
import type { Pairs, InputProps } from "@liantai/ui/board";
import { unknownNames } from "../variables.ts";
import { expressionFault } from "./expression.ts";

interface TextProps extends InputProps {
  readonly value: string;
  readonly max: number;
  readonly known: Pairs;
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}

/** A text with ${variables}: one is put where the cursor stands; those that nothing sets are named at once. */
export function TemplateText({ value, max, known, rows = 2, label, error, hint, disabled, onChange }: TextProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const unknown = unknownNames(value, known);
  const insert = (vName: string) => {
    const area = input.current;
    if (vName === "" || !area) return;
    const [from, to] = [area.selectionStart, area.selectionEnd];
    const put = `\${${vName}}`;
    onChange(`${value.slice(0, from)}${put}${value.slice(to)}`.slice(0, max));
    area.focus();
    requestAnimationFrame(() => area.setSelectionRange(from + put.length, from + put.length));
  };
  return (
    <Stack gap="1">
      <FieldFrame
        label={label}
        hint={hint}
        required={false}
        error={error ?? (unknown.length > 0 ? `没有变量${unknown.join("、")}` : undefined)}
        {...(disabled === undefined ? {} : { disabled })}
      >
        <Textarea
          ref={input}
          size="xs"
          rows={rows}
          value={value}
          maxLength={max}
          onChange={(event) => onChange(event.target.value)}
        />
      </FieldFrame>
      <NativeSelectRoot size="xs" w="140px">
        <NativeSelectField
          value=""
          aria-label={`在${label}中插入变量`}
          onChange={(event) => insert(event.target.value)}
        >
          <option value="">插入变量</option>
          {known.map(([vName, word]) => (
            <option key={vName} value={vName}>
              {word}
            </option>
          ))}
        </NativeSelectField>
      </NativeSelectRoot>
    </Stack>
  );
}

/** CEL. What can be seen without the server is said while it is typed; its types are the validator's. */
export function ExpressionText({ value, max, known, error, onChange, ...rest }: TextProps) {
  return (
    <PanelText
      {...rest}
      area
      value={value}
      max={max}
      error={error ?? expressionFault(value, known)}
      hint={rest.hint ?? '如 lastKeys == "1" && caller.startsWith("139")'}
      onChange={onChange}
    />
  );
}

const rules = queriesOf({ test: regexRuleApi.test });

/** RE2. It is tried on a sentence by the server, in the very engine that calls use. */
export function PatternText({ value, max, onChange, known: _, ...rest }: TextProps) {
  const [sentence, setSentence] = useState("");
  const [said, setSaid] = useState<{ readonly text: string; readonly fits: boolean }>();
  const [test, { isFetching }] = rules.test.useLazyQuery();
  const run = async () => {
    try {
      const { results } = await test({ body: { pattern: value, sentences: [sentence] } }).unwrap();
      const fits = results[0]?.matched === 1;
      setSaid({ fits, text: fits ? `符合，从第${results[0]!.start + 1}到第${results[0]!.end}个字符` : "不符合" });
    } catch (failure) {
      setSaid({ fits: false, text: isFailure(failure) ? failure.text : "测试未完成" });
    }
  };
  const change = (text: string) => {
    setSaid(undefined);
    onChange(text);
  };
  return (
    <Stack gap="1">
      <PanelText {...rest} value={value} max={max} onChange={change} />
      <HStack gap="1" align="flex-end">
        <PanelText
          label={`${rest.label}的测试内容`}
          value={sentence}
          max={200}
          onChange={(text) => {
            setSaid(undefined);
            setSentence(text);
          }}
        />
        <Button size="xs" variant="outline" disabled={value === ""} loading={isFetching} onClick={() => void run()}>
          测试
        </Button>
      </HStack>
      {said && (
        <Text textStyle="xs" role="status" color={said.fits ? "fg.success" : "fg.error"}>
          {said.text}
        </Text>
      )}
    </Stack>
  );
}
