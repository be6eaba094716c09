/** The form that a ZIP of a flow is taken in by. What it carries or names of others is planned first, where there is anything to choose. */
import { notifyDone } from "@liantai/api/client";
import { flowApi, flowLimits, type ZipChoice, type ZipReference } from "@liantai/api/contract/flow-editor";
import { FileField, formOf, Outcome, TextField, type ActionForm } from "@liantai/ui/resource";
import { mixed } from "yup";
import { flows } from "../knownnav/queries.ts";
import { ImportPlan, type Imported } from "./import-plan.tsx";
import { Left, madeText } from "./left.tsx";

const importSchema = flowApi.importZip.body!.pick(["name"]).shape({
  files: mixed<File>()
    .label("流程文件")
    .test("file", "请选择流程文件", (value) => value instanceof File)
    .required("请选择流程文件"),
});

const noteOf = ({ name, nodes, tests, made }: Imported): string =>
  `“${name}”有${nodes}个节点、${tests}个测试${madeText(made)}`;

export function useImportForm(): () => ActionForm {
  const [planZip] = flows.planZip.useMutation();
  const [importZip] = flows.importZip.useMutation();
  return () =>
    formOf({
      title: "导入流程",
      small: true,
      schema: importSchema,
      values: { name: "", files: undefined },
      fields: (
        <>
          <FileField
            name="files"
            label="流程文件"
            extensions={["zip"]}
            maxBytes={flowLimits.zipBytes}
            hint="由“导出”得到的 zip，不超过 10M"
          />
          <TextField name="name" label="流程名称" hint="不填用文件里的名称" />
        </>
      ),
      submit: "导入",
      send: async ({ name, files }) => {
        const body = { ...(name ? { name } : {}), files };
        const plan = await planZip({ body: { files } }).unwrap();
        if (plan.shared.length + plan.references.length > 0) {
          const onImport = async (choices: readonly ZipChoice[], references: readonly ZipReference[]) => {
            const chosen = { choices: JSON.stringify(choices), references: JSON.stringify(references) };
            const { data } = await importZip({ body: { ...body, ...chosen } });
            if (data) notifyDone("流程", "导入", { note: noteOf(data) });
            return data;
          };
          return new Outcome({
            show: (close: () => void) => <ImportPlan plan={plan} onImport={onImport} onClose={close} />,
          });
        }
        const reply = await importZip({ body }).unwrap();
        return new Outcome({
          done: ["流程", "导入", { note: noteOf(reply) }],
          ...(reply.missing.length === 0
            ? {}
            : { show: (close: () => void) => <Left reply={reply} onClose={close} /> }),
        });
      },
    });
}
