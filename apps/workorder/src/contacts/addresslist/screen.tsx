import { Button, HStack } from "@chakra-ui/react";
import { recall, remember } from "@liantai/ui";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { AddressBook } from "../parts/address-book.tsx";
import { EnterpriseContacts } from "../parts/enterprise-contacts.tsx";

const views = { enterprise: "企业联系人", book: "个人/共享" } as const;
type View = keyof typeof views;
const isView = (value: unknown): value is View => typeof value === "string" && Object.hasOwn(views, value);
const key = "addresslist.view";
/** 通讯录: two views of one screen (inventory B39). */
export default function AddressListScreen() {
  const [view, setView] = useState<View>(() => recall(key, isView) ?? "enterprise");
  const [, setAddress] = useSearchParams();
  const choose = (value: View) => {
    remember(key, value);
    // What one view was asked, the other is not.
    setAddress(new URLSearchParams(), { replace: true });
    setView(value);
  };
  const choice = (
    <HStack gap="0" role="group" aria-label="视图">
      {(Object.keys(views) as View[]).map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === view ? "solid" : "outline"}
          colorPalette={one === view ? "accent" : "gray"}
          aria-pressed={one === view}
          onClick={() => choose(one)}
        >
          {views[one]}
        </Button>
      ))}
    </HStack>
  );
  return view === "enterprise" ? <EnterpriseContacts views={choice} /> : <AddressBook views={choice} />;
}
