import { Autocomplete, FormControl } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FieldLabel } from '#client/components/form-field.tsx'
import { Below } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { FieldProps } from './node-field.tsx'
import { CREDENTIAL, readNames, requestInputs, textOf, type Values } from './node-values.ts'

type Props = FieldProps & { template: NodeTemplate; values: Values }

/** Options from the server, such as models, requested when the list opens. */
export function OptionsField({ field, value, onChange, issue, template, values }: Props) {
  const { nodes } = useTexts()
  const errorText = useErrorText()
  const [isOpened, setOpened] = useState(false)
  const isMany = field.type === 'asyncMultiOptions'
  const credential = textOf(values[CREDENTIAL])
  const query = trpc.nodes.loadOptions.useQuery(
    {
      name: template.name,
      loadMethod: field.loadMethod ?? '',
      inputs: requestInputs(template, values),
      ...(credential && { credential }),
    },
    { enabled: isOpened, retry: false, staleTime: 60_000 },
  )
  const options = query.data ?? []
  const labelOf = (name: string) => options.find((option) => option.name === name)?.label ?? name
  const problem = query.error ? errorText(query.error) : issue
  const common = {
    name: field.name,
    options: options.map(({ name }) => name),
    getOptionLabel: labelOf,
    isOptionEqualToValue: (option: string, chosen: string) => option === chosen,
    loading: query.isFetching,
    loadingText: nodes.loadingOptions,
    placeholder: nodes.choose,
    onOpen: () => setOpened(true),
    slotProps: { listbox: { sx: { zIndex: 1400 } } },
  }
  return (
    <FormControl error={problem !== undefined}>
      <FieldLabel label={field.label} required={!field.optional} />
      {isMany ? (
        <Autocomplete
          {...common}
          multiple
          value={readNames(value)}
          onChange={(_, names) => onChange(names.length > 0 ? JSON.stringify(names) : '')}
        />
      ) : (
        <Autocomplete
          {...common}
          freeSolo={field.freeSolo ?? false}
          autoSelect={field.freeSolo ?? false}
          value={textOf(value) || null}
          onChange={(_, name) => onChange(name ?? '')}
        />
      )}
      <Below issue={problem} help={field.description} />
    </FormControl>
  )
}
