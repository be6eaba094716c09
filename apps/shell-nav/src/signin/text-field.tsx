/** A labelled input of the sign-in pages with its error below. */
import { forwardRef, useId, type ComponentProps, type ReactNode } from "react";

interface Props extends ComponentProps<"input"> {
  readonly label: string;
  readonly error?: string | undefined;
  /** Stands right of the input. */
  readonly beside?: ReactNode;
}

export const TextField = forwardRef<HTMLInputElement, Props>(function TextField(
  { label, error, beside, ...input },
  ref,
) {
  const id = useId();
  const described = error === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-error` };
  return (
    <div className="s-field">
      <label htmlFor={id}>{label}</label>
      <span className="s-row">
        <input ref={ref} id={id} {...described} {...input} />
        {beside}
      </span>
      {error === undefined ? null : (
        <span id={`${id}-error`} role="alert" className="s-error">
          {error}
        </span>
      )}
    </div>
  );
});
