import { HStack, Input, NativeSelectField, NativeSelectIndicator, NativeSelectRoot } from "@chakra-ui/react";
import { formLimits, type FormSection } from "@liantai/api/forms";
import { Check } from "@liantai/ui";
import { memo } from "react";
import { useBoard } from "../board.tsx";
import { type Design, withExt } from "../model/design.ts";
import { LineButtons } from "../../../parts/line-buttons.tsx";

const columns = { 1: "一列", 2: "两列", 3: "三列" } as const;

const changed = (design: Design, id: string, more: Partial<FormSection>): Design => ({
  ...design,
  sections: design.sections.map((one) => (one.id === id ? { ...one, ...more } : one)),
});

function stepped(design: Design, id: string, by: 1 | -1): Design {
  const at = design.sections.findIndex((one) => one.id === id);
  const section = design.sections[at];
  if (!section || at + by < 0 || at + by >= design.sections.length) return design;
  return { ...design, sections: design.sections.toSpliced(at, 1).toSpliced(at + by, 0, section) };
}

/** Its fields stay, under no heading. */
const without = (design: Design, id: string): Design => ({
  ...design,
  sections: design.sections.filter((one) => one.id !== id),
  items: design.items.map((item) =>
    item.field.ext?.section === id ? { ...item, field: withExt(item.field, { section: undefined }) } : item,
  ),
});

interface SectionHeadProps {
  readonly section: FormSection;
  readonly first: boolean;
  readonly last: boolean;
}

export const SectionHead = memo(function SectionHead({ section, first, last }: SectionHeadProps) {
  const { edit } = useBoard();
  const { id, title } = section;
  return (
    <HStack gap="2" mb="2">
      <Input
        id={`section-${id}`}
        size="xs"
        fontWeight="600"
        value={title}
        maxLength={formLimits.label}
        aria-label={`分组名称${title}`}
        onChange={(event) => edit((design) => changed(design, id, { title: event.target.value }), `title ${id}`)}
      />
      <NativeSelectRoot size="xs" w="84px" flex="none">
        <NativeSelectField
          aria-label={`${title}的列数`}
          value={section.columns ?? 1}
          onChange={(event) =>
            edit((design) => changed(design, id, { columns: Number(event.target.value) as 1 | 2 | 3 }))
          }
        >
          {Object.entries(columns).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      <HStack as="label" gap="1" flex="none" textStyle="xs">
        <Check
          type="checkbox"
          checked={section.folded === true}
          onChange={(event) => edit((design) => changed(design, id, { folded: event.target.checked }))}
        />
        默认收起
      </HStack>
      <LineButtons
        label={`分组${title}`}
        {...{ first, last }}
        onStep={(by) => edit((design) => stepped(design, id, by))}
        onRemove={() => edit((design) => without(design, id))}
      />
    </HStack>
  );
});
