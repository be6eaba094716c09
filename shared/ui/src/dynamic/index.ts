/** Forms that their definition draws (docs/decisions/062): a bundle of its own, loaded with the screens that fill or design forms. */
export { ConfigField, ConfigFields, compiledOnce } from "./config-field.tsx";
export { useFormView } from "./context.ts";
export {
  DynamicDetail,
  DynamicForm,
  useDynamicForm,
  type DynamicDetailProps,
  type DynamicFormProps,
  type FormStoreProps,
} from "./dynamic-form.tsx";
export { Drafted, DraftFound, DraftKept, useDraftState, type FormDraft } from "./draft.tsx";
export { DraftKeeper, draftDelays, findDraft, type DraftPlace, type DraftPorts } from "./draft-keeper.ts";
export { LookupBox } from "./controls/lookup.tsx";
export { FormStore } from "./form-store.ts";
export type { FieldView, FormView } from "./form-view.ts";
export { groupsOf, spanOf, tracksOf, type FieldGroup } from "./frame/sections.ts";
export { serverSources } from "./server-sources.ts";
export { KnownChoices, type CascadeChoice, type FormSources, type LookupHit } from "./sources.ts";
