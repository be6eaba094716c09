import { Box, Button, Grid, Heading, HStack } from "@chakra-ui/react";
import type { CompiledForm } from "@liantai/api/forms";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useEffect, useId, useMemo, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from "react";
import { useFormStore, useFormView } from "../context.ts";
import type { FormStore } from "../form-store.ts";
import { FieldSlot } from "./field-slot.tsx";
import { type FieldGroup, groupsOf, spanOf, tracksOf } from "./sections.ts";

const drawn = (store: FormStore, { fields }: FieldGroup): boolean =>
  fields.some(({ at }) => store.view(at).state.visible);

/** Whether anything of a group stands there: drawn anew when that changes alone. */
function useShown(group: FieldGroup): boolean {
  const store = useFormStore();
  return useSyncExternalStore(
    (listener) => {
      const ends = group.fields.map(({ at }) => store.follow(at, listener));
      return () => ends.forEach((end) => end());
    },
    () => drawn(store, group),
  );
}

function Fields({ group: { fields, section } }: { readonly group: FieldGroup }) {
  return (
    <Grid templateColumns={`repeat(${tracksOf(section)}, minmax(0, 1fr))`} columnGap="4" rowGap="3">
      {fields.map((field) => (
        <FieldSlot key={field.name} field={field} span={spanOf(field, section)} />
      ))}
    </Grid>
  );
}

/** A heading that folds what stands under it. A field in error unfolds it. */
function Section({ group }: { readonly group: FieldGroup }) {
  const store = useFormStore();
  const shown = useShown(group);
  const [folded, setFolded] = useState(group.section?.folded === true);
  const { faults } = useFormView(store);
  const wrong = faults > 0 && group.fields.some(({ at }) => store.view(at).errors.size > 0);
  useEffect(() => {
    if (wrong) setFolded(false);
  }, [wrong]);
  const id = useId();
  if (!shown) return null;
  if (!group.section) return <Fields group={group} />;
  return (
    <Box as="section" aria-labelledby={`${id}-title`}>
      <Heading as="h3" id={`${id}-title`} textStyle="sm" borderBottomWidth="1px" mb="2">
        <Button
          variant="plain"
          size="sm"
          px="0"
          color="fg"
          fontWeight="600"
          aria-expanded={!folded}
          aria-controls={id}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
          {group.section.title}
        </Button>
      </Heading>
      <Box id={id} hidden={folded}>
        <Fields group={group} />
      </Box>
    </Box>
  );
}

function TabButton(props: {
  readonly group: FieldGroup;
  readonly id: string;
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly onStep: (by: number) => void;
}) {
  const { group, id, selected, onSelect, onStep } = props;
  const store = useFormStore();
  useFormView(store);
  const wrong = group.fields.filter(({ at }) => store.view(at).errors.size > 0).length;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") onStep(1);
    if (event.key === "ArrowLeft") onStep(-1);
  };
  return (
    <Button
      id={`${id}-tab-${group.id}`}
      role="tab"
      size="sm"
      variant="ghost"
      borderRadius="0"
      borderBottomWidth="2px"
      borderColor={selected ? "accent.solid" : "transparent"}
      aria-selected={selected}
      aria-controls={`${id}-panel-${group.id}`}
      tabIndex={selected ? 0 : -1}
      onClick={onSelect}
      onKeyDown={onKeyDown}
    >
      {group.section?.title ?? "基本信息"}
      {wrong > 0 && (
        <Box as="span" color="fg.error" ms="1">
          {wrong}处有误
        </Box>
      )}
    </Button>
  );
}

/** Every group a tab; all of them stay in the page, so nothing typed is lost. */
function Tabs({ groups }: { readonly groups: readonly FieldGroup[] }) {
  const store = useFormStore();
  const id = useId();
  const [at, setAt] = useState(0);
  const { faults } = useFormView(store);
  useEffect(() => {
    const first = faults > 0 ? store.firstFault() : undefined;
    const home = first && groups.findIndex(({ fields }) => fields.includes(first));
    if (home !== undefined && home >= 0) setAt(home);
  }, [faults, groups, store]);
  const step = (by: number) => {
    const next = (at + by + groups.length) % groups.length;
    setAt(next);
    document.getElementById(`${id}-tab-${groups[next]!.id}`)?.focus();
  };
  return (
    <Box>
      <HStack role="tablist" gap="1" borderBottomWidth="1px" mb="3">
        {groups.map((group, i) => (
          <TabButton key={group.id} group={group} id={id} selected={i === at} onSelect={() => setAt(i)} onStep={step} />
        ))}
      </HStack>
      {groups.map((group, i) => (
        <Box
          key={group.id}
          role="tabpanel"
          id={`${id}-panel-${group.id}`}
          aria-labelledby={`${id}-tab-${group.id}`}
          hidden={i !== at}
        >
          <Fields group={group} />
        </Box>
      ))}
    </Box>
  );
}

export function Groups({ form, as }: { readonly form: CompiledForm; readonly as: "groups" | "tabs" }): ReactNode {
  const groups = useMemo(() => groupsOf(form), [form]);
  if (as === "tabs" && groups.length > 1) return <Tabs groups={groups} />;
  return groups.map((group) => <Section key={group.id} group={group} />);
}
