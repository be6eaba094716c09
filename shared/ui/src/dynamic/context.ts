import { createContext, useContext, useSyncExternalStore } from "react";
import type { FormStore } from "./form-store.ts";
import type { FieldView, FormView } from "./form-view.ts";

export const FormStoreContext = createContext<FormStore | null>(null);

export function useFormStore(): FormStore {
  const store = useContext(FormStoreContext);
  if (!store) throw new Error("a dynamic field stands outside a form");
  return store;
}

export const useFieldView = (store: FormStore, at: number): FieldView =>
  useSyncExternalStore(
    (listener) => store.follow(at, listener),
    () => store.view(at),
  );

export const useFormView = (store: FormStore): FormView =>
  useSyncExternalStore(
    (listener) => store.followForm(listener),
    () => store.formView(),
  );
