import { FormControl, Option, Select } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { FieldLabel } from '#client/components/form-field.tsx'
import { NodeForm } from '#client/components/node-form/node-form.tsx'
import { useNodeTexts, useTexts } from '#client/texts/texts.tsx'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import type { AssistantPart } from '#shared/assistants.ts'
import { partOf, valuesOf, withValues } from './part-values.ts'

type Props = { part: AssistantPart | null; onChange: (part: AssistantPart) => void }

export function ModelSection({ part, onChange }: Props) {
  const { editor: texts } = useTexts().assistants
  useNodeTexts()
  const { data = [] } = trpc.assistants.chatModels.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  })
  const templates = data.map(translateTemplate)
  const template = templates.find(({ name }) => name === part?.name)
  return (
    <section className="stack gap-16" data-field="chatModel">
      <h2 className="assistant-label assistant-model-label">{texts.model}</h2>
      <FormControl>
        <FieldLabel label={texts.chooseModel} required />
        <Select
          value={part?.name ?? null}
          placeholder={texts.chooseModel}
          onChange={(_, name) => {
            const chosen = templates.find((each) => each.name === name)
            if (chosen && chosen.name !== part?.name) {
              onChange(partOf(chosen))
            }
          }}
          slotProps={{ button: { name: 'chatModel' }, listbox: { sx: { maxHeight: 320 } } }}
        >
          {templates.map(({ name, label }) => (
            <Option key={name} value={name}>
              {label}
            </Option>
          ))}
        </Select>
      </FormControl>
      {part && template && (
        <NodeForm
          template={template}
          values={valuesOf(part)}
          onChange={(values) => onChange(withValues(part, values))}
        />
      )}
    </section>
  )
}
