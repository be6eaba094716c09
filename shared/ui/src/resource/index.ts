/** The parts of resource screens (lists, forms, trees, imports): a bundle of its own, the workspace's first load goes without them. */
export { SelectField, TextField, type Option, type Selection, type Sort } from "@liantai/ui";
export { useResourceList, type ListSource, type ResourceList } from "./list/use-resource-list.ts";
export { AudioPlayer } from "./player/audio-player.tsx";
export { IncompleteSign } from "./player/incomplete.tsx";
export { ResourceScreen } from "./list/resource-screen.tsx";
export { Views } from "./list/views.tsx";
export { useView } from "./list/use-view.ts";
export { ViewsScreen } from "./list/views-screen.tsx";
export { FormDialog, FormDrawer, sending } from "./form/form-sheet.tsx";
export { GuardedDialog, GuardedDrawer, LeaveButton, LeaveGuard, LeaveQuestion } from "./form/leave-guard.tsx";
export { isFailure, showRefusal } from "./form/save.ts";
export { useGuarded, useUnsaved } from "./form/use-unsaved.ts";
export { DigitListField, MaskedField, NumberField, PasswordField, TextAreaField } from "./fields/text.tsx";
export { CheckboxesField, RadioField, SwitchField } from "./fields/choices.tsx";
export { DateField, TimeField } from "./fields/times.tsx";
export { DateInput } from "./dates/date-input.tsx";
export { dateTimeTyped, dateTyped, timeTyped } from "./dates/typed.ts";
export { DateRangeField, withDateRange } from "./dates/date-range.tsx";
export { today } from "./dates/presets.ts";
export { chooserOf, FileField, fileRefusal } from "./fields/file.tsx";
export { MultiSelectField } from "./fields/multi-select.tsx";
export { AddedRows } from "./fields/added-rows.tsx";
export { DayRanges } from "./fields/day-ranges.tsx";
export { OrderedRows } from "./fields/ordered-rows.tsx";
export { CheckList, type Answer, type Item } from "./transfer/check-list.tsx";
export { TransferList } from "./transfer/transfer-list.tsx";
export type { TreeNode } from "./tree/model.ts";
export { CheckTree, TreeList } from "./tree/tree-list.tsx";
export { downloadFile, saveBlob } from "./files/download.ts";
export { ExportButton } from "./files/export-button.tsx";
export { DownloadButton } from "./files/download-button.tsx";
export { ImportDialog } from "./files/import-dialog.tsx";
export { SheetDrop, useSheet } from "./files/import-file.tsx";
export { PictureViewer } from "./pictures/picture-viewer.tsx";
export { isPicture, type Picture } from "./pictures/pictures.ts";
export { DetailDrawer } from "./detail-drawer.tsx";
export { EnterpriseChooser, useEnterprise } from "./enterprise-chooser.tsx";
export { CrudScreen } from "./crud/crud-screen.tsx";
export {
  ActionBar,
  ActionButtons,
  formOf,
  Outcome,
  useActionColumn,
  useActions,
  type Action,
  type ActionForm,
} from "./action/index.ts";
export { copyText } from "./action/copy.ts";
export { alarmAction } from "./alarms/alarm-form.tsx";
export { isBeyond, limitText, useLimits, type Limits, type Watched } from "./alarms/limits.ts";
