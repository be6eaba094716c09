export { formOf, Outcome, type Action, type ActionForm } from "./action.ts";
export { useActionColumn } from "./column.tsx";
export { ActionBar } from "./buttons.tsx";
