import { notifyDone } from "@liantai/api/client";
import { AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import { FormDrawer } from "@liantai/ui/resource";
import { flows } from "../knownnav/queries.ts";
import { editForm } from "./forms.tsx";
import type { ListedFlow } from "./words.tsx";

/** Name, remark, state and voice of a flow. */
export function Settings({ flow, onClose }: { readonly flow: ListedFlow; readonly onClose: () => void }) {
  const { data, error, refetch } = flows.find.useQuery(
    { params: { id: flow.id }, query: {} },
    { refetchOnMountOrArgChange: true },
  );
  const [update] = flows.update.useMutation();
  if (!data)
    return (
      <AppDrawer open title="流程设置" onClose={onClose}>
        {error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </AppDrawer>
    );
  const { title, schema, values, fields, send } = editForm(flow, data.tts, (body) =>
    update({ body: { ...body, id: flow.id } }).unwrap(),
  );
  return (
    <FormDrawer
      open
      title={title}
      schema={schema}
      values={values}
      onClose={onClose}
      onSubmit={async (body) => {
        await send(body);
        notifyDone("流程", "保存");
      }}
    >
      {fields}
    </FormDrawer>
  );
}
