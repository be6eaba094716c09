import { Grid } from '@chakra-ui/react';
import type { ReplyOf } from '@liantai/api/contract';
import { targetKinds, type accessNumApi } from '@liantai/api/contract/admin';
import { SelectField, TextAreaField } from '@liantai/ui/resource';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

export type Choices = ReplyOf<typeof accessNumApi.choices>;

const kinds = ['skillGroup', 'dispatchQueue', 'seat', 'extension', 'voice', 'hangup'] as const;
const kindOptions = kinds.map((value) => ({ value, label: targetKinds[value] }));
const optionsOf = (choices: readonly { readonly id: string; readonly label: string }[]) => choices.map((c) => ({ value: c.id, label: c.label }));

/** Where a call goes and what it hears before. */
export function LeadFields({ name, choices, disabled }: { readonly name: string; readonly choices: Choices; readonly disabled: boolean }) {
  const { control, setValue } = useFormContext();
  const [kind, voice] = useWatch({ control, name: [`${name}.target.kind`, `${name}.greetingVoice`] }) as [(typeof kinds)[number] | undefined, string];
  const was = useRef(kind);
  // An id of one kind is none of another.
  useEffect(() => {
    if (was.current === kind) return;
    was.current = kind;
    setValue(`${name}.target.id`, '', { shouldDirty: true });
  }, [kind, name, setValue]);
  const things = kind && kind !== 'hangup' ? choices[kind] : undefined;
  return (
    <Grid templateColumns="1fr 1fr" gap="2">
      <SelectField name={`${name}.target.kind`} label="转至" options={kindOptions} none={false} disabled={disabled} />
      {things ? <SelectField name={`${name}.target.id`} label={kind === 'voice' ? '语音' : targetKinds[kind!]} options={optionsOf(things)} disabled={disabled} hint={things.length === 0 ? '还没有可选的对象' : undefined} /> : <span />}
      <SelectField name={`${name}.greetingVoice`} label="问候语音" options={optionsOf(choices.voice)} none="不播放语音，用文字合成" disabled={disabled} />
      <TextAreaField name={`${name}.greeting`} label="问候语" rows={2} maxLength={200} disabled={disabled || voice !== ''} hint={voice !== '' ? '已选问候语音，不再朗读文字' : undefined} />
    </Grid>
  );
}
