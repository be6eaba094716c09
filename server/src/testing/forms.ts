/** Forms and records for the suites of other modules. */
export { addForm, addRecord, input } from "../modules/forms/testing/forms.ts";
