import { Box, Button, HStack } from "@chakra-ui/react";
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useFormState, type FieldValues } from "react-hook-form";
import type { ObjectSchema } from "yup";
import { isBoolean, usePreference } from "../preference.ts";
import { QueryBarContext } from "./fields.tsx";
import { AppForm } from "./form.tsx";
import { useOneRow } from "./use-one-row.ts";

interface QueryBarProps<V extends FieldValues> {
  readonly schema: ObjectSchema<V>;
  readonly values: V;
  /** What 重置 goes back to, made anew: today changes at midnight. */
  readonly defaults: () => V;
  readonly onQuery: (values: V) => void;
  readonly busy: boolean;
  readonly children: ReactNode;
}

interface RowProps {
  readonly values: unknown;
  readonly onReset: () => void;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The fields, folded to one line until the person unfolds them, and the buttons right of them. */
function FieldsAndButtons({ values, onReset, busy, children }: RowProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [open, setOpen] = usePreference("queryBar.open", isBoolean, false);
  const { below, given, height } = useOneRow(box, !open, values);
  const { errors, submitCount } = useFormState();
  // What is wrong is in sight.
  const wrong = Object.keys(errors).length > 0;
  const latest = useRef({ below, setOpen });
  useEffect(() => {
    latest.current = { below, setOpen };
  });
  useEffect(() => {
    if (wrong && latest.current.below > 0) latest.current.setOpen(true);
  }, [wrong, submitCount]);
  const folded = !open && below > 0;
  return (
    <>
      <Box
        ref={box}
        id={id}
        display="flex"
        flexWrap="wrap"
        alignItems="flex-start"
        gap="3"
        flex="1"
        minW="0"
        {...(folded ? { maxH: `${height}px`, overflow: "hidden" } : {})}
      >
        <QueryBarContext value>{children}</QueryBarContext>
      </Box>
      <HStack gap="2" pt="22px" flex="none">
        <Button type="submit" loading={busy} loadingText="查询">
          <Search aria-hidden />
          查询
        </Button>
        <Button type="button" variant="outline" colorPalette="gray" onClick={onReset}>
          重置
        </Button>
        {below > 0 && (
          <Button
            type="button"
            variant="ghost"
            colorPalette={folded && given > 0 ? "accent" : "gray"}
            px="1"
            aria-expanded={open}
            aria-controls={id}
            title={folded && given > 0 ? `收起的条件中有 ${given} 项已填写` : undefined}
            onClick={() => setOpen(!open)}
          >
            {open ? "收起" : given > 0 ? `展开（${given}）` : "展开"}
            {open ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          </Button>
        )}
      </HStack>
    </>
  );
}

/** The filters of a list in one line: Enter or 查询 asks, 重置 goes back to the defaults and asks, 展开 shows the rest. */
export function QueryBar<V extends FieldValues>({
  schema,
  values,
  defaults,
  onQuery,
  busy,
  children,
}: QueryBarProps<V>) {
  return (
    <AppForm
      schema={schema}
      values={values}
      onSubmit={onQuery}
      aria-label="查询条件"
      role="search"
      display="flex"
      alignItems="flex-start"
      gap="3"
      bg="bg"
      borderWidth="1px"
      borderRadius="md"
      p="3"
      flex="none"
    >
      <FieldsAndButtons values={values} busy={busy} onReset={() => onQuery(defaults())}>
        {children}
      </FieldsAndButtons>
    </AppForm>
  );
}
