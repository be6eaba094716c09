/** How operators write one number, most likely first: as it is, without +, without +86, with a leading 0. */
export const writings = (number: string): readonly string[] => [
  ...new Set([number, number.replace(/^\+/, ""), number.replace(/^\+?86/, ""), number.replace(/^\+?86/, "0")]),
];

export const dialledDigits = (text: string): string => text.replace(/\D/g, "").slice(0, 32);

/** How a number that calls may stand in a customer's record: the country's code and the 0 before a mobile number are no part of it. */
export function numbersMeant(text: string): readonly string[] {
  const digits = dialledDigits(text);
  const local = digits.replace(/^(?:00)?86(?=1\d{10}$|0\d{9,11}$|[2-9]\d{8,10}$)/, "").replace(/^0(?=1\d{10}$)/, "");
  return [...new Set([digits, local])].filter((number) => number.length >= 3);
}
