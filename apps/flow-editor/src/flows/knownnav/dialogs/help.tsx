import { Button, chakra, Text } from "@chakra-ui/react";
import { AppDialog } from "@liantai/ui";
import { Fragment } from "react";

const keys = [
  ["Tab", "到下一个节点，Shift+Tab 到上一个"],
  ["回车", "选择节点，Ctrl+回车 再选一个，Ctrl+A 全选，Esc 取消"],
  ["方向键", "移动所选，按住 Shift 移得更远"],
  ["C", "连接节点"],
  ["Ctrl+C", "复制所选，Ctrl+V 粘贴，也可以粘贴到其他流程"],
  ["Ctrl+D", "在旁边再放一份"],
  ["Delete", "删除所选"],
  ["Ctrl+F", "查找节点"],
  ["Ctrl+Z", "撤销，Ctrl+Y 重做"],
  ["Ctrl+S", "保存草稿"],
  ["?", "打开这个说明"],
] as const;

const Table = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto 1fr",
    columnGap: "4",
    rowGap: "1",
    textStyle: "xs",
    "& > dt": { fontWeight: "500", whiteSpace: "nowrap" },
    "& > dd": { color: "fg.muted" },
  },
});

/** What a mouse and keys do in the editor. */
export const EditorHelp = () => (
  <>
    <Text color="fg.muted" textStyle="xs" mb="2">
      鼠标：拖动节点右侧的圆点到另一个节点连线，滚轮缩放，按住 Shift 框选，按住 Ctrl 再选一个。
    </Text>
    <Table>
      {keys.map(([key, what]) => (
        <Fragment key={key}>
          <dt>{key}</dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </Table>
  </>
);

export const HelpDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <AppDialog
    open
    title="操作说明"
    width="420px"
    onClose={onClose}
    footer={
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        关闭
      </Button>
    }
  >
    <EditorHelp />
  </AppDialog>
);
