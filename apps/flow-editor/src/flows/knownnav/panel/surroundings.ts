/** What a flow is drawn among: voices, groups, seats, flows ... A list that is not there is undefined: the id is typed instead. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  engineApi,
  flowApi,
  innerKnowledgeApi,
  intentApi,
  knowledgeClassApi,
  lookUpTableApi,
  sharedPromptApi,
} from "@liantai/api/contract/flow-editor";
import { accessNumApi, customerFormConfApi, interfaceConfigApi } from "@liantai/api/contract/flow-surroundings";
import { flowTypes, type ReferenceKind } from "@liantai/api/flows";
import { useMemo } from "react";

const accessNumbers = queriesOf({ choices: accessNumApi.choices });
const forms = queriesOf({ list: customerFormConfApi.list, findById: customerFormConfApi.findById });
const interfaces = queriesOf({ list: interfaceConfigApi.list });
const engines = queriesOf({ options: engineApi.options });
const flows = queriesOf({ list: flowApi.list });
const intents = queriesOf({ list: intentApi.list });
const classes = queriesOf({ list: knowledgeClassApi.list });
const knowledge = queriesOf({ list: innerKnowledgeApi.list });
const prompts = queriesOf({ list: sharedPromptApi.list });
const tables = queriesOf({ list: lookUpTableApi.list });

/** off: switched off, and no new choice. */
export type Pairs = readonly (readonly [value: string, label: string, off?: boolean])[];

/** A speech engine that the enterprise may use, with its voices. */
export interface EngineChoice {
  readonly id: string;
  readonly name: string;
  readonly voices: Pairs;
}

export interface Surroundings {
  readonly things: Readonly<Partial<Record<ReferenceKind, Pairs>>>;
  /** Of look-up tables by id, the key first. */
  readonly columns: Readonly<Record<string, Pairs>>;
  readonly engines: readonly EngineChoice[] | undefined;
}

const most = { pageSize: 9_999 } as const;
type Choices = ReplyOf<typeof accessNumApi.choices>;
const labelled = (
  kind: Exclude<keyof Choices, "off">,
  { [kind]: offered, off = [] }: Partial<Choices> = {},
): Pairs | undefined =>
  offered && [
    ...offered.map(({ id, label }) => [id, label] as const),
    ...off.filter((one) => one.kind === kind).map(({ id, label }) => [id, label, true] as const),
  ];
const named = (
  list: readonly { readonly id: string; readonly name: string; readonly enabled?: number }[] | undefined,
): Pairs | undefined => list?.map(({ id, name, enabled }) => [id, name, enabled === 0] as const);

/** What may speak; undefined: not there yet. */
export function useEngines(): readonly EngineChoice[] | undefined {
  const { data } = engines.options.useQuery({ body: { ...most, kind: "tts" } });
  return useMemo(
    () =>
      data?.list.map(({ id, name, voices }) => ({
        ...{ id, name },
        voices: voices.map((voice) => [voice.name, voice.label] as const),
      })),
    [data],
  );
}

/** flowId: of the flow that is drawn, which does not lead to itself. */
export function useSurroundings(flowId: string): Surroundings {
  const speakers = useEngines();
  const { data: choices } = accessNumbers.choices.useQuery({ body: {} });
  const { data: formList } = forms.list.useQuery({ body: most });
  const { data: interfaceList } = interfaces.list.useQuery({ body: most });
  const { data: flowList } = flows.list.useQuery({ body: { ...most, published: 1 } });
  const { data: intentList } = intents.list.useQuery({ body: most });
  const { data: classList } = classes.list.useQuery({ body: { ...most, kind: 1 } });
  const { data: knowledgeList } = knowledge.list.useQuery({ body: most });
  const { data: tableList } = tables.list.useQuery({ body: most });
  const { data: promptList } = prompts.list.useQuery({ body: most });
  return useMemo(() => {
    const all: Readonly<Partial<Record<ReferenceKind, Pairs | undefined>>> = {
      voice: labelled("voice", choices),
      skillGroup: labelled("skillGroup", choices),
      dispatchQueue: labelled("dispatchQueue", choices),
      seat: labelled("seat", choices),
      extension: labelled("extension", choices),
      timeRule: labelled("timeRule", choices),
      interface: named(interfaceList?.list),
      smsTemplate: named(
        interfaceList?.list.filter(({ events, sendFullNumbers }) => events.includes("sms") && sendFullNumbers === 1),
      ),
      flow: named(flowList?.list.filter(({ id, flowType }) => id !== flowId && flowType !== flowTypes.shared)),
      sharedFlow: named(flowList?.list.filter(({ id, flowType }) => id !== flowId && flowType === flowTypes.shared)),
      knowledgeClass: named(classList?.list),
      knowledge: knowledgeList?.list.map(({ id, question }) => [id, question] as const),
      intent: named(intentList?.list),
      form: named(formList?.list),
      lookUpTable: named(tableList?.list),
      sharedPrompt: named(promptList?.list),
    };
    const things = Object.fromEntries(Object.entries(all).filter(([, list]) => list !== undefined));
    const columns = Object.fromEntries(
      (tableList?.list ?? []).map((table) => [table.id, table.columns.map((name) => [name, name] as const)] as const),
    );
    return { things, columns, engines: speakers };
  }, [
    choices,
    formList,
    interfaceList,
    flowList,
    intentList,
    classList,
    knowledgeList,
    tableList,
    promptList,
    flowId,
    speakers,
  ]);
}

/** Fields of a form as choices; none: it is not chosen, or not there yet. */
export function useFormFields(formId: string): Pairs {
  const { currentData } = forms.findById.useQuery({ query: { id: formId } }, { skip: formId === "" });
  return useMemo(() => (currentData?.fields ?? []).map(({ name, label }) => [name, label] as const), [currentData]);
}
