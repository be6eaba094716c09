/** What can be done with forms and their records. */
import { serviceOf } from "../service.ts";
import { add as addContact, remove as removeContacts, update as updateContact } from "./contacts/changing.ts";
import { startExport as exportContacts } from "./contacts/exporting.ts";
import { createFieldService } from "./contacts/fields.ts";
import * as contactSheets from "./contacts/importing.ts";
import { list as listContacts } from "./contacts/listing.ts";
import * as changing from "./definitions/changing.ts";
import * as looking from "./definitions/finding.ts";
import type { FormsDeps } from "./deps.ts";
import * as checking from "./duplicates/checking.ts";
import { merge } from "./duplicates/merging.ts";
import * as scanning from "./duplicates/scanning.ts";
import * as undoing from "./duplicates/undoing.ts";
import * as drafting from "./drafts/service.ts";
import * as intentions from "./intentions/service.ts";
import * as assigning from "./pool/assigning.ts";
import * as pool from "./pool/service.ts";
import { purge, recycled, remove, restore } from "./records/bin.ts";
import { exportOptions, optionStatistic } from "./records/charting.ts";
import { exportNow, startExport } from "./records/exporting.ts";
import { find, findById } from "./records/finding.ts";
import { byParent, list } from "./records/listing.ts";
import { history, restoreField } from "./records/field-history.ts";
import { lookup } from "./records/looking-up.ts";
import { popupOfCall, queryByNoAuth } from "./records/popup.ts";
import { checkImport, failedRows, importTemplate, saveImport } from "./records/importing.ts";
import { ofCall } from "./records/of-call.ts";
import { timeline } from "./records/linking.ts";
import { closePresence, openPresence } from "./records/presence.ts";
import { patch, patchPreview, push, returnOrder } from "./records/pushing.ts";
import { reveal } from "./records/revealing.ts";
import { add, update, updateField } from "./records/saving.ts";
import { roleFields, saveRoleFields } from "./role-fields.ts";
import * as numbers from "./records/numbers.ts";
import { phonesToTask } from "./records/to-task.ts";
import * as tagging from "./records/tagging.ts";
import * as viewing from "./views/service.ts";

export type FormService = ReturnType<typeof createFormService>;

export const createFormService = (deps: FormsDeps) => ({
  forms: serviceOf(deps, {
    list: looking.list,
    add: changing.add,
    update: changing.update,
    delete: changing.remove,
    findById: looking.findById,
    findByName: looking.findByName,
    publish: changing.publish,
    versions: looking.versions,
    setPopup: changing.setPopup,
    popupPlaces: changing.popupPlaces,
    roleFields,
    saveRoleFields,
    schema: looking.schema,
  }),
  contactFields: createFieldService(deps),
  contacts: serviceOf(deps, {
    list: listContacts,
    add: addContact,
    update: updateContact,
    delete: removeContacts,
    export: exportContacts,
    checkImport: contactSheets.checkImport,
    saveImport: contactSheets.saveImport,
    importTemplate: contactSheets.importTemplate,
    failedRows: contactSheets.failedRows,
  }),
  intentions: serviceOf(deps, {
    levels: intentions.levels,
    save: intentions.saveLevels,
    calls: intentions.calls,
    find: intentions.find,
    mark: intentions.mark,
    followUp: intentions.followUp,
  }),
  drafts: serviceOf(deps, { find: drafting.find, save: drafting.save, delete: drafting.remove }),
  tags: serviceOf(deps, {
    ...{ list: tagging.list, add: tagging.add, update: tagging.update, delete: tagging.remove, set: tagging.set },
  }),
  numbers: serviceOf(deps, { add: numbers.add, delete: numbers.remove, main: numbers.makeMain }),
  views: serviceOf(deps, {
    ...{ list: viewing.list, counts: viewing.counts, add: viewing.add, update: viewing.update, delete: viewing.remove },
  }),
  duplicates: serviceOf(deps, {
    ...{ setting: checking.setting, saveSetting: checking.saveSetting, check: checking.check },
    ...{ scan: scanning.scan, groups: scanning.groups, ignore: scanning.ignore },
    ...{ merge, merges: undoing.merges, undo: undoing.undo },
  }),
  pool: serviceOf(deps, {
    ...{ setting: pool.setting, saveSetting: pool.saveSetting, claim: pool.claim, giveBack: pool.giveBack },
    ...{ owners: assigning.owners, assign: assigning.assign },
  }),
  records: serviceOf(deps, {
    list,
    lookup,
    add,
    update,
    updateField,
    delete: remove,
    findById,
    find,
    byParent,
    ofCall,
    queryByNoAuth,
    popupOfCall,
    reveal,
    recycled,
    restore,
    purge,
    timeline,
    history,
    restoreField,
    openPresence,
    closePresence,
    push,
    returnOrder,
    patch,
    patchPreview,
    startExport,
    exportNow,
    optionStatistic,
    exportOptions,
    phonesToTask,
    checkImport,
    saveImport,
    importTemplate,
    failedRows,
  }),
});
