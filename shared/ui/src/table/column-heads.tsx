import { Table } from "@chakra-ui/react";

/** The head of a small table in a drawer or a dialog; lists of a screen have their columns. */
export const ColumnHeads = ({ titles }: { readonly titles: readonly string[] }) => (
  <Table.Header>
    <Table.Row>
      {titles.map((title) => (
        <Table.ColumnHeader key={title} whiteSpace="nowrap">
          {title}
        </Table.ColumnHeader>
      ))}
    </Table.Row>
  </Table.Header>
);
