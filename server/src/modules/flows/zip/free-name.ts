/** A name that is free: the own, or with a number. 30 characters at the most. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const tried = `${name.slice(0, 29 - String(number).length)} ${number}`;
    if (!taken.has(tried)) return tried;
  }
}
