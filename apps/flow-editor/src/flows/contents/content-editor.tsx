import { notifyDone } from "@liantai/api/client";
import { AppDialog, FailureState, LoadingState } from "@liantai/ui";
import { useState, type ReactNode } from "react";
import { EditorDialog } from "./editor-dialog.tsx";
import type { ContentQueries, ContentRow, ContentVersion, FoundContent } from "./queries.ts";

/** What a kind says of its contents. */
export interface EditedKind<C> {
  readonly label: string;
  readonly queries: ContentQueries;
  /** Of a new one. */
  readonly blank: C;
  /** As it is sent. */
  readonly textOf: (content: C) => string;
  /** As the server would say it; undefined: it takes it. */
  readonly faultOf: (content: C) => string | undefined;
  readonly fields: (content: C, mayEdit: boolean, onChange: (content: C) => void) => ReactNode;
}

interface EditorProps<C> {
  readonly of: EditedKind<C>;
  /** undefined: a new one. */
  readonly row: ContentRow | undefined;
  /** One that was: looked at. undefined: the newest. */
  readonly version?: ContentVersion | undefined;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

const titleOf = ({ name }: ContentRow, version: ContentVersion | undefined): string =>
  version ? `${name} 第${version.version}版` : name;

function Loaded<C>({ of, row, version, mayEdit, onClose, from }: EditorProps<C> & { readonly from: C }) {
  const { label, queries, textOf, faultOf, fields } = of;
  const before = { name: row?.name ?? "", remark: row?.remark ?? "", note: "" };
  const [typed, setTyped] = useState(before);
  const [first] = useState(from);
  const [content, setContent] = useState(first);
  const [add, adding] = queries.add.useMutation();
  const [update, updating] = queries.update.useMutation();
  const save = async () => {
    const { name, remark, note } = typed;
    const body = { name: name.trim(), remark, content: textOf(content) };
    const { error } = row
      ? await update({ body: { ...body, id: row.id, version: row.version, note } })
      : await add({ body });
    if (error) return;
    notifyDone(label, "保存", { note: "从下一通来电起生效" });
    onClose();
  };
  return (
    <EditorDialog
      title={row ? titleOf(row, version) : `新增${label}`}
      label={label}
      typed={typed}
      onTyped={setTyped}
      isNew={!row}
      mayEdit={mayEdit}
      dirty={content !== first || typed.name !== before.name || typed.remark !== before.remark}
      fault={faultOf(content)}
      busy={adding.isLoading || updating.isLoading}
      onSave={() => void save()}
      onClose={onClose}
    >
      {fields(content, mayEdit, setContent)}
    </EditorDialog>
  );
}

function Found<C>(props: EditorProps<C> & { readonly row: ContentRow }) {
  const { of, row, version: looked, onClose } = props;
  const { data, error, isFetching, refetch } = of.queries.find.useQuery(
    { body: { id: row.id, versionId: looked?.versionId ?? "" } },
    { refetchOnMountOrArgChange: true },
  );
  // Once it is open, what others save meanwhile does not take the place of what is typed: the save is refused then.
  const [opened, setOpened] = useState<FoundContent>();
  if (!opened && data && !isFetching) setOpened(data);
  if (opened) {
    const { name, remark, version, content } = opened;
    return <Loaded {...props} row={{ ...row, name, remark, version }} from={JSON.parse(content) as C} />;
  }
  return (
    <AppDialog open title={titleOf(row, looked)} width="920px" onClose={onClose}>
      {error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
    </AppDialog>
  );
}

/** One content, or a new one: read once, typed, saved as a version. */
export function ContentEditor<C>({ of, row, ...rest }: EditorProps<C>) {
  return row ? <Found of={of} row={row} {...rest} /> : <Loaded of={of} row={undefined} from={of.blank} {...rest} />;
}
