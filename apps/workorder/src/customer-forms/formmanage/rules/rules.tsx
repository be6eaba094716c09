import { Badge, Box, Button, Flex, HStack, IconButton, Input, Stack, Text } from "@chakra-ui/react";
import { type DefinitionFault, formLimits, type FormRule } from "@liantai/api/forms";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useBoard } from "../board.tsx";
import { type Design, freeLabel, freeName } from "../model/design.ts";
import { LineButtons } from "../../../parts/line-buttons.tsx";
import { AddLine } from "../../../parts/add-line.tsx";
import { ActionEditor, actionOf } from "./action-editor.tsx";
import { ConditionEditor, shapeOf } from "../../../parts/conditions/condition-editor.tsx";

interface RulesProps {
  readonly design: Design;
  readonly faults: readonly DefinitionFault[];
}

const put = (design: Design, rule: FormRule): Design => ({
  ...design,
  rules: design.rules.map((one) => (one.id === rule.id ? rule : one)),
});

interface OneRuleProps extends RulesProps {
  readonly rule: FormRule;
}

function OneRule({ rule, design, faults }: OneRuleProps) {
  const { edit } = useBoard();
  const fields = useMemo(() => design.items.map(({ field }) => field), [design.items]);
  const own = faults.filter((fault) => fault.rule === rule.id);
  const set = (more: Partial<FormRule>, place: string) =>
    edit((now) => put(now, { ...rule, ...more }), `rule ${rule.id} ${place}`);
  return (
    <Stack gap="3" flex="1" minW="0" p="3" overflow="auto" role="group" aria-label={`规则${rule.name}`}>
      <Input
        id={`rule-${rule.id}`}
        size="sm"
        aria-label="规则名称"
        value={rule.name}
        maxLength={60}
        onChange={(event) => set({ name: event.target.value }, "name")}
      />
      {own.map(({ message }) => (
        <Text key={message} role="alert" color="fg.error" textStyle="xs">
          {message}
        </Text>
      ))}
      <Box>
        <Text fontWeight="600" mb="1">
          当
        </Text>
        <ConditionEditor
          condition={shapeOf(rule.when) ? rule.when : { all: [rule.when] }}
          fields={fields}
          depth={0}
          onChange={(when) => set({ when }, "when")}
        />
      </Box>
      <Box>
        <Text fontWeight="600" mb="1">
          就
        </Text>
        <Stack gap="2">
          {rule.then.map((action, at) => (
            <HStack key={at} gap="1" align="flex-start">
              <ActionEditor
                action={action}
                fields={fields}
                onChange={(next) => set({ then: rule.then.with(at, next) }, `then ${at}`)}
              />
              <IconButton
                size="2xs"
                variant="ghost"
                colorPalette="gray"
                aria-label={`移除第${at + 1}个动作`}
                onClick={() => set({ then: rule.then.toSpliced(at, 1) }, "remove")}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </HStack>
          ))}
          <AddLine onAdd={() => set({ then: [...rule.then, actionOf("show", fields)] }, "add")}>添加动作</AddLine>
        </Stack>
      </Box>
    </Stack>
  );
}

interface RuleListProps extends RulesProps {
  readonly rule: FormRule | undefined;
  readonly onChoose: (id: string) => void;
  readonly onAdd: () => void;
}

function RuleList({ design, faults, rule, onChoose, onAdd }: RuleListProps) {
  const { edit } = useBoard();
  const step = (at: number, by: 1 | -1) =>
    edit((now) => ({ ...now, rules: now.rules.toSpliced(at, 1).toSpliced(at + by, 0, now.rules[at]!) }));
  return (
    <Stack gap="1" w="240px" flex="none" p="2" overflow="auto" borderEndWidth="1px" aria-label="规则列表" role="group">
      <Button size="xs" disabled={design.rules.length >= formLimits.rules} onClick={onAdd}>
        <Plus aria-hidden />
        添加规则
      </Button>
      {design.rules.map((one, at) => {
        const wrong = faults.some((fault) => fault.rule === one.id);
        return (
          <HStack key={one.id} gap="0">
            <Button
              size="xs"
              flex="1"
              minW="0"
              justifyContent="flex-start"
              variant={one === rule ? "subtle" : "ghost"}
              {...(one === rule ? {} : { colorPalette: "gray" })}
              aria-pressed={one === rule}
              onClick={() => onChoose(one.id)}
            >
              <Text truncate>{one.name || one.id}</Text>
              {wrong && (
                <Badge size="xs" colorPalette="red">
                  有误
                </Badge>
              )}
            </Button>
            <LineButtons
              label={`规则${one.name}`}
              first={at === 0}
              last={at === design.rules.length - 1}
              onStep={(by) => step(at, by)}
              onRemove={() => edit((now) => ({ ...now, rules: now.rules.filter(({ id }) => id !== one.id) }))}
            />
          </HStack>
        );
      })}
    </Stack>
  );
}

/** 规则: when a condition holds, fields are shown, hidden, required, locked, set, limited, or something is said. */
export function Rules({ design, faults }: RulesProps) {
  const { edit } = useBoard();
  const [chosen, setChosen] = useState(design.rules[0]?.id);
  const rule = design.rules.find(({ id }) => id === chosen) ?? design.rules[0];
  const add = () => {
    const id = freeName(
      design.rules.map((one) => one.id),
      "rule",
    );
    const name = freeLabel(
      design.rules.map((one) => one.name),
      "规则",
    );
    const field = design.items[0]?.field.name ?? "";
    edit((now) => ({
      ...now,
      rules: [
        ...now.rules,
        { id, name, when: { all: [{ field, op: "notEmpty" }] }, then: [{ do: "show", fields: [] }] },
      ],
    }));
    setChosen(id);
  };
  return (
    <Flex flex="1" minH="0">
      <RuleList {...{ design, faults, rule }} onChoose={setChosen} onAdd={add} />
      {rule ? (
        <OneRule key={rule.id} rule={rule} design={design} faults={faults} />
      ) : (
        <Text color="fg.muted" p="6">
          还没有规则。规则在条件成立时显示、隐藏、必填、锁定、赋值、限定选项或提示，填写时和保存时都生效。
        </Text>
      )}
    </Flex>
  );
}
