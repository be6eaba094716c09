/** Time and randomness as a port: tests move it, never sleep (house rule 15). */
export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Milliseconds of a clock that nobody sets: for lengths that must be true. Since when is of no meaning. */
  monotonic(): number;
  after(ms: number, run: () => void): Timer;
  every(ms: number, run: () => void): Timer;
}

export interface Random {
  /** URL-safe text of `bytes` random bytes (base64url). */
  token(bytes: number): string;
  /** Time-ordered id (UUID version 7, RFC 9562): PostgreSQL 15 has none, so it is made here. */
  id(): string;
  /** Integer in [0, below). */
  int(below: number): number;
}
