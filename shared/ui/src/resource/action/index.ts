export { formOf, Outcome, type Action, type ActionForm } from "./action.ts";
export { useActionColumn } from "./column.tsx";
export { ActionBar, ActionButtons } from "./buttons.tsx";
export { useActions } from "./use-actions.tsx";
