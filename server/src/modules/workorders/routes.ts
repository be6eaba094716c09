import {
  customerLinkApi,
  customerPageApi,
  flowHeatApi,
  formStreamApi,
  orderChartApi,
  orderCountsApi,
  orderPeopleApi,
  orderSheetApi,
  orderStatusApi,
  serviceTargetApi,
  workDelegateApi,
  workFlowApi,
  workNodeApi,
  workStatusWarnApi,
} from "@liantai/api/contract/work-orders";
import { route, type Route } from "../../http/routes.ts";
import { createDelegates } from "./delegates.ts";
import type { WorkOrderDeps } from "./deps.ts";
import { createCustomerPage } from "./links/page.ts";
import { createLinks } from "./links/service.ts";
import { heat, heatOrders } from "./flows/heat.ts";
import { createNodes } from "./flows/nodes.ts";
import { createFlows } from "./flows/service.ts";
import { createOrders } from "./orders/service.ts";
import { createTargets } from "./targets/service.ts";
import { createWarns } from "./timers/warns.ts";

export function workOrderRoutes(deps: WorkOrderDeps): readonly Route[] {
  const flows = createFlows(deps);
  const nodes = createNodes(deps);
  const orders = createOrders(deps);
  const warns = createWarns(deps);
  const delegates = createDelegates(deps);
  const targets = createTargets(deps);
  const links = createLinks(deps);
  const page = createCustomerPage(deps);
  return [
    route(workFlowApi.list, ({ body }, context) => flows.list(body, context)),
    route(workFlowApi.add, ({ body }, context) => flows.add(body, context)),
    route(workFlowApi.update, ({ body }, context) => flows.update(body, context)),
    route(workFlowApi.delete, ({ body }, context) => flows.remove(body, context)),
    route(workFlowApi.choices, ({ body }, context) => flows.choices(body, context)),
    route(workFlowApi.versions, ({ body }, context) => flows.versions(body, context)),
    route(workFlowApi.publish, ({ body }, context) => flows.publish(body, context)),
    route(workFlowApi.validate, ({ body }, context) => flows.validate(body, context)),
    route(workFlowApi.simulate, ({ body }) => flows.simulate(body)),
    route(workFlowApi.clone, ({ body }, context) => flows.clone(body, context)),
    route(workFlowApi.plan, ({ body }, context) => flows.plan(body, context)),
    route(workFlowApi.migrate, ({ body }, context) => flows.migrate(body, context)),
    route(flowHeatApi.heat, ({ body }, context) => heat(deps, body, context)),
    route(flowHeatApi.heatOrders, ({ body }, context) => heatOrders(deps, body, context)),
    route(workNodeApi.list, ({ body }, context) => nodes.list(body, context)),
    route(workNodeApi.add, ({ body }, context) => nodes.add(body, context)),
    route(workNodeApi.update, ({ body }, context) => nodes.update(body, context)),
    route(workNodeApi.delete, ({ body }, context) => nodes.remove(body, context)),
    route(workNodeApi.saveConfig, ({ body }, context) => nodes.saveConfig(body, context)),
    route(workNodeApi.config, ({ query }, context) => nodes.config(query, context)),
    route(formStreamApi.create, ({ body }, context) => orders.create(body, context)),
    route(formStreamApi.list, ({ body }, context) => orders.list(body, context)),
    route(formStreamApi.related, ({ body }, context) => orders.related(body, context)),
    route(formStreamApi.find, ({ body }, context) => orders.find(body, context)),
    route(formStreamApi.handle, ({ body }, context) => orders.handle(body, context)),
    route(orderStatusApi.setStatus, ({ body }, context) => orders.setStatus(body, context)),
    route(formStreamApi.history, ({ body }, context) => orders.history(body, context)),
    route(formStreamApi.actions, ({ body }, context) => orders.actions(body, context)),
    route(formStreamApi.limits, ({ body }, context) => orders.limits(body, context)),
    route(formStreamApi.jumpOrCompleteBatch, ({ body }, context) => orders.jumpOrCompleteBatch(body, context)),
    route(orderCountsApi.counts, ({ body }, context) => orders.counts(body, context)),
    route(orderPeopleApi.seats, ({ body }, context) => orders.seats(body, context)),
    route(orderPeopleApi.transferBatch, ({ body }, context) => orders.transferBatch(body, context)),
    route(orderPeopleApi.customers, ({ body }, context) => orders.customers(body, context)),
    route(orderSheetApi.export, ({ body }, context) => orders.startExport(body, context)),
    route(orderChartApi.states, ({ body }, context) => orders.stateStatistic(body, context)),
    route(orderChartApi.exportStates, ({ body }, context) => orders.exportStates(body, context)),
    route(workStatusWarnApi.list, ({ body }, context) => warns.list(body, context)),
    route(workStatusWarnApi.saveBatch, ({ body }, context) => warns.saveBatch(body, context)),
    route(workStatusWarnApi.delete, ({ body }, context) => warns.remove(body, context)),
    route(serviceTargetApi.list, ({ body }, context) => targets.list(body, context)),
    route(serviceTargetApi.add, ({ body }, context) => targets.add(body, context)),
    route(serviceTargetApi.update, ({ body }, context) => targets.update(body, context)),
    route(serviceTargetApi.delete, ({ body }, context) => targets.remove(body, context)),
    route(serviceTargetApi.preview, ({ body }, context) => targets.preview(body, context)),
    route(serviceTargetApi.recompute, ({ body }, context) => targets.recompute(body, context)),
    route(serviceTargetApi.ofOrder, ({ body }, context) => targets.ofOrder(body, context)),
    route(customerLinkApi.list, ({ body }, context) => links.list(body, context)),
    route(customerLinkApi.add, ({ body }, context) => links.add(body, context)),
    route(customerLinkApi.revoke, ({ body }, context) => links.revoke(body, context)),
    route(customerPageApi.open, ({ body }, context) => page.open(body, context)),
    route(customerPageApi.state, ({ body }, context) => page.state(body, context)),
    route(customerPageApi.fill, ({ body }, context) => page.fill(body, context)),
    route(customerPageApi.urge, ({ body }, context) => page.urge(body, context)),
    route(customerPageApi.rate, ({ body }, context) => page.rate(body, context)),
    route(workDelegateApi.list, ({ body }, context) => delegates.list(body, context)),
    route(workDelegateApi.save, ({ body }, context) => delegates.save(body, context)),
    route(workDelegateApi.delete, ({ body }, context) => delegates.remove(body, context)),
  ];
}
