import { Box, Button, chakra, HStack, Table, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone, useMayPress } from "@liantai/api/client";
import type { CountersignNode, TaskNode } from "@liantai/api/contract/workorder";
import { sameValue, type FormField, type OtherRender } from "@liantai/api/forms";
import { Check, LoadingState } from "@liantai/ui";
import { isFailure, useUnsaved } from "@liantai/ui/resource";
import { memo, useCallback, useEffect, useMemo, useState } from "react";
import { type FieldRule, fieldRules, ruledFields, rulesOf, withRule } from "../parts/node-rules.ts";
import { useFormFields } from "../parts/surroundings.ts";
import { nodes, type OneFlow } from "../queries.ts";

type Rules = Readonly<Record<string, OtherRender>>;
type Worked = TaskNode | CountersignNode;
const all = Object.entries(fieldRules) as [FieldRule, string][];
const Ticks = chakra("div", {
  base: { display: "flex", gap: "3", "& label": { display: "flex", gap: "1", alignItems: "center" } },
});

const workedOf = ({ draft }: OneFlow): readonly Worked[] =>
  draft.nodes.filter((node): node is Worked => node.kind === "task" || node.kind === "countersign");
const rulesIn = (list: readonly Worked[]): Rules =>
  Object.fromEntries(list.map(({ id, fields }) => [id, fields ?? {}]));

interface CellProps {
  readonly node: Worked;
  readonly field: FormField;
  readonly rules: OtherRender;
  readonly disabled: boolean;
  readonly onChange: (node: string, field: FormField, rule: FieldRule, on: boolean) => void;
}

const Cell = memo(function Cell({ node, field, rules, disabled, onChange }: CellProps) {
  const now = rulesOf(field, rules[field.name]);
  return (
    <Ticks>
      {all.map(([rule, title]) => (
        <label key={rule}>
          <Check
            type="checkbox"
            aria-label={`${node.name}，${field.label}：${title}`}
            checked={now[rule]}
            disabled={disabled}
            onChange={(event) => onChange(node.id, field, rule, event.target.checked)}
          />
          {title}
        </label>
      ))}
    </Ticks>
  );
});

interface MatrixProps {
  readonly loaded: OneFlow;
  readonly reload: () => Promise<OneFlow | undefined>;
  readonly onDirty: (dirty: boolean) => void;
}

function useRules(loaded: OneFlow, reload: MatrixProps["reload"]) {
  const list = useMemo(() => workedOf(loaded), [loaded]);
  const kept = useMemo(() => rulesIn(list), [list]);
  const [typed, setTyped] = useState<Rules>({});
  const [said, setSaid] = useState<string>();
  const [save, { isLoading }] = nodes.saveConfig.useMutation();
  const rules = useMemo(() => ({ ...kept, ...typed }), [kept, typed]);
  const changed = Object.keys(typed).filter((id) => !sameValue(typed[id] ?? {}, kept[id] ?? {}));
  const change = useCallback(
    (node: string, field: FormField, rule: FieldRule, on: boolean) =>
      setTyped((now) => ({ ...now, [node]: withRule(now[node] ?? kept[node] ?? {}, field, rule, on) })),
    [kept],
  );
  const send = async () => {
    setSaid(undefined);
    const { id, revision } = loaded.flow;
    const body = { flowId: id, revision, nodes: Object.fromEntries(changed.map((node) => [node, typed[node]!])) };
    try {
      await save({ body }).unwrap();
      await reload();
      setTyped({});
      notifyDone("字段配置", "保存");
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text.replace(/^\d{3} /, ""));
      // What was ticked stays, over what is there now.
      await reload();
    }
  };
  return { list, rules, change, said, send, dirty: changed.length > 0, busy: isLoading, undo: () => setTyped({}) };
}

/** Fields down, nodes across. */
export function Matrix({ loaded, reload, onDirty }: MatrixProps) {
  const { list, rules, change, said, send, dirty, busy, undo } = useRules(loaded, reload);
  const fields = useFormFields(loaded.flow.formId);
  const may = useMayPress("/flownodeconfig")("workNode.saveConfig");
  useUnsaved(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  if (loaded.flow.formId === "")
    return (
      <Text p="6" color="fg.muted">
        这个流程还没有选择工单表单，请先在“工单流程”中选择。
      </Text>
    );
  if (!fields) return <LoadingState />;
  if (list.length === 0)
    return (
      <Text p="6" color="fg.muted">
        这个流程还没有需要人处理的节点。
      </Text>
    );
  return (
    <>
      <Box flex="1" minH="0" overflow="auto" tabIndex={0} role="region" aria-label="节点与字段">
        <Table.Root size="sm" stickyHeader w="auto" aria-label="字段配置">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader w="150px">字段</Table.ColumnHeader>
              {list.map(({ id, name }) => (
                <Table.ColumnHeader key={id} minW="190px">
                  {name || "未命名"}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {ruledFields(fields).map((field) => (
              <Table.Row key={field.name}>
                <Table.Cell fontWeight="500">{field.label}</Table.Cell>
                {list.map((node) => (
                  <Table.Cell key={node.id} textStyle="xs">
                    <Cell node={node} field={field} rules={rules[node.id] ?? {}} disabled={!may} onChange={change} />
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
      {may && (
        <HStack gap="2" p="2" borderTopWidth="1px">
          <Button size="xs" loading={busy} disabled={!dirty} onClick={() => void send()}>
            保存
          </Button>
          <Button size="xs" variant="outline" colorPalette="gray" disabled={!dirty} onClick={undo}>
            撤销修改
          </Button>
          {said !== undefined && (
            <Text role="alert" color="fg.error" textStyle="xs">
              {said}
            </Text>
          )}
        </HStack>
      )}
    </>
  );
}
