/** Where a row of wordings was cut off. */
import type { Sounding } from "./session.ts";

export interface CutAt {
  readonly at?: number | undefined;
  readonly ms?: number | undefined;
}

/** Told of the sound alone it is the beginning of that one, of a time alone it is counted from where the row began. */
export const cutThere = ({ untold: _, ...sounding }: Sounding, { at, ms }: CutAt): Sounding => {
  if (at === undefined && ms === undefined) return sounding;
  const { ms: _before, ...rest } = sounding;
  return { ...rest, at: at ?? sounding.at, ...(ms === undefined ? {} : { ms }) };
};
