import { Input, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { type DefinitionFault, formLimits, formTypes } from "@liantai/api/forms";
import { BoardHead } from "@liantai/ui/board";
import type { OneForm } from "../queries.ts";
import type { BoardActions } from "./board.tsx";
import type { Design } from "./model/design.ts";
import type { Saving } from "./use-saving.ts";

const views = { design: "设计", rules: "规则", columns: "列与展示", preview: "预览", versions: "版本" } as const;
export type View = keyof typeof views;

interface HeadProps {
  readonly form: OneForm;
  readonly design: Design;
  readonly view: View;
  readonly faults: readonly DefinitionFault[];
  readonly saving: Saving;
  readonly actions: BoardActions;
  readonly undoable: boolean;
  readonly redoable: boolean;
  readonly onView: (view: View) => void;
  /** Goes to the field of a fault; undefined: to the rules. */
  readonly onShow: (field: string | undefined) => void;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

export function DesignerHead({ form, design, faults, actions, onShow, onPublish, ...rest }: HeadProps) {
  const may = useMayPress("/formmanage")("customerForm.update");
  const rules = design.rules.length;
  return (
    <BoardHead
      {...rest}
      views={{ ...views, ...(rules > 0 && { rules: `${views.rules}（${rules}）` }) }}
      faults={faults.map(({ field, rule, message }) => ({
        text: message,
        ...(field !== undefined || rule !== undefined
          ? { onShow: () => onShow(rule === undefined ? field : undefined) }
          : {}),
      }))}
      onStep={(step) => actions.dispatch({ do: step })}
      {...(may ? { onSave: () => void rest.saving.save(), onPublish } : {})}
      title={
        <>
          <Input
            id="form-name"
            size="xs"
            w="180px"
            fontWeight="600"
            aria-label="表单名称"
            value={design.name}
            maxLength={formLimits.label}
            onChange={(event) => actions.edit((now) => ({ ...now, name: event.target.value }), "name")}
          />
          <Text color="fg.muted" textStyle="xs">
            {formTypes[form.formType]}
          </Text>
        </>
      }
    />
  );
}
