import { OpenBoard } from "@liantai/ui/board";
import { forms } from "../queries.ts";
import { Designer } from "./designer.tsx";

/** Loads a form for the board. What comes later (another's draft) does not replace what is on it. */
export function OpenDesigner({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, refetch } = forms.findById.useQuery({ query: { id } }, { refetchOnMountOrArgChange: true });
  return (
    <OpenBoard data={data} error={error} onRetry={() => void refetch()} onClose={onClose}>
      {(form) => <Designer key={id} form={form} reload={async () => (await refetch()).data} onClose={onClose} />}
    </OpenBoard>
  );
}
