export { UiProvider } from "./theme/provider.tsx";
export { useColorMode } from "./theme/use-color.ts";
export { statePalettes, type ColorChoice, type ColorMode, type StateTone } from "./theme/index.ts";
export { AppRoot, panesOf, type Panes } from "./app-root/app-root.tsx";
export { useActive, useIsActive, useTab, useTabKey, useTabParams } from "./app-root/pane-context.ts";
export { usePolling, useWhenActive } from "./app-root/use-polling.ts";
export { ErrorBoundary } from "./states/error-boundary.tsx";
export { ScrollBox } from "./states/scroll-box.tsx";
export { LoadingMask, TabMask, useHeld } from "./states/loading-mask.tsx";
export { report } from "./states/report.ts";
export { ColumnHeads } from "./table/column-heads.tsx";
export { EmptyState, ErrorState, FailureState, ForbiddenState, LoadingState } from "./states/states.tsx";
export { FactFrame, FactList, type Fact } from "./format/fact-list.tsx";
export { formatDuration, StatusBadge } from "./format/format.tsx";
export { DataTable, type Empty, type ListView } from "./table/data-table.tsx";
export type { Column, Sort } from "./table/columns.ts";
export { Check, toggled, type Selection } from "./table/selection.tsx";
export { recall, remember } from "./memory.ts";
export { isBoolean, usePreference } from "./preference.ts";
// One copy for the bundles that draw long lists.
export { useVirtualizer } from "@tanstack/react-virtual";
export { PageSizes, Pager, usePageSize } from "./table/pager.tsx";
export { QueryBar } from "./query/query-bar.tsx";
export { AppForm, FormScope, useFormModel, type FormModel } from "./query/form.tsx";
export {
  FieldFrame,
  namedOptions,
  offeredOf,
  offText,
  optionsFrom,
  optionText,
  pendingOptions,
  QueryBarContext,
  SelectField,
  TextField,
  unknownText,
  useField,
  useFieldError,
  useListFault,
  withUnit,
  type FieldProps,
  type Option,
} from "./query/fields.tsx";
export { settle } from "./query/settle.ts";
export { Ticks } from "./query/ticks.tsx";
export { AppDialog, AppDrawer, ConfirmDialog } from "./dialog/dialogs.tsx";
export { useModal } from "./dialog/use-modal.ts";
export { useRoom } from "./dialog/room.ts";
export { Figures, Section, type Figure } from "./home/section.tsx";
