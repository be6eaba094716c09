import { OpenBoard } from "@liantai/ui/board";
import { flows } from "../queries.ts";
import { Designer } from "./designer.tsx";

/** Loads a flow for the board. What comes later (another's draft) does not replace what is on it. */
export function OpenDesigner({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, refetch } = flows.versions.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  return (
    <OpenBoard data={data} error={error} onRetry={() => void refetch()} onClose={onClose}>
      {(loaded) => <Designer key={id} loaded={loaded} reload={async () => (await refetch()).data} onClose={onClose} />}
    </OpenBoard>
  );
}
