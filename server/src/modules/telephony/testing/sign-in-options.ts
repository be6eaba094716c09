/** How a page of a stage signs in. */
export interface SignInOptions {
  readonly instance?: string;
  readonly takeMedia?: boolean;
  readonly hide?: boolean;
  readonly sessionId?: string;
  readonly device?: boolean;
  /** '' : the seat has none. */
  readonly extension?: string;
}
