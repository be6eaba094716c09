import { Button, HStack } from "@chakra-ui/react";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { ObjectSchema } from "yup";
import { QueryBarContext } from "./fields.tsx";
import { AppForm } from "./form.tsx";

interface QueryBarProps<V extends FieldValues> {
  readonly schema: ObjectSchema<V>;
  readonly values: V;
  /** What 重置 goes back to, made anew: today changes at midnight. */
  readonly defaults: () => V;
  readonly onQuery: (values: V) => void;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The filters of a list: Enter or 查询 asks, 重置 goes back to the defaults and asks. */
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
      flexWrap="wrap"
      alignItems="flex-start"
      gap="3"
      bg="bg"
      borderWidth="1px"
      borderRadius="md"
      p="3"
      flex="none"
    >
      <QueryBarContext value>{children}</QueryBarContext>
      <HStack gap="2" pt="22px">
        <Button type="submit" loading={busy} loadingText="查询">
          <Search aria-hidden />
          查询
        </Button>
        <Button type="button" variant="outline" colorPalette="gray" onClick={() => onQuery(defaults())}>
          重置
        </Button>
      </HStack>
    </AppForm>
  );
}
