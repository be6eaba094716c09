import { Button, Stack } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { actionFaults, type AutomationAction } from "@liantai/api/contract/work-orders";
import { sameValue, type CompiledForm } from "@liantai/api/forms";
import { PanelSwitch, PanelText } from "@liantai/ui/board";
import { GuardedDrawer, isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { ActionsEditor } from "../parts/actions-editor.tsx";
import { Faults } from "../../parts/faults.tsx";
import { missingIn } from "../parts/missing.ts";
import type { UseSeats } from "../../parts/seat-picks.tsx";
import { macros, type Macro } from "../queries.ts";

interface DrawerProps {
  readonly form: CompiledForm;
  readonly useSeats: UseSeats;
  /** May the person make it everybody's. */
  readonly shares: boolean;
  /** undefined: a new one. */
  readonly macro: Macro | undefined;
  readonly onClose: () => void;
}

export function MacroDrawer({ form, useSeats, shares, macro, onClose }: DrawerProps) {
  const [name, setName] = useState(macro?.name ?? "");
  const [shared, setShared] = useState(macro?.shared === 1);
  const [actions, setActions] = useState<readonly AutomationAction[]>(macro?.actions ?? []);
  const [first] = useState({ name, shared, actions });
  const dirty = !sameValue({ name, shared, actions }, first);
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState<string>();
  const [add, adding] = macros.add.useMutation();
  const [update, updating] = macros.update.useMutation();
  const faults = [
    ...(name.trim() === "" ? ["请输入宏名称"] : []),
    ...missingIn(actions),
    ...actionFaults(form, actions),
  ];
  const save = async () => {
    setTried(true);
    setSaid(undefined);
    if (faults.length > 0) return;
    const body = { formId: form.formId, name: name.trim(), shared: shared ? 1 : 0, actions } as const;
    try {
      if (macro) await update({ body: { ...body, id: macro.id } }).unwrap();
      else await add({ body }).unwrap();
      notifyDone("宏", "保存");
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text);
    }
  };
  return (
    <GuardedDrawer
      open
      title={macro ? "编辑宏" : "新增宏"}
      width="640px"
      dirty={dirty}
      onClose={onClose}
      footer={
        <Button loading={adding.isLoading || updating.isLoading} onClick={() => void save()}>
          保存
        </Button>
      }
    >
      <Stack gap="3">
        <PanelText label="宏名称" value={name} max={30} onChange={setName} />
        {shares && <PanelSwitch label="共享给所有人" value={shared} onChange={setShared} />}
        <ActionsEditor {...{ form, useSeats, actions }} onChange={setActions} />
        <Faults {...{ faults, tried, said }} />
      </Stack>
    </GuardedDrawer>
  );
}
