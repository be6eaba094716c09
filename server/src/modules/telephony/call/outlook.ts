/** How long a caller will wait from now on; tell: it is to be announced. */
export interface Outlook {
  readonly waitMs?: number;
  readonly tell?: boolean;
}
