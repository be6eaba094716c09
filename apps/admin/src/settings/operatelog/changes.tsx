import { chakra, Text } from "@chakra-ui/react";
import type { Operation } from "./words.ts";

const Table = chakra("table", {
  base: {
    w: "full",
    mt: "4",
    borderCollapse: "collapse",
    tableLayout: "fixed",
    "& th, & td": {
      borderWidth: "1px",
      p: "2",
      textAlign: "start",
      verticalAlign: "top",
      wordBreak: "break-word",
      whiteSpace: "pre-wrap",
    },
    "& th": { bg: "bg.subtle", fontWeight: "medium" },
  },
});
const Old = chakra("td", { base: { color: "fg.muted" } });

const shown = (value: string | null) => (value === null || value === "" ? "—" : value);

/** Each changed field as it was and as it is. */
export function Changes({ operation }: { readonly operation: Operation }) {
  if (operation.changes.length === 0)
    return (
      <Text mt="4" color="fg.muted">
        这项操作没有修改字段。
      </Text>
    );
  return (
    <Table aria-label="修改内容">
      <thead>
        <tr>
          <th style={{ width: "26%" }}>字段</th>
          <th>修改前</th>
          <th>修改后</th>
        </tr>
      </thead>
      <tbody>
        {operation.changes.map(({ field, label, before, after }) => (
          <tr key={field}>
            <td>{label}</td>
            <Old>{shown(before)}</Old>
            <td>{shown(after)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
