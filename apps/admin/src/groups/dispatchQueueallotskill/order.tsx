import { Box, chakra, HStack, Input, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import { clampedNumber, typedNumber, type dispatchGroupMemberApi } from "@liantai/api/contract/admin";
import { StatusBadge } from "@liantai/ui";
import { ActionButtons, useActions, useUnsaved, type Action, ActionBar } from "@liantai/ui/resource";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState } from "react";
import { dispatchGroupMembers } from "../../parts/queries.ts";

type Member = ReplyOf<typeof dispatchGroupMemberApi.list>["list"][number];
interface Placed {
  readonly skillGroupId: string;
  /** As typed. */
  readonly nextAfterS: string;
}
const Row = chakra("li", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    px: "3",
    py: "1.5",
    borderBottomWidth: "1px",
    bg: "bg",
    _last: { borderBottomWidth: "0" },
    "&[data-over]": { bg: "accent.subtle" },
  },
});

/** The order as it is typed and dragged, and as it is stored. */
function useOrder(members: readonly Member[]) {
  const stored: readonly Placed[] = members.map((m) => ({
    skillGroupId: m.skillGroupId,
    nextAfterS: String(m.nextAfterS),
  }));
  const [draft, setDraft] = useState<readonly Placed[]>();
  // Groups that came or went meanwhile come or go here too.
  const order = draft
    ? [
        ...draft.filter((d) => stored.some((s) => s.skillGroupId === d.skillGroupId)),
        ...stored.filter((s) => !draft.some((d) => d.skillGroupId === s.skillGroupId)),
      ]
    : stored;
  const move = (at: number, to: number) => {
    const next = [...order];
    const [one] = next.splice(at, 1);
    if (one) next.splice(to, 0, one);
    setDraft(next);
  };
  const type = (at: number, nextAfterS: string) => setDraft(order.map((o, i) => (i === at ? { ...o, nextAfterS } : o)));
  const dirty = JSON.stringify(order) !== JSON.stringify(stored);
  return { order, dirty, move, type, reset: () => setDraft(undefined) };
}

interface EntryProps {
  readonly name: string;
  readonly at: number;
  readonly last: boolean;
  readonly member: Member | undefined;
  readonly nextAfterS: string;
  readonly may: boolean;
  readonly type: (nextAfterS: string) => void;
  readonly move: (to: number) => void;
}

function Entry({ name, at, last, member, nextAfterS, may, type, move }: EntryProps) {
  const moves: readonly Action[] = [
    { label: "上移", icon: <ArrowUp aria-hidden />, disabled: at === 0, run: () => move(at - 1) },
    { label: "下移", icon: <ArrowDown aria-hidden />, disabled: last, run: () => move(at + 1) },
  ];
  const { press } = useActions(moves);
  return (
    <>
      {may && (
        <Box color="fg.muted" cursor="grab" aria-hidden>
          <GripVertical size={16} />
        </Box>
      )}
      <Text w="24px" textAlign="end" fontVariantNumeric="tabular-nums">
        {at + 1}
      </Text>
      <Text flex="1" truncate>
        {name}
        {member?.enabled === 0 && (
          <Text as="span" ms="2">
            <StatusBadge tone="offline">停用</StatusBadge>
          </Text>
        )}
      </Text>
      <Text color="fg.muted" w="84px">
        {member?.members ?? 0}名坐席
      </Text>
      <HStack gap="2" w="250px">
        {last ? (
          <Text color="fg.muted">最后一个，等待到最长等待时间</Text>
        ) : (
          <>
            <Input
              size="sm"
              w="72px"
              aria-label={`${name}等待秒数`}
              inputMode="numeric"
              disabled={!may}
              value={nextAfterS}
              onChange={(event) => type(typedNumber(event.target.value).replace(/\..*$/, ""))}
              onBlur={() => type(clampedNumber(nextAfterS || "0", 0, 3_600))}
            />
            <Text color="fg.muted">秒后加入下一个</Text>
          </>
        )}
      </HStack>
      {may && (
        <HStack gap="0">
          <ActionButtons look="icon" actions={moves} row={undefined} press={press} name={name} />
        </HStack>
      )}
    </>
  );
}

interface OrderFormProps {
  readonly id: string;
  readonly members: readonly Member[];
  readonly may: boolean;
}

/** The order the groups are tried in: dragged, or moved with the buttons; saved as a whole. */
export function OrderForm({ id, members, may }: OrderFormProps) {
  const { order, dirty, move, type, reset } = useOrder(members);
  const [from, setFrom] = useState<number>();
  const [over, setOver] = useState<number>();
  const [save] = dispatchGroupMembers.update.useMutation();
  useUnsaved(dirty);
  const actions: readonly Action[] = [
    { label: "还原", may, disabled: !dirty, run: reset },
    {
      label: "保存顺序",
      may,
      main: true,
      disabled: !dirty,
      async run() {
        const placed = order.map((o) => ({ skillGroupId: o.skillGroupId, nextAfterS: Number(o.nextAfterS || 0) }));
        await save({ body: { dispatchGroupId: id, members: placed } }).unwrap();
        reset();
      },
      done: ["调度顺序", "保存", { note: "从下一通来电起生效。" }],
    },
  ];
  if (members.length === 0) return null;
  return (
    <Box as="section" aria-label="调度顺序" bg="bg" borderWidth="1px" borderRadius="md" flex="none">
      <HStack px="3" py="2" borderBottomWidth="1px" justify="space-between">
        <Text color="fg.muted">来电先进入第1个技能组排队；等待设定的秒数后再加入下一个技能组，同时在各组排队。</Text>
        <HStack gap="2" flex="none">
          {may && dirty && <Text color="fg.warning">有未保存的修改</Text>}
          <ActionBar actions={actions} row={undefined} />
        </HStack>
      </HStack>
      <Box as="ol" listStyleType="none" aria-label="技能组顺序">
        {order.map(({ skillGroupId, nextAfterS }, i) => {
          const member = members.find((m) => m.skillGroupId === skillGroupId);
          return (
            <Row
              key={skillGroupId}
              draggable={may}
              data-over={over === i && from !== undefined ? "" : undefined}
              onDragStart={() => setFrom(i)}
              onDragEnd={() => {
                setFrom(undefined);
                setOver(undefined);
              }}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(i);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (from !== undefined && from !== i) move(from, i);
              }}
            >
              <Entry
                name={member?.name ?? skillGroupId}
                at={i}
                last={i === order.length - 1}
                member={member}
                nextAfterS={nextAfterS}
                may={may}
                type={(text) => type(i, text)}
                move={(to) => move(i, to)}
              />
            </Row>
          );
        })}
      </Box>
    </Box>
  );
}
