/** A list that a guarded drawer edits as a whole and saves at once: nothing of it is kept before. */
import { Button, Flex, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { isFailure, LeaveButton, useUnsaved } from "@liantai/ui/resource";
import { useState, type ReactNode } from "react";

interface Options<T> {
  readonly first: readonly T[] | (() => readonly T[]);
  /** What is saved, as it is called. */
  readonly what: string;
  /** Why it cannot be saved, before anybody is asked. */
  readonly wrong?: (list: readonly T[]) => string | undefined;
  readonly send: (list: readonly T[]) => Promise<unknown>;
  readonly busy: boolean;
  /** It was saved. */
  readonly onClose: () => void;
}

interface WholeList<T> {
  readonly list: readonly T[];
  readonly set: (list: readonly T[]) => void;
  /** What was wrong, and the buttons: the last lines of the drawer. */
  readonly end: ReactNode;
}

export function useWholeList<T>({ first, what, wrong, send, busy, onClose }: Options<T>): WholeList<T> {
  const [list, setList] = useState<readonly T[]>(first);
  const [touched, setTouched] = useState(false);
  const [said, setSaid] = useState<string>();
  useUnsaved(touched);
  const set = (next: readonly T[]) => {
    setList(next);
    setTouched(true);
  };
  const save = async () => {
    const refusal = wrong?.(list);
    setSaid(refusal);
    if (refusal !== undefined) return;
    try {
      await send(list);
      notifyDone(what, "保存");
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.fields?.[0]?.message ?? error.text);
    }
  };
  const end = (
    <>
      {said !== undefined && (
        <Text role="alert" color="fg.error">
          {said}
        </Text>
      )}
      <Flex justify="flex-end" gap="2">
        <LeaveButton />
        <Button loading={busy} disabled={!touched} onClick={() => void save()}>
          保存
        </Button>
      </Flex>
    </>
  );
  return { list, set, end };
}
