/** Tables of the area settings; joined in ../schema.ts. */
import type { At, Flag, Json, Text, Word, WordSet } from "./types.ts";

/** comp_id '000000': the installation's. */
export interface DictionaryTable {
  compId: string;
  id: string;
  code: string;
  name: string;
  /** What an enterprise's does with the installation's of the same code. */
  mode: WordSet<"extend" | "replace">;
  remark: Text;
}

export interface DictionaryItemTable {
  compId: string;
  id: string;
  dictionaryId: string;
  value: string;
  label: string;
  sort: number;
  enabled: Flag;
  remark: Text;
}

export interface CascadeOptionTable {
  compId: string;
  id: string;
  /** null: a top. */
  parentId: string | null;
  name: string;
  /** 1..5 */
  level: number;
  sort: number;
}

/** Not a tenant table: the help is the same for all. */
export interface HelpNodeTable {
  id: string;
  parentId: string | null;
  kind: Word<"folder" | "document">;
  title: string;
  /** Markdown; '' for folders and for a PDF. */
  body: Text;
  /** The PDF that a document is (a file of '000000'); null for Markdown. */
  fileId: string | null;
  sort: number;
  updatedAt: At;
  updatedBy: string;
}

/** A view: names of what belongs to an enterprise; menus stand under '000000'. */
export interface RowNameView {
  compId: string;
  id: string;
  name: string;
}

/** A view: names of what belongs to no enterprise. The system role alone reads it. */
export interface SharedRowNameView {
  id: string;
  name: string;
}

/** Installation-wide secrets and settings, e.g. the key that seals extension passwords. Not a tenant table. */
interface SettingTable {
  key: string;
  value: Json<unknown>;
}

export interface SettingsTables {
  setting: SettingTable;
  dictionary: DictionaryTable;
  dictionary_item: DictionaryItemTable;
  cascade_option: CascadeOptionTable;
  help_node: HelpNodeTable;
  row_name: RowNameView;
  shared_row_name: SharedRowNameView;
}
