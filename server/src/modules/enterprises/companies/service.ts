/** 企业管理: enterprises, their limits, their service and what they are given to begin with. */
import { serviceOf } from "../../service.ts";
import type { CompanyDeps } from "./deps.ts";
import { add } from "./adding.ts";
import { update } from "./changing.ts";
import { remove } from "./removing.ts";
import { enable, disEnable, showForm, disShowForm } from "./turning.ts";
import { list, query, freeCode, databases, white } from "./reading.ts";

export type CompanyService = ReturnType<typeof createCompanyService>;

export const createCompanyService = (deps: CompanyDeps) =>
  serviceOf(deps, {
    list,
    query,
    add,
    update,
    delete: remove,
    enable,
    disEnable,
    showForm,
    disShowForm,
    nextCode: freeCode,
    databases,
    white,
  });
