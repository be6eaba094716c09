import type { CompiledField, CompiledForm, FormSection } from "@liantai/api/forms";
import { isWide } from "../controls/control.tsx";

/** Fields under a heading; those without one come first, under ''. */
export interface FieldGroup {
  readonly section: FormSection | undefined;
  readonly id: string;
  readonly fields: readonly CompiledField[];
}

/** In the order of the layout; a field whose heading is not there (any more) stands with those without one. */
export function groupsOf({ definition, fields }: Pick<CompiledForm, "definition" | "fields">): readonly FieldGroup[] {
  const sections = definition.ext?.layout?.sections ?? [];
  const known = new Set(sections.map(({ id }) => id));
  const of = (id: string | undefined) =>
    fields.filter(({ field }) => {
      const own = field.ext?.section;
      return id === undefined ? own === undefined || !known.has(own) : own === id;
    });
  const groups: FieldGroup[] = [
    { section: undefined, id: "", fields: of(undefined) },
    ...sections.map((section) => ({ section, id: section.id, fields: of(section.id) })),
  ];
  return groups.filter((group) => group.fields.length > 0 || group.section !== undefined);
}

export const tracksOf = (section: FormSection | undefined): number =>
  section?.columns === undefined || section.columns === 1 ? 2 : section.columns;

/** In one column a field takes both tracks unless it is 半行显示; in two or three one, the wide ones all. */
export function spanOf(field: CompiledField, section: FormSection | undefined): number {
  const tracks = tracksOf(section);
  const single = section?.columns === undefined || section.columns === 1;
  if (single) return field.field.inlineBlock ? 1 : tracks;
  return isWide(field) ? tracks : 1;
}
