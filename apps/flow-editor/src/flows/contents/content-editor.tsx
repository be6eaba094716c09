import { claimFailure, notifyDone } from "@liantai/api/client";
import { AppDialog, FailureState, LoadingState } from "@liantai/ui";
import { isFailure } from "@liantai/ui/resource";
import { useMemo, useState, type ReactNode } from "react";
import { EditorDialog } from "./editor-dialog.tsx";
import type { ContentQueries, ContentRow, ContentVersion, FoundContent } from "./queries.ts";

/** What is wrong with a content. */
interface Fault {
  /** Where and what. */
  readonly text: string;
  /** Nothing is there yet: said once somebody wants to save. */
  readonly missing?: true;
}

export interface FieldsProps<C, F> {
  readonly content: C;
  readonly isNew: boolean;
  readonly mayEdit: boolean;
  /** Said at their places, from top to bottom. */
  readonly faults: readonly F[];
  /** Another number: the first of them comes into sight, where it takes the focus. */
  readonly turn: number;
  readonly onChange: (content: C) => void;
}

/** What a kind says of its contents. */
export interface EditedKind<C, F extends Fault> {
  readonly label: string;
  readonly queries: ContentQueries;
  /** Of a new one. */
  readonly blank: C;
  /** As it is sent. */
  readonly textOf: (content: C) => string;
  /** As the server would say it. */
  readonly faultsOf: (content: C) => readonly F[];
  readonly fields: (props: FieldsProps<C, F>) => ReactNode;
}

interface EditorProps<C, F extends Fault> {
  readonly of: EditedKind<C, F>;
  /** undefined: a new one. */
  readonly row: ContentRow | undefined;
  /** One that was: looked at. undefined: the newest. */
  readonly version?: ContentVersion | undefined;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

/** What the server has against the name and nothing else: said at the name. */
function nameRefusal(error: unknown): string | undefined {
  const [field, ...more] = isFailure(error) ? (error.fields ?? []) : [];
  if (!isFailure(error) || more.length > 0 || field?.path.replace(/^body\./, "") !== "name") return undefined;
  claimFailure(error);
  return field.message;
}

const titleOf = ({ name }: ContentRow, version: ContentVersion | undefined): string =>
  version ? `${name} 第${version.version}版` : name;

function Loaded<C, F extends Fault>(props: EditorProps<C, F> & { readonly from: C }) {
  const { of, row, version, mayEdit, onClose, from } = props;
  const { label, queries, textOf, faultsOf, fields } = of;
  const before = { name: row?.name ?? "", remark: row?.remark ?? "", note: "" };
  const [typed, setTyped] = useState(before);
  const [first] = useState(from);
  const [content, setContent] = useState(first);
  const [turn, setTurn] = useState(0);
  const [refused, setRefused] = useState<{ readonly name: string; readonly text: string }>();
  const all = useMemo(() => faultsOf(content), [faultsOf, content]);
  const faults = turn > 0 ? all : all.filter(({ missing }) => !missing);
  const nameFault =
    typed.name.trim() === "" ? `请输入${label}名称` : refused?.name === typed.name ? refused.text : undefined;
  const [add, adding] = queries.add.useMutation();
  const [update, updating] = queries.update.useMutation();
  const save = async () => {
    setTurn((before) => before + 1);
    if (all.length > 0 || nameFault !== undefined) return;
    const { name, remark, note } = typed;
    const body = { name: name.trim(), remark, content: textOf(content) };
    const { error } = row
      ? await update({ body: { ...body, id: row.id, version: row.version, note } })
      : await add({ body });
    if (error) {
      const text = nameRefusal(error);
      if (text === undefined) return;
      setRefused({ name, text });
      setTurn((before) => before + 1);
      return;
    }
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
      nameFault={turn > 0 ? nameFault : undefined}
      faults={faults}
      turn={turn}
      busy={adding.isLoading || updating.isLoading}
      onSave={() => void save()}
      onClose={onClose}
    >
      {fields({ content, isNew: !row, mayEdit, faults, turn, onChange: setContent })}
    </EditorDialog>
  );
}

function Found<C, F extends Fault>(props: EditorProps<C, F> & { readonly row: ContentRow }) {
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
export function ContentEditor<C, F extends Fault>({ of, row, ...rest }: EditorProps<C, F>) {
  return row ? <Found of={of} row={row} {...rest} /> : <Loaded of={of} row={undefined} from={of.blank} {...rest} />;
}
