/** The buttons of a seat's row: plain ones, for a thousand rows change under them; the list gives them their looks. */
import { memo } from "react";
import { commands, fitting, modeOf, type Commands } from "./commands.ts";
import { useSeat } from "./use-live.ts";

interface RowActionsProps {
  readonly id: string;
  readonly name: string;
  readonly commands: Commands;
}

export const RowActions = memo(function RowActions({ id, name, commands: { own, run } }: RowActionsProps) {
  const [mode, ...names] = useSeat(id, (agent) => `${modeOf(agent, own) ?? ""},${fitting(agent, own)}`).split(",");
  return (
    <span data-acts>
      {commands
        .filter((command) => names.includes(command.name))
        .map((command) => (
          <button
            key={command.name}
            type="button"
            data-danger={command.danger}
            title={command.hint}
            aria-label={`${command.label}${name}`}
            aria-pressed={mode === command.name || undefined}
            onClick={() => run(command, id, name)}
          >
            {command.label}
          </button>
        ))}
    </span>
  );
});
