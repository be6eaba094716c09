/** The body of a flow on the drawing board: its sub-processes, read and changed. What did not change is the same object as before. */
import type { FlowBody, FlowNode, SubProcess } from "@liantai/api/flows";

/** What is drawn. tts: JSON text of the flow's voice. */
export interface Design {
  readonly body: FlowBody;
  readonly tts: string;
}

export const newId = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 16);

export const subsOf = ({ nodes }: FlowBody): readonly SubProcess[] => nodes.map(({ subProcess }) => subProcess);

/** The main one, where there is none with this id. */
export const subOf = (body: FlowBody, id: string): SubProcess | undefined => {
  const subs = subsOf(body);
  return subs.find(({ subProcessId }) => subProcessId === id) ?? mainOf(body);
};

export const mainOf = (body: FlowBody): SubProcess | undefined => {
  const subs = subsOf(body);
  return subs.find(({ classification }) => classification === 1) ?? subs[0];
};

export const allNodes = (body: FlowBody): readonly FlowNode[] => subsOf(body).flatMap(({ flow }) => flow.nodes);

export const nodeOf = (body: FlowBody, id: string): { sub: SubProcess; node: FlowNode } | undefined => {
  for (const sub of subsOf(body)) {
    const node = sub.flow.nodes.find(({ nodeId }) => nodeId === id);
    if (node) return { sub, node };
  }
  return undefined;
};

export function changeSub(body: FlowBody, id: string, change: (sub: SubProcess) => SubProcess): FlowBody {
  let changed = false;
  const nodes = body.nodes.map((entry) => {
    if (entry.subProcess.subProcessId !== id) return entry;
    const subProcess = change(entry.subProcess);
    if (subProcess === entry.subProcess) return entry;
    changed = true;
    return { ...entry, subProcess };
  });
  return changed ? { ...body, nodes } : body;
}

export function changeNodes(sub: SubProcess, change: (nodes: readonly FlowNode[]) => readonly FlowNode[]): SubProcess {
  const nodes = change(sub.flow.nodes);
  return nodes === sub.flow.nodes ? sub : { ...sub, flow: { ...sub.flow, nodes } };
}

/** 播放语音, 播放语音2 ...; `most` characters. */
export function freeName(taken: ReadonlySet<string>, stem: string, most = 30): string {
  if (!taken.has(stem)) return stem;
  for (let n = 2; ; n++) {
    const name = `${stem.slice(0, most - String(n).length)}${n}`;
    if (!taken.has(name)) return name;
  }
}
