// What was thrown, in words. Not by instanceof: under jest, Node's own errors are of another realm.

/** @param {unknown} error */
export const messageOf = (error) =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

/**
 * The code of a system error: EEXIST.
 * @param {unknown} error
 */
export const codeOf = (error) =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
