import { Button, HStack, Text } from "@chakra-ui/react";
import { FailureState, LoadingState } from "@liantai/ui";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { DraftKeeper, findDraft, type DraftPlace, type DraftPorts, type KeptDraft } from "./draft-keeper.ts";
import { serverDrafts } from "./server-sources.ts";

/** What a form needs of its draft. */
export interface FormDraft {
  /** What was typed before the page was left; null: nothing. */
  readonly kept: KeptDraft | null;
  readonly keeper: DraftKeeper;
  /** Throws it away; the form begins anew. */
  readonly discard: () => void;
}

/** Typed text reaches the server before whatever happens to the page. */
function useLeaving(keeper: DraftKeeper): void {
  useEffect(() => {
    const leave = () => void keeper.flush(true);
    const hide = () => document.visibilityState === "hidden" && leave();
    const again = () => void keeper.flush();
    addEventListener("pagehide", leave);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", hide);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", hide);
      void keeper.flush();
    };
  }, [keeper]);
}

function Opened({
  draft,
  children,
}: {
  readonly draft: FormDraft;
  readonly children: (draft: FormDraft) => ReactNode;
}) {
  const { keeper } = draft;
  useLeaving(keeper);
  // React's blur comes up from every control.
  return <div onBlur={() => void keeper.flush()}>{children(draft)}</div>;
}

interface DraftedProps {
  readonly place: DraftPlace;
  /** Of the record that is shown; default 0: a new one. */
  readonly version?: number;
  readonly children: (draft: FormDraft) => ReactNode;
  readonly ports?: DraftPorts;
}

/** A form that begins with its draft, and keeps one. */
export function Drafted({ place, version = 0, children, ports = serverDrafts }: DraftedProps) {
  const { formId, recordId, callId, aboutId } = place;
  const [turn, setTurn] = useState(0);
  const [found, setFound] = useState<{ readonly draft: FormDraft; readonly turn: number }>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let gone = false;
    const of = { formId, ...(recordId && { recordId }), ...(callId && { callId }), ...(aboutId && { aboutId }) };
    const open = (kept: KeptDraft | null) => {
      const keeper = new DraftKeeper(ports, of, kept?.version ?? version);
      const discard = () =>
        void keeper.discard().then(
          () => setTurn((n) => n + 1),
          () => void keeper.flush(),
        );
      if (!gone) setFound({ draft: { kept, keeper, discard }, turn });
    };
    setError(undefined);
    findDraft(ports, of).then(open, (failure: unknown) => !gone && setError(failure));
    return () => {
      gone = true;
    };
    // Another version of the record is another form: its caller's key says so.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ports, formId, recordId, callId, aboutId, turn]);
  if (error !== undefined) return <FailureState error={error} onRetry={() => setTurn((n) => n + 1)} />;
  if (found?.turn !== turn) return <LoadingState />;
  return (
    <Opened key={turn} draft={found.draft}>
      {children}
    </Opened>
  );
}

const clockOf = (time: string): string => time.slice(11);

/** Above a form that begins with a draft. */
export const DraftFound = ({ draft: { kept, discard } }: { readonly draft: FormDraft }) =>
  kept && (
    <HStack role="status" gap="3" mb="3" px="3" py="1.5" bg="bg.info" color="fg.info" borderRadius="md">
      <Text flex="1" minW="0">
        已恢复 {kept.savedTime} 未保存的内容
      </Text>
      <Button size="xs" variant="outline" colorPalette="gray" onClick={discard}>
        放弃草稿
      </Button>
    </HStack>
  );

export function useDraftState({ keeper }: FormDraft) {
  return useSyncExternalStore(keeper.follow, keeper.state);
}

/** Beside the form's buttons. `what` is kept: of an order a draft is something else, too. */
export function DraftKept({ draft, what = "草稿" }: { readonly draft: FormDraft; readonly what?: string }) {
  const state = useDraftState(draft);
  const text = {
    none: "",
    waiting: `正在保存${what}…`,
    kept: state.kind === "kept" ? `${what}已保存 ${clockOf(state.savedTime)}` : "",
    failed: `${what}暂未保存，正在重试`,
  }[state.kind];
  return (
    <Text flex="1" minW="0" color={state.kind === "failed" ? "fg.error" : "fg.muted"} data-draft={state.kind}>
      {text}
    </Text>
  );
}
