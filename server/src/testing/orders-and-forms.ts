/** Orders, forms and records as tests of other modules need them. */
export { addForm, addRecord, input, until } from "../modules/forms/testing/forms.ts";
export { flowOf, openFloor, orderFields, orderForm, type Floor } from "../modules/workorders/testing/floor.ts";
