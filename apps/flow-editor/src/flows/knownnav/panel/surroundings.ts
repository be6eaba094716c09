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
import { namedPairs, pendingPairs, type Pairs } from "@liantai/ui/board";
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
const labelled = (kind: Exclude<keyof Choices, "off">, { [kind]: offered, off }: Choices): Pairs => [
  ...offered.map(({ id, label }) => [id, label] as const),
  ...off.filter((one) => one.kind === kind).map(({ id, label }) => [id, label, true] as const),
];
/** What came of a request, as pairs; `pendingPairs` while it goes on, undefined where it failed. */
const pairsOf = <T>(
  { data, isError }: { readonly data?: T | undefined; readonly isError: boolean },
  of: (data: T) => Pairs,
): Pairs | undefined => (data === undefined ? (isError ? undefined : pendingPairs) : of(data));

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
  const choices = accessNumbers.choices.useQuery({ body: {} });
  const formList = forms.list.useQuery({ body: most });
  const interfaceList = interfaces.list.useQuery({ body: most });
  const flowList = flows.list.useQuery({ body: { ...most, published: 1 } });
  const intentList = intents.list.useQuery({ body: most });
  const classList = classes.list.useQuery({ body: { ...most, kind: 1 } });
  const knowledgeList = knowledge.list.useQuery({ body: most });
  const tableList = tables.list.useQuery({ body: most });
  const promptList = prompts.list.useQuery({ body: most });
  return useMemo(() => {
    const all: Readonly<Partial<Record<ReferenceKind, Pairs | undefined>>> = {
      voice: pairsOf(choices, (all) => labelled("voice", all)),
      skillGroup: pairsOf(choices, (all) => labelled("skillGroup", all)),
      dispatchQueue: pairsOf(choices, (all) => labelled("dispatchQueue", all)),
      seat: pairsOf(choices, (all) => labelled("seat", all)),
      extension: pairsOf(choices, (all) => labelled("extension", all)),
      timeRule: pairsOf(choices, (all) => labelled("timeRule", all)),
      interface: pairsOf(interfaceList, ({ list }) => namedPairs(list)),
      smsTemplate: pairsOf(interfaceList, ({ list }) =>
        namedPairs(list.filter(({ events, sendFullNumbers }) => events.includes("sms") && sendFullNumbers === 1)),
      ),
      flow: pairsOf(flowList, ({ list }) =>
        namedPairs(list.filter(({ id, flowType }) => id !== flowId && flowType !== flowTypes.shared)),
      ),
      sharedFlow: pairsOf(flowList, ({ list }) =>
        namedPairs(list.filter(({ id, flowType }) => id !== flowId && flowType === flowTypes.shared)),
      ),
      knowledgeClass: pairsOf(classList, ({ list }) => namedPairs(list)),
      knowledge: pairsOf(knowledgeList, ({ list }) => list.map(({ id, question }) => [id, question] as const)),
      intent: pairsOf(intentList, ({ list }) => namedPairs(list)),
      form: pairsOf(formList, ({ list }) => namedPairs(list)),
      lookUpTable: pairsOf(tableList, ({ list }) => namedPairs(list)),
      sharedPrompt: pairsOf(promptList, ({ list }) => namedPairs(list)),
    };
    const things = Object.fromEntries(Object.entries(all).filter(([, list]) => list !== undefined));
    const columns = Object.fromEntries(
      (tableList.data?.list ?? []).map(
        (table) => [table.id, table.columns.map((name) => [name, name] as const)] as const,
      ),
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

const noFields: Pairs = [];

/** Fields of a form as choices; none: it is not chosen. `pendingPairs` until they have come. */
export function useFormFields(formId: string): Pairs {
  const { currentData } = forms.findById.useQuery({ query: { id: formId } }, { skip: formId === "" });
  return useMemo(() => {
    if (currentData) return currentData.fields.map(({ name, label }) => [name, label] as const);
    return formId === "" ? noFields : pendingPairs;
  }, [currentData, formId]);
}
