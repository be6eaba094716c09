/**
 * The form engine, pure: a definition is read (readDefinition), looked at (validateDefinition), compiled once a version
 * (compileForm) and then asked: for what a form is like (formState), what is wrong with a record and what is kept of it
 * (checkRecord), what storage and lists need.
 */
export * from "./check.ts";
export { codeFieldOf, phoneFieldOf } from "./codes.ts";
export type * from "./compiled-field.ts";
export type * from "./compiled-form.ts";
export type * from "./context.ts";
export { compileField, compileForm, withOtherOptions } from "./compile.ts";
export { epochOfDate, isDateText } from "./dates.ts";
export { numberText, plainNumber, roundTo } from "./decimal.ts";
export * from "./defaults.ts";
export * from "./definition.ts";
export { buildExpression, type Expression, type Scope, type ScopeField } from "./expression/build.ts";
export { type ExpressionFunction, expressionFunctions } from "./expression/functions.ts";
export { explainForm, type ExplainedField, type ExplainedRule, type Explanation } from "./explain.ts";
export { ExpressionError } from "./expression/tokens.ts";
export * from "./faults.ts";
export * from "./filter-ops.ts";
export * from "./filters.ts";
export * from "./folded.ts";
export * from "./holds.ts";
export { readDefinition, type ReadDefinition } from "./read.ts";
export * from "./render.ts";
export * from "./rules.ts";
export * from "./slots.ts";
export { createSession, formState, type FormSession } from "./session.ts";
export type { FieldState, FormState } from "./state.ts";
export * from "./texts.ts";
export * from "./validate.ts";
export * from "./values.ts";
export { valueInWords } from "./words.ts";
export { type FieldNeed, type NeedOf, yupSchema } from "./yup.ts";
