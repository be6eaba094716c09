import { Button } from "@chakra-ui/react";
import { FailureState, LoadingState } from "@liantai/ui";
import { forms } from "../queries.ts";
import { Designer } from "./designer.tsx";

/** Loads a form for the board. What comes later (another's draft) does not replace what is on it. */
export function OpenDesigner({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, refetch } = forms.findById.useQuery({ query: { id } }, { refetchOnMountOrArgChange: true });
  if (!data && error)
    return (
      <>
        <Button m="2" size="xs" variant="ghost" colorPalette="gray" onClick={onClose}>
          返回列表
        </Button>
        <FailureState error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!data) return <LoadingState />;
  return <Designer key={id} form={data} reload={async () => (await refetch()).data} onClose={onClose} />;
}
