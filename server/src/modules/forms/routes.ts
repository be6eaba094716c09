import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  formDraftApi,
  recordSheetApi,
  taskFormApi,
} from "@liantai/api/contract/workorder";
import { callPopupApi } from "@liantai/api/contract/popups";
import { route, type Route } from "../../http/routes.ts";
import type { FormService } from "./service.ts";

export function formsRoutes(service: FormService): readonly Route[] {
  const { forms, records, drafts } = service;
  return [
    route(customerFormConfApi.list, ({ body }, context) => forms.list(body, context)),
    route(customerFormConfApi.add, ({ body }, context) => forms.add(body, context)),
    route(customerFormConfApi.update, ({ body }, context) => forms.update(body, context)),
    route(customerFormConfApi.delete, ({ body }, context) => forms.delete(body, context)),
    route(customerFormConfApi.findById, ({ query }, context) => forms.findById(query, context)),
    route(customerFormConfApi.findByName, ({ body }, context) => forms.findByName(body, context)),
    route(customerFormConfApi.publish, ({ body }, context) => forms.publish(body, context)),
    route(customerFormConfApi.versions, ({ body }, context) => forms.versions(body, context)),
    route(customerFormConfApi.setPopup, ({ body }, context) => forms.setPopup(body, context)),
    route(customerFormConfApi.popupPlaces, ({ body }, context) => forms.popupPlaces(body, context)),
    route(customerFormConfApi.schema, ({ query }, context) => forms.schema(query, context)),
    route(callPopupApi.ofCall, ({ body }, context) => records.popupOfCall(body, context)),
    route(customerFormDataApi.list, ({ body }, context) => records.list(body, context)),
    route(customerFormDataApi.add, ({ body }, context) => records.add(body, context)),
    route(customerFormDataApi.update, ({ body }, context) => records.update(body, context)),
    route(customerFormDataApi.updateField, ({ body }, context) => records.updateField(body, context)),
    route(customerFormDataApi.delete, ({ body }, context) => records.delete(body, context)),
    route(customerFormDataApi.findById, ({ body }, context) => records.findById(body, context)),
    route(customerFormDataApi.queryByNoAuth, ({ body }, context) => records.queryByNoAuth(body, context)),
    route(customerFormDataApi.reveal, ({ body }, context) => records.reveal(body, context)),
    route(customerFormDataApi.recycleList, ({ body }, context) => records.recycled(body, context)),
    route(customerFormDataApi.restore, ({ body }, context) => records.restore(body, context)),
    route(customerFormDataApi.purge, ({ body }, context) => records.purge(body, context)),
    route(customerFormDataApi.timeline, ({ body }, context) => records.timeline(body, context)),
    route(customerFormDataApi.calls, ({ body }, context) => records.timeline({ ...body, kind: "call" }, context)),
    route(customerFormDataApi.push, ({ body }, context) => records.push(body, context)),
    route(customerFormDataApi.returnOrder, ({ body }, context) => records.returnOrder(body, context)),
    route(recordSheetApi.export, ({ body }, context) => records.startExport(body, context)),
    route(recordSheetApi.exportNow, ({ query }, context) => records.exportNow(query, context)),
    route(recordSheetApi.phonesToTask, ({ body }, context) => records.phonesToTask(body, context)),
    route(recordSheetApi.importCheck, ({ body }, context) => records.checkImport(body, context)),
    route(recordSheetApi.importSave, ({ body }, context) => records.saveImport(body, context)),
    route(recordSheetApi.importTemplate, ({ query }, context) => records.importTemplate(query, context)),
    route(recordSheetApi.importFailed, ({ query }, context) => records.failedRows(query, context)),
    route(taskFormApi.preview, ({ body }, context) => records.patch(body, context)),
    route(taskFormApi.robot, ({ body }, context) => records.patch(body, context)),
    route(formDataApi.find, ({ body }, context) => records.find(body, context)),
    route(formDataApi.lookup, ({ body }, context) => records.lookup(body, context)),
    route(formDraftApi.find, ({ body }, context) => drafts.find(body, context)),
    route(formDraftApi.save, ({ body }, context) => drafts.save(body, context)),
    route(formDraftApi.delete, ({ body }, context) => drafts.delete(body, context)),
    route(formDataApi.queryByParentId, ({ body }, context) => records.byParent(body, context)),
  ];
}
