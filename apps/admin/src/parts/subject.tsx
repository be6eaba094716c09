/** Screens about one thing of a list (a number, a group): which one stands in the tab's address. */
import { Box, Flex, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Text } from "@chakra-ui/react";
import { opened, searchChanged, unsavedOf, useDispatch } from "@liantai/api/client";
import { EmptyState, FailureState, LoadingState, useTabKey, type Option } from "@liantai/ui";
import { LeaveGuard, LeaveQuestion } from "@liantai/ui/resource";
import { useCallback, useId, useState, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";

/** Opens a tab at an address, or brings the open one there. */
export function useOpenAt(): (path: string, search: Readonly<Record<string, string>>) => void {
  const dispatch = useDispatch();
  return useCallback(
    (path, search) => {
      dispatch(opened({ to: path }));
      dispatch(searchChanged({ key: path, search: new URLSearchParams(search).toString() }));
    },
    [dispatch],
  );
}

export interface Subject {
  /** '': none is chosen. */
  readonly id: string;
  readonly choose: (id: string) => void;
  /** Asked where another screen opens the tab at another one while this one's settings are unsaved. */
  readonly question: ReactNode;
}

/** The chosen one; what is not among the options reads as none. The address decides, once nothing unsaved is lost by it. */
export function useSubject(options: readonly Option[] | undefined): Subject {
  const [params, setParams] = useSearchParams();
  const key = useTabKey();
  const asked = params.get("id") ?? "";
  const [id, setId] = useState(asked);
  const held = asked !== id && unsavedOf([key]).length > 0;
  if (asked !== id && !held) setId(asked);
  const choose = (next: string) => {
    setId(next);
    setParams(next ? { id: next } : {}, { replace: true });
  };
  return {
    id: options?.some((o) => o.value === id) ? id : "",
    choose,
    question: <LeaveQuestion open={held} onLeave={() => setId(asked)} onStay={() => choose(id)} />,
  };
}

interface SubjectScreenProps {
  /** 接入号码 */
  readonly label: string;
  /** Of the request that the options come from. */
  readonly list: { readonly error?: unknown; readonly refetch: () => unknown };
  /** Undefined while they load, and where they cannot be loaded. */
  readonly options: readonly Option[] | undefined;
  readonly subject: Subject;
  /** What to do where there is nothing to choose from. */
  readonly none: string;
  /** Beside the choice. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** The choice over what is set up for it. Another choice asks first while anything below says that it is unsaved (useUnsaved). */
export function SubjectScreen(props: SubjectScreenProps) {
  const { label, list, options, subject, none, beside, children } = props;
  const id = useId();
  if (!options && list.error) return <FailureState error={list.error} onRetry={() => void list.refetch()} />;
  if (!options) return <LoadingState text={`正在加载${label}…`} />;
  return (
    <LeaveGuard>
      {(ask) => (
        <Flex direction="column" gap="2" p="3" h="full" minH="420px">
          <Flex gap="3" align="center" bg="bg" borderWidth="1px" borderRadius="md" p="3" flex="none" wrap="wrap">
            <Text asChild textStyle="xs">
              <label htmlFor={id}>{label}</label>
            </Text>
            <Box w="280px">
              <NativeSelectRoot>
                <NativeSelectField
                  id={id}
                  value={subject.id}
                  onChange={({ target }) => {
                    const next = target.value;
                    ask(() => subject.choose(next));
                  }}
                >
                  <option value="">{`请选择${label}`}</option>
                  {options.map((o) => (
                    <option key={o.value} value={o.value}>
                      {o.label}
                    </option>
                  ))}
                </NativeSelectField>
                <NativeSelectIndicator />
              </NativeSelectRoot>
            </Box>
            {beside}
          </Flex>
          {subject.question}
          {subject.id === "" ? <EmptyState title={options.length > 0 ? `请选择${label}` : none} /> : children}
        </Flex>
      )}
    </LeaveGuard>
  );
}
