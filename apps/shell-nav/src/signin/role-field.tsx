/** Which kind of account signs in: native radio buttons, two in a row, so that each has room for its name. */
import { signInRoles } from "@liantai/api/contract/base";
import type { FieldProps } from "../form/use-fields.ts";

export function RoleField({ field, error }: { readonly field: FieldProps; readonly error?: string | undefined }) {
  return (
    <fieldset className="s-roles">
      <legend>角色</legend>
      <div>
        {signInRoles.map(({ roleType, name }) => (
          <label key={roleType}>
            <input
              type="radio"
              name={field.name}
              ref={field.ref}
              onChange={field.onChange}
              value={roleType}
              defaultChecked={field.defaultValue === String(roleType)}
            />
            {name}
          </label>
        ))}
      </div>
      {error ? (
        <p role="alert" className="s-error">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
