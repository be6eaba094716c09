/** What a typed text is. */

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const endings = "10X98765432";

/** 18 characters with a date of birth and the right last one (GB 11643). */
export function isIdCard(text: string): boolean {
  const card = text.toUpperCase();
  if (!/^[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/.test(card)) return false;
  const sum = weights.reduce((all, weight, at) => all + weight * Number(card[at]), 0);
  return endings[sum % 11] === card[17];
}

export const isBankCard = (text: string): boolean => /^\d{12,19}$/.test(text);

export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>(),;:"]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/.test(text);
