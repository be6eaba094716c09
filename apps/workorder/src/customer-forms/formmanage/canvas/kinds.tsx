import type { ControlType } from "@liantai/api/forms";
import {
  AlignLeft,
  Calendar,
  ChevronsUpDown,
  CircleDot,
  ListTree,
  Paperclip,
  Search,
  SquareCheck,
  Table2,
  TextCursorInput,
} from "lucide-react";
import type { ReactNode } from "react";

const size = { size: 14, "aria-hidden": true } as const;

export const kindIcons: Readonly<Record<ControlType, ReactNode>> = {
  input: <TextCursorInput {...size} />,
  textarea: <AlignLeft {...size} />,
  radio: <CircleDot {...size} />,
  select: <ChevronsUpDown {...size} />,
  checkbox: <SquareCheck {...size} />,
  datepicker: <Calendar {...size} />,
  uploads: <Paperclip {...size} />,
  "cascading select": <ListTree {...size} />,
  lookup: <Search {...size} />,
  rows: <Table2 {...size} />,
};
