/** Of attributes that are more than one value. */
export interface SpecialProps<T> {
  readonly value: T | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: T | undefined) => void;
}
