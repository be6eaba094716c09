import { lookUpSheetApi, type LookUpContent } from "@liantai/api/contract/flow-editor";
import { downloadFile } from "@liantai/ui/resource";
import { ContentEditor, type EditedKind } from "./content-editor.tsx";
import { ContentsDrawer } from "./contents-drawer.tsx";
import { blankTable, faultsOf, kept, type TableFault } from "./grid.ts";
import { lookUpTables, type ContentRow, type ContentVersion, type LookUpRow } from "./queries.ts";
import { TableGrid } from "./table-grid.tsx";

const edited: EditedKind<LookUpContent, TableFault> = {
  label: "查找表",
  queries: lookUpTables,
  blank: blankTable,
  textOf: (content) => JSON.stringify(kept(content)),
  faultsOf,
  fields: (props) => <TableGrid {...props} />,
};

const download = ({ id, name, version }: ContentRow, old?: ContentVersion) =>
  void downloadFile(lookUpSheetApi.write, `${name}-第${old?.version ?? version}版.xlsx`, {
    query: { id, ...(old && { versionId: old.versionId }) },
  });

/** 查找表: what flows look up, changed without touching one. */
export function LookUpTables({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = lookUpTables.list.useQuery({ body: { pageSize: 9_999 } });
  return (
    <ContentsDrawer<LookUpRow>
      label="查找表"
      help="流程的“变量”节点可以按键读出一格。保存后从下一通来电起生效，正在通话的来电用原来的内容。"
      button="lookUpTable.edit"
      queries={lookUpTables}
      list={{ data, error, refetch }}
      summary={{ title: "列", of: ({ columns, rows }) => `${columns.join("、")}（${rows}行）` }}
      editor={(row, mayEdit, close, version) => (
        <ContentEditor of={edited} row={row} version={version} mayEdit={mayEdit} onClose={close} />
      )}
      download={download}
      onClose={onClose}
    />
  );
}
