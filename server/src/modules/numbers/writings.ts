/** How operators write one number, most likely first: as it is, without +, without +86, with a leading 0. */
export const writings = (number: string): readonly string[] => [
  ...new Set([number, number.replace(/^\+/, ""), number.replace(/^\+?86/, ""), number.replace(/^\+?86/, "0")]),
];
