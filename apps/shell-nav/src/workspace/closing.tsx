/** Closing tabs: at once, unless one of them holds text that was not saved. */
import { useCallback, useState } from "react";
import { unsavedOf, useDispatch, type OpenTab } from "@liantai/api/client";
import { ConfirmDialog } from "@liantai/ui";

/** Any of the workspace's closing actions. */
type Closing = { readonly type: string };

/** Closes `tabs` by `action`. */
export type Close = (action: Closing, tabs: readonly OpenTab[]) => void;

interface Waiting {
  readonly action: Closing;
  readonly unsaved: readonly OpenTab[];
}

/** The way to close tabs, and the question that it may ask. */
export function useClosing() {
  const dispatch = useDispatch();
  const [waiting, setWaiting] = useState<Waiting>();
  const close = useCallback<Close>(
    (action, tabs) => {
      const keys = unsavedOf(tabs.filter((t) => t.closable).map((t) => t.key));
      if (keys.length === 0) dispatch(action);
      else setWaiting({ action, unsaved: tabs.filter((t) => keys.includes(t.key)) });
    },
    [dispatch],
  );
  const question = (
    <ConfirmDialog
      open={waiting !== undefined}
      title={`关闭「${waiting?.unsaved.map((t) => t.title).join("」「") ?? ""}」`}
      text="有未保存的内容，确定要离开吗？"
      confirm="放弃"
      cancel="继续编辑"
      dangerous
      onConfirm={() => {
        if (waiting) dispatch(waiting.action);
        setWaiting(undefined);
      }}
      onClose={() => setWaiting(undefined)}
    />
  );
  return { close, question };
}
