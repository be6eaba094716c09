import { servedPaths, specifiedPaths } from "../testing/specified-paths.ts";
import { allEndpoints } from "./all.ts";
import { tabs } from "./tabs.ts";

/** The paths of forms, customers, work orders, contacts and follow-up as the specification lists them (endpoints.txt, word for word). */
const specified = `
* /pbx/api/v1/contacts: list add update delete
* /pbx/api/v1/contacterConf: list add update delete
* /pbx/api/v1/contacterData: list add update delete export import/check import/save import/failedDataDownload
* /pbx/api/v1/followUpSettings: list findByInfo addOrUpdate add update delete/{id}
* /pbx/api/v1/followUpConfig: getFollowTaskList getFollowTaskById/{id} addTaskConfig updateTaskConfig deleteTaskConfig/{id}
* /pbx/api/v1/followUpSatisfaction: getInfoByFormId addOrUpdate
* /crm/api/v1/customerFormConf: add update delete findById findByName list setPopup
* /crm/api/v1/customerFormData: add update delete list findById queryByNoAuth export import/save import/check import/failedDataDownload
  updateFormDataFieldByReq returnRepairOrder customerFormPushToChalo customerFormPhonesToTask handMovementFollowUp updateFormFollowUpField
* /crm/api/v1/formData: find queryByParentId
* /crm/api/v1/formStream: jumpOrCompleteBatch
* /crm/api/v1/WorkStatusWarn: list saveBatch delete
* /crm/api/v1/chart: formOptionStatistic formOptionStatisticExport formStatusStatistic formStatusStatisticExport
* /taskapi/api/v1/previewTask: formDataUpdate
* /taskapi/api/v1/robotTask: updateFormById
`;

/** Groups whose names the specification leaves open (B21). */
const groups = ["subscribes", "plans", "notice", "userCallInfo", "intentionLevel"].map((name) => `/crm/api/v1/${name}`);

const paths = specifiedPaths(specified);

const served = servedPaths(allEndpoints);

test("E1 every path of forms, customers, orders, contacts and follow-up is answered", () => {
  expect(paths).toHaveLength(64);
  expect(paths.filter(({ path }) => !served.has(path)).map(({ path }) => path)).toEqual([]);
});

test("E1 the groups whose names are open are there", () => {
  const missing = groups.filter((group) => ![...served].some((path) => path === group || path.startsWith(`${group}/`)));
  expect(missing).toEqual([]);
});

test("E25 each of the nineteen routes has its screen: the journeys open every one that is ready", () => {
  const routes =
    `customerinformation workorderinformation robotworkorderinformation robotcustomerinformation taskinformation
    intellectleveinfo relationWorkorder formmanage followuplist workorderflow workordernode flownodeconfig reservationmanage
    planreminder announcement callScreen addresslist screenPopup page`.split(/\s+/);
  expect(routes).toHaveLength(19);
  const ready = new Set(tabs.filter((tab) => tab.ready && tab.app === "workorder").map(({ path }) => path));
  expect(routes.filter((name) => !ready.has(`/${name}`))).toEqual([]);
});
