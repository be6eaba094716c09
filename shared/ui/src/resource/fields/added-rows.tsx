import { Box, Button, FieldErrorText, FieldRoot, Grid, IconButton, Stack } from "@chakra-ui/react";
import { useListFault } from "@liantai/ui";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";

interface AddedRowsProps {
  /** Of the array in the form. */
  readonly name: string;
  readonly label: string;
  /** On the button, e.g. 添加步骤. */
  readonly add: string;
  /** A row by its place, from 1, e.g. 第1步. */
  readonly rowName: (place: number) => string;
  /** Widths of a row's fields. */
  readonly columns: string;
  readonly most: number;
  /** Rows that stay. Default 0. */
  readonly least?: number;
  readonly blank: (count: number) => Record<string, unknown>;
  readonly row: (index: number) => ReactNode;
}

/** A list of a form whose rows are added at its end and removed; what is wrong with the list as a whole stands under it. */
export function AddedRows({ name, label, add, rowName, columns, most, least = 0, blank, row }: AddedRowsProps) {
  const { fields, append, remove } = useFieldArray({ name });
  const message = useListFault(name);
  return (
    <Stack gap="2" role="group" aria-label={label}>
      {fields.map((field, at) => (
        <Grid
          key={field.id}
          templateColumns={`${columns} auto`}
          gap="2"
          alignItems="start"
          role="group"
          aria-label={rowName(at + 1)}
        >
          {row(at)}
          <IconButton
            aria-label={`移除${rowName(at + 1)}`}
            size="xs"
            variant="ghost"
            colorPalette="gray"
            mt="6"
            disabled={fields.length <= least}
            onClick={() => remove(at)}
          >
            <X aria-hidden />
          </IconButton>
        </Grid>
      ))}
      <FieldRoot invalid={message !== undefined}>
        <Box>
          <Button
            size="xs"
            variant="outline"
            colorPalette="gray"
            disabled={fields.length >= most}
            onClick={() => append(blank(fields.length))}
          >
            <Plus aria-hidden />
            {add}
          </Button>
        </Box>
        {message && <FieldErrorText>{message}</FieldErrorText>}
      </FieldRoot>
    </Stack>
  );
}
