/**
 * Names of what is linked in from a shared sub-process: FLOW/VERSION/ID, the version's number. Ids of flows have no slash, so no name of a
 * flow's own is taken for one.
 */

export const isLinked = (id: string): boolean => id.includes("/");

export const linkedName = (flowId: string, version: number, id: string): string => `${flowId}/${version}/${id}`;

export interface LinkedName {
  readonly flowId: string;
  readonly version: number;
  readonly id: string;
}

/** undefined: it is the flow's own. */
export function linkedNameOf(name: string): LinkedName | undefined {
  const [flowId, version, id] = name.split("/");
  return flowId === undefined || version === undefined || id === undefined
    ? undefined
    : { flowId, version: Number(version), id };
}

/** As it is called in the flow that it is drawn in. */
export const ownName = (name: string): string => name.slice(name.lastIndexOf("/") + 1);
