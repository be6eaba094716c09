/** Two records beside each other: which one stays, and of which each field is kept. */
import { Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { hiddenIn, valueInWords, type CompiledForm, type FieldValue, type OtherRender } from "@liantai/api/forms";
import { Check, FailureState, LoadingState, report } from "@liantai/ui";
import { GuardedDrawer, isFailure, LeaveButton, useUnsaved } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { compiledOf } from "../parts/forms.ts";
import { useRecord, type OpenRecord } from "../parts/queries.ts";
import { titleOf } from "../parts/question.ts";
import { tagNames } from "../parts/tags.tsx";
import { duplicates } from "./queries.ts";

type Side = "mine" | "theirs";
type Sides = Side | "both";

interface MergeProps {
  readonly ids: readonly [string, string];
  readonly noun: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface RowProps {
  readonly label: string;
  readonly texts: readonly [string, string];
  /** Index of the record that it is kept of; both: 2. */
  readonly kept: number;
  /** It is not his to choose. */
  readonly fixed: boolean;
  readonly onKeep: (of: 0 | 1) => void;
}

/** A field's two values: the kept one is ticked. */
const Choice = ({ label, texts, kept, fixed, onKeep }: RowProps) => (
  <Table.Row>
    <Table.Cell color="fg.muted">{label}</Table.Cell>
    {([0, 1] as const).map((of) => (
      <Table.Cell key={of}>
        <HStack as="label" gap="1.5">
          <Check
            type="radio"
            aria-label={`${label}取${of === 0 ? "左" : "右"}`}
            checked={kept === of}
            disabled={fixed}
            onChange={() => onKeep(of)}
          />
          <Text wordBreak="break-word">{texts[of] || "—"}</Text>
        </HStack>
      </Table.Cell>
    ))}
  </Table.Row>
);

const parts: readonly (readonly [of: Sides, text: string])[] = [
  ["both", "两条都保留"],
  ["mine", "只保留留下的"],
  ["theirs", "只保留被合并的"],
];

function PartChoice({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Sides;
  readonly onChange: (of: Sides) => void;
}) {
  return (
    <HStack gap="3" role="radiogroup" aria-label={label}>
      <Text color="fg.muted" w="72px">
        {label}
      </Text>
      {parts.map(([of, text]) => (
        <HStack as="label" key={of} gap="1">
          <Check type="radio" checked={value === of} onChange={() => onChange(of)} />
          {text}
        </HStack>
      ))}
    </HStack>
  );
}

const words = (form: CompiledForm, name: string, { record }: OpenRecord): string => {
  const field = form.byName.get(name);
  return field ? valueInWords(field, record.values[name] as FieldValue | undefined) : "";
};
const numbersOf = ({ record }: OpenRecord): string => (record.phones ?? []).map(({ number }) => number).join("、");

function useMergeState(form: CompiledForm, two: readonly [OpenRecord, OpenRecord]) {
  // The older one stays as a rule.
  const [older] = useState<0 | 1>(two[0].record.createTime <= two[1].record.createTime ? 0 : 1);
  const [survivor, setSurvivor] = useState(older);
  const [kept, setKept] = useState<Readonly<Record<string, 0 | 1>>>({});
  const [phones, setPhones] = useState<Sides>("both");
  const [tags, setTags] = useState<Sides>("both");
  const differing = form.fields
    .map(({ name, label }) => ({ name, label, texts: [words(form, name, two[0]), words(form, name, two[1])] as const }))
    .filter(({ texts }) => texts[0] !== texts[1]);
  const keptOf = (name: string, texts: readonly [string, string]): 0 | 1 => {
    const other = survivor === 0 ? 1 : 0;
    return kept[name] ?? (texts[survivor] === "" ? other : survivor);
  };
  // What he does not see or may not type into the server decides (F91).
  const render = two[0].otherRender as OtherRender;
  const isFixed = (name: string): boolean =>
    !(
      (Object.hasOwn(render, name) ? render[name]?.enable : undefined) ??
      form.byName.get(name)?.field.permission !== true
    );
  const hidden = hiddenIn(render);
  const chosen = survivor !== older || Object.keys(kept).length > 0 || phones !== "both" || tags !== "both";
  const unseen = form.fields.filter(({ name }) => hidden.has(name)).map(({ label }) => label);
  const choices = Object.fromEntries(
    differing
      .filter(({ name }) => !isFixed(name))
      .map(({ name, texts }) => [name, keptOf(name, texts) === survivor ? ("mine" as const) : ("theirs" as const)]),
  );
  return {
    survivor,
    setSurvivor,
    setKept,
    phones,
    setPhones,
    tags,
    setTags,
    differing,
    keptOf,
    choices,
    isFixed,
    unseen,
    chosen,
  };
}

function Both({
  two,
  noun,
  onDone,
}: Pick<MergeProps, "noun" | "onDone"> & { readonly two: readonly [OpenRecord, OpenRecord] }) {
  const form = useMemo(() => compiledOf(two[0].form, two[0].otherOptions), [two]);
  const state = useMergeState(form, two);
  const { survivor, setSurvivor, setKept, phones, setPhones, tags, setTags, differing, keptOf, choices } = state;
  const { isFixed, unseen, chosen } = state;
  useUnsaved(chosen);
  const [merge, { isLoading }] = duplicates.merge.useMutation();
  const [said, say] = useState<string>();
  const [mine, theirs] = survivor === 0 ? [two[0], two[1]] : [two[1], two[0]];
  const send = async () => {
    const body = {
      ...{ survivorId: mine.record.id, survivorVersion: mine.record.version },
      ...{ loserId: theirs.record.id, loserVersion: theirs.record.version, choices, phones, tags },
    };
    try {
      await merge({ body }).unwrap();
      notifyDone(noun, "合并");
      onDone();
    } catch (error) {
      if (isFailure(error)) claimFailure(error);
      else report(error, "合并");
      say(isFailure(error) ? error.text : "合并没有成功，请重试。");
    }
  };
  const heads = two.map(({ record }) => titleOf(form, record.values));
  return (
    <Stack gap="3">
      <Text color="fg.muted" textStyle="xs">
        被合并的{noun}不再出现在列表中，它的通话、工单和联系记录转到留下的{noun}；30天内可以撤销。
      </Text>
      <Table.Root size="sm" aria-label="逐项选择">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader w="110px">字段</Table.ColumnHeader>
            {([0, 1] as const).map((of) => (
              <Table.ColumnHeader key={of}>
                <HStack as="label" gap="1.5">
                  <Check
                    type="radio"
                    aria-label={`留下${of === 0 ? "左" : "右"}边的`}
                    checked={survivor === of}
                    onChange={() => setSurvivor(of)}
                  />
                  {heads[of]}
                  {survivor === of ? "（留下）" : "（被合并）"}
                </HStack>
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {differing.map(({ name, label, texts }) => (
            <Choice
              key={name}
              {...{ label, texts }}
              kept={keptOf(name, texts)}
              fixed={isFixed(name)}
              onKeep={(of) => setKept((now) => ({ ...now, [name]: of }))}
            />
          ))}
          <Table.Row>
            <Table.Cell color="fg.muted">其他号码</Table.Cell>
            <Table.Cell>{numbersOf(two[0]) || "—"}</Table.Cell>
            <Table.Cell>{numbersOf(two[1]) || "—"}</Table.Cell>
          </Table.Row>
          <Table.Row>
            <Table.Cell color="fg.muted">标签</Table.Cell>
            <Table.Cell>{tagNames(two[0].record.tags) || "—"}</Table.Cell>
            <Table.Cell>{tagNames(two[1].record.tags) || "—"}</Table.Cell>
          </Table.Row>
        </Table.Body>
      </Table.Root>
      {unseen.length > 0 && (
        <Text color="fg.muted">
          您的角色看不到{unseen.join("、")}：保留留下的{noun}的内容，为空时取被合并的。
        </Text>
      )}
      {differing.length === 0 && <Text color="fg.muted">两条{noun}的各个字段都相同。</Text>}
      <PartChoice label="电话号码" value={phones} onChange={setPhones} />
      <PartChoice label="标签" value={tags} onChange={setTags} />
      {said !== undefined && (
        <Text role="alert" color="fg.error">
          {said}
        </Text>
      )}
      <HStack justify="flex-end">
        <LeaveButton />
        <Button loading={isLoading} onClick={() => void send()}>
          合并
        </Button>
      </HStack>
    </Stack>
  );
}

export function MergeDrawer({ ids, noun, onClose, onDone }: MergeProps) {
  const [one, other] = [useRecord(ids[0]), useRecord(ids[1])];
  const failed = one.error ? one : other;
  return (
    <GuardedDrawer open title={`合并${noun}`} width="860px" onClose={onClose}>
      {one.data && other.data ? (
        <Both two={[one.data, other.data]} {...{ noun, onDone }} />
      ) : failed.error ? (
        <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <LoadingState />
      )}
    </GuardedDrawer>
  );
}
