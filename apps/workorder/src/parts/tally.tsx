/** How many of each: a line a name with its number and a bar of its share. */
import { Box, Table } from "@chakra-ui/react";

interface TallyLine {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** Part of the line above it. */
  readonly inner?: boolean;
}

interface TallyProps {
  /** What is counted. */
  readonly label: string;
  readonly title: string;
  readonly lines: readonly TallyLine[];
  /** The whole that shares are of. */
  readonly of: number;
}

const shareOf = (count: number, of: number): number => (of === 0 ? 0 : (count / of) * 100);

export const Tally = ({ label, title, lines, of }: TallyProps) => (
  <Table.Root size="sm" aria-label={label}>
    <Table.Header>
      <Table.Row>
        <Table.ColumnHeader>{title}</Table.ColumnHeader>
        <Table.ColumnHeader width="80px" textAlign="end">
          数量
        </Table.ColumnHeader>
        <Table.ColumnHeader width="200px">占比</Table.ColumnHeader>
      </Table.Row>
    </Table.Header>
    <Table.Body>
      {lines.map(({ key, label: name, count, inner = false }) => {
        const share = shareOf(count, of);
        return (
          <Table.Row key={key}>
            <Table.Cell ps={inner ? "6" : undefined} color={inner ? "fg.muted" : undefined} overflowWrap="anywhere">
              {name}
            </Table.Cell>
            <Table.Cell textAlign="end" fontVariantNumeric="tabular-nums">
              {count}
            </Table.Cell>
            <Table.Cell fontVariantNumeric="tabular-nums">
              <Box aria-hidden bg="bg.muted" borderRadius="sm" h="6px" mb="1">
                <Box bg="colorPalette.solid" colorPalette="blue" borderRadius="sm" h="full" width={`${share}%`} />
              </Box>
              {of === 0 ? "—" : `${share.toFixed(2)}%`}
            </Table.Cell>
          </Table.Row>
        );
      })}
    </Table.Body>
  </Table.Root>
);
