import { Flex, IconButton, Text, VStack } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { CheckList, type Answer, type Item } from "./check-list.tsx";

interface TransferListProps {
  readonly availableTitle: string;
  readonly memberTitle: string;
  readonly available: readonly Item[];
  readonly members: readonly Item[];
  /** Of the requests that the two lists come from. */
  readonly answers?: { readonly available: Answer; readonly members: Answer };
  readonly onAdd: (ids: readonly string[]) => unknown;
  readonly onRemove: (ids: readonly string[]) => unknown;
  /** A change is under way, or one of the lists: nothing can be moved, and what is chosen meanwhile stays chosen. */
  readonly busy?: boolean;
  readonly height?: string;
}

const emptySet: ReadonlySet<string> = new Set();

/** What is chosen and still there: what was moved is on the other side. */
function useChosen(items: readonly Item[]) {
  const [chosen, setChosen] = useState(emptySet);
  const there = useMemo(() => {
    const ids = new Set(items.map((i) => i.id));
    return new Set([...chosen].filter((id) => ids.has(id)));
  }, [items, chosen]);
  return [there, setChosen] as const;
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Flex direction="column" gap="1" flex="1" minW="0" role="group" aria-label={title}>
      <Text textStyle="xs" color="fg.muted">
        {title}
      </Text>
      {children}
    </Flex>
  );
}

/** Members and who could be one, side by side: choose, then move. */
export function TransferList({
  availableTitle,
  memberTitle,
  available,
  members,
  answers,
  onAdd,
  onRemove,
  busy = false,
  height = "320px",
}: TransferListProps) {
  const [toAdd, setToAdd] = useChosen(available);
  const [toRemove, setToRemove] = useChosen(members);
  const add = () => {
    onAdd([...toAdd]);
    setToAdd(emptySet);
  };
  const remove = () => {
    onRemove([...toRemove]);
    setToRemove(emptySet);
  };
  return (
    <Flex gap="3" align="center" aria-busy={busy}>
      <Side title={availableTitle}>
        <CheckList
          label={availableTitle}
          items={available}
          answer={answers?.available}
          chosen={toAdd}
          onChange={setToAdd}
          height={height}
        />
      </Side>
      <VStack gap="2">
        <IconButton
          size="xs"
          aria-label={`添加到${memberTitle}`}
          title="添加"
          disabled={busy || toAdd.size === 0}
          onClick={add}
        >
          <ChevronRight aria-hidden />
        </IconButton>
        <IconButton
          size="xs"
          variant="outline"
          colorPalette="gray"
          aria-label={`从${memberTitle}移出`}
          title="移出"
          disabled={busy || toRemove.size === 0}
          onClick={remove}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
      </VStack>
      <Side title={memberTitle}>
        <CheckList
          label={memberTitle}
          items={members}
          answer={answers?.members}
          chosen={toRemove}
          onChange={setToRemove}
          height={height}
        />
      </Side>
    </Flex>
  );
}
