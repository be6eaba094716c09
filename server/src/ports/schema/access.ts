/** Tables and columns of the area access; joined in ../schema.ts. */
import type { Generated } from "kysely";
import type { Flag, Text } from "./types.ts";

/** Columns of menu beside its place and name. */
export interface MenuAdministrationColumns {
  /** code | operator */
  source: Text;
  /** 1: name, icon or hiding are an operator's; a start leaves them alone. */
  edited: Flag;
  /** 1: parent and order are. */
  moved: Flag;
  hidden: Flag;
  /** Letters of O, A, S, M: whose roles may be granted it; empty for groups. */
  audience: Text;
  /** Rows that came together have one number. */
  revision: Flag;
}

export interface RoleAdministrationColumns {
  /** 1: made with its enterprise or the installation. */
  builtin: Flag;
  remark: Text;
  /** Rows of menu up to this revision were decided on for the role; 菜单同步 brings the later ones. */
  menusRevision: Flag;
  createdAt: Generated<Date>;
}

/** What an enterprise has of the product (console.md section 6, the modules switch). */
export interface EnterpriseModules {
  moduleIm: Flag;
  moduleKnowledge: Flag;
  moduleHelp: Flag;
}

/** Business permissions that somebody chose for a role; the others are as the contract says. */
export interface RolePurviewTable {
  compId: string;
  roleId: string;
  key: string;
  value: number;
}

export interface AccessTables {
  role_purview: RolePurviewTable;
}
