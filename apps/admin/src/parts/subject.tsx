/** Screens about one thing of a list (a number, a group): which one stands in the tab's address. */
import { Box, Flex, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Text } from "@chakra-ui/react";
import { opened, searchChanged, useDispatch } from "@liantai/api/client";
import { EmptyState, FailureState, LoadingState, type Option } from "@liantai/ui";
import { LeaveGuard } from "@liantai/ui/resource";
import { useCallback, useId, type ReactNode } from "react";
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

/** The chosen id, and how to choose another; what is not among the options reads as none chosen. */
export function useSubject(options: readonly Option[] | undefined): readonly [string, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const id = params.get("id") ?? "";
  const known = options?.some((o) => o.value === id) ?? false;
  return [known ? id : "", (next) => setParams(next ? { id: next } : {}, { replace: true })];
}

interface SubjectScreenProps {
  /** 接入号码 */
  readonly label: string;
  /** Of the request that the options come from. */
  readonly list: { readonly error?: unknown; readonly refetch: () => unknown };
  /** Undefined while they load, and where they cannot be loaded. */
  readonly options: readonly Option[] | undefined;
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** What to do where there is nothing to choose from. */
  readonly none: string;
  /** Beside the choice. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** The choice over what is set up for it. Another choice asks first while anything below says that it is unsaved (useUnsaved). */
export function SubjectScreen(props: SubjectScreenProps) {
  const { label, list, options, value, onChange, none, beside, children } = props;
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
                  value={value}
                  onChange={({ target }) => {
                    const next = target.value;
                    ask(() => onChange(next));
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
          {value === "" ? <EmptyState title={options.length > 0 ? `请选择${label}` : none} /> : children}
        </Flex>
      )}
    </LeaveGuard>
  );
}
