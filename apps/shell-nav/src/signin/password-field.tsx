/** A password that may be looked at while it is typed; it is hidden again by the next press, or by leaving the page. */
import { forwardRef, useState, type ComponentProps } from "react";
import { TextField } from "./text-field.tsx";

export const PasswordField = forwardRef<HTMLInputElement, Omit<ComponentProps<typeof TextField>, "type" | "beside">>(
  function PasswordField(props, ref) {
    const [shown, setShown] = useState(false);
    const word = shown ? "隐藏" : "显示";
    return (
      <TextField
        ref={ref}
        {...props}
        type={shown ? "text" : "password"}
        spellCheck={false}
        beside={
          <button
            type="button"
            className="s-button"
            data-look="outline"
            aria-label={`${word}${props.label}`}
            onClick={() => setShown(!shown)}
          >
            {word}
          </button>
        }
      />
    );
  },
);
