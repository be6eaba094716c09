import { yupResolver } from '@hookform/resolvers/yup';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { FormProvider, useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { ObjectSchema } from 'yup';

interface AppFormProps<V extends FieldValues> extends Omit<HTMLChakraProps<'form'>, 'onSubmit' | 'children'> {
  /** The contract's schema: the same rules and words as the server's. */
  readonly schema: ObjectSchema<V>;
  /** Given anew (another object), they replace what was typed. */
  readonly values: V;
  readonly onSubmit: (values: V) => void | Promise<void>;
  readonly children: ReactNode | ((form: UseFormReturn<V>) => ReactNode);
}

/** A form over a contract's schema; its fields are TextField, SelectField and DateRangeField. */
export function AppForm<V extends FieldValues>({ schema, values, onSubmit, children, ...rest }: AppFormProps<V>) {
  const form = useForm<V>({ resolver: yupResolver(schema) as never, defaultValues: values as DefaultValues<V>, mode: 'onSubmit', reValidateMode: 'onChange' });
  const given = useRef(values);
  const { reset } = form;
  useEffect(() => {
    if (given.current === values) return;
    given.current = values;
    reset(values);
  }, [values, reset]);
  return (
    <FormProvider {...form}>
      <chakra.form noValidate onSubmit={(event) => void form.handleSubmit((valid) => onSubmit(valid as V))(event)} {...rest}>
        {typeof children === 'function' ? children(form) : children}
      </chakra.form>
    </FormProvider>
  );
}
