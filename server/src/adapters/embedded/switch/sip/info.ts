/** Digits in the body of a SIP INFO: application/dtmf-relay ("Signal=5", "Duration=160") and application/dtmf ("5"). Pure. */
export function parseDtmf(contentType: string, body: string): { digit: string; ms?: number } | undefined {
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  if (type === "application/dtmf-relay") {
    const digit = /^signal\s*=\s*([0-9*#A-D])\s*$/im.exec(body)?.[1];
    const ms = Number(/^duration\s*=\s*(\d{1,5})\s*$/im.exec(body)?.[1]);
    return digit === undefined ? undefined : { digit: digit.toUpperCase(), ...(ms > 0 ? { ms } : {}) };
  }
  if (type === "application/dtmf") {
    const digit = /^\s*([0-9*#A-D])\s*$/i.exec(body)?.[1];
    return digit === undefined ? undefined : { digit: digit.toUpperCase() };
  }
  return undefined;
}
