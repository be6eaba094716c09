import { Button, HStack } from "@chakra-ui/react";
import { contactFormId } from "@liantai/api/contract/workorder";
import { recall, remember } from "@liantai/ui";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { forms } from "../../customer-forms/queries.ts";
import { useAskedRecord } from "../../records/parts/asked-record.ts";
import { RecordsOf } from "../../records/parts/records-screen.tsx";
import { AddressBook } from "../parts/address-book.tsx";
import { EnterpriseContacts } from "../parts/enterprise-contacts.tsx";

const own = { enterprise: "企业联系人", book: "个人/共享" } as const;
const isView = (value: unknown): value is string => typeof value === "string" && value !== "";
const key = "addresslist.view";
const most = 9_999;

/** Lists of other forms of contacts that an enterprise designed, by the forms' names. */
function useOtherForms() {
  const { data } = forms.list.useQuery({ body: { name: "", formType: "contact", pageNo: 1, pageSize: most } });
  return data?.list.filter(({ id, version }) => id !== contactFormId && version > 0);
}

/** 通讯录: several views of one screen (inventory B39). */
export default function AddressListScreen() {
  const [asked, setAsked] = useState(() => recall(key, isView) ?? "enterprise");
  const others = useOtherForms();
  const [, setAddress] = useSearchParams();
  const [record, taken] = useAskedRecord();
  const views = [
    { value: "enterprise", label: own.enterprise },
    ...(others ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: "book", label: own.book },
  ];
  // A form that is gone leaves its view to the first.
  const view = views.some(({ value }) => value === asked) ? asked : "enterprise";
  const choose = (value: string) => {
    remember(key, value);
    // What one view was asked, the other is not.
    setAddress(new URLSearchParams(), { replace: true });
    setAsked(value);
  };
  const choice = (
    <HStack gap="0" role="group" aria-label="视图">
      {views.map(({ value, label }) => (
        <Button
          key={value}
          size="xs"
          variant={value === view ? "solid" : "outline"}
          colorPalette={value === view ? "accent" : "gray"}
          aria-pressed={value === view}
          onClick={() => choose(value)}
        >
          {label}
        </Button>
      ))}
    </HStack>
  );
  const to = {
    // Which other forms there are is known first.
    asked: others || record?.formId === contactFormId ? record : undefined,
    taken,
    choose(formId: string) {
      if (formId === contactFormId) choose("enterprise");
      // A form that is gone has no list to go to.
      else if (views.some(({ value }) => value === formId)) choose(formId);
      else taken();
    },
  };
  if (view === "enterprise") return <EnterpriseContacts views={choice} to={to} />;
  if (view === "book") return <AddressBook views={choice} to={to} />;
  return (
    <RecordsOf key={view} page="/addresslist" formType="contact" noun="联系人" formId={view} choice={choice} to={to} />
  );
}
