/** How much may be typed where nothing else is said, characters (console.md section 9): the desk has these and not the fields' rules. */
export const lengths = {
  input: 30,
  remark: 200,
  customVariable: 290,
  textarea: 200,
  textareaRows: 5,
  note: 1000,
} as const;
