import { Button, HStack, Text } from "@chakra-ui/react";
import { Panel } from "./panel.tsx";

interface QuestionProps {
  readonly label: string;
  readonly text: string;
  /** Names what will happen, e.g. 复位. */
  readonly confirm: string;
  /** red: something ends; orange: it is taken from somebody. */
  readonly palette: "red" | "orange";
  /** Default 取消. */
  readonly cancel?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asked under the button of what cannot be taken back. */
export const Question = ({ label, text, confirm, palette, cancel = "取消", onConfirm, onClose }: QuestionProps) => (
  <Panel label={label} onClose={onClose}>
    <Text w="230px" mb="3" whiteSpace="normal">
      {text}
    </Text>
    <HStack justifyContent="flex-end">
      <Button size="xs" variant="outline" onClick={onClose}>
        {cancel}
      </Button>
      <Button size="xs" colorPalette={palette} onClick={onConfirm}>
        {confirm}
      </Button>
    </HStack>
  </Panel>
);
