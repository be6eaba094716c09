import { Button } from "@chakra-ui/react";
import { FailureState, LoadingState } from "@liantai/ui";
import type { ReactNode } from "react";

interface OpenBoardProps<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
  readonly children: (data: T) => ReactNode;
}

/** Until what is drawn on has come, or the way back where it does not come. */
export function OpenBoard<T>({ data, error, onRetry, onClose, children }: OpenBoardProps<T>) {
  if (data !== undefined) return children(data);
  if (!error) return <LoadingState />;
  return (
    <>
      <Button m="2" size="xs" variant="ghost" colorPalette="gray" onClick={onClose}>
        返回列表
      </Button>
      <FailureState error={error} onRetry={onRetry} />
    </>
  );
}
