import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import {
  type OpenAiDefinition,
  openAiLimits,
  parseOpenAiDetails,
  writeOpenAiDetails,
} from '#shared/open-ai-assistants.ts'
import { readOpenAiDetails } from './open-ai-details.ts'

/** What the dialog edits: a stored assistant, a former one that is loaded, or a new one. */
export type Edited = {
  id?: string
  details: string
  credential: string
  iconSrc: string | null
}

/** Numbers are kept as they are typed. */
export type Form = Omit<OpenAiDefinition, 'temperature' | 'topP'> & {
  credential: string
  iconSrc: string
  temperature: string
  topP: string
}
export type Issues = Partial<
  Record<'credential' | 'name' | 'model' | 'temperature' | 'topP', 'empty' | 'range'>
>

export function useOpenAiForm(edited: Edited, onSaved: () => void) {
  const [form, setForm] = useState<Form>(() => read(edited))
  const [isSubmitted, setSubmitted] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const utils = trpc.useUtils()
  const settled = {
    async onSuccess() {
      await utils.assistants.list.invalidate()
      onSaved()
    },
    onError: setProblem,
  }
  const creating = trpc.assistants.create.useMutation(settled)
  const updating = trpc.assistants.update.useMutation(settled)
  const issues = issuesOf(form)
  const isTooLong =
    form.name.length > openAiLimits.name ||
    form.description.length > openAiLimits.description ||
    form.instructions.length > openAiLimits.instructions

  function submit() {
    setSubmitted(true)
    setProblem(undefined)
    if (isTooLong || Object.keys(issues).length > 0) {
      return
    }
    const { credential, iconSrc } = form
    const values = { details: write(form, edited.details), credential, iconSrc: iconSrc.trim() || null }
    if (edited.id === undefined) {
      creating.mutate({ ...values, type: 'OPENAI' })
    } else {
      updating.mutate({ id: edited.id, ...values })
    }
  }

  return {
    form,
    change: (changes: Partial<Form>) => setForm((before) => ({ ...before, ...changes })),
    issues: isSubmitted ? issues : {},
    problem,
    setProblem,
    isSaving: creating.isPending || updating.isPending,
    submit,
  }
}

function read({ details, credential, iconSrc }: Edited): Form {
  const stored = parseOpenAiDetails(details)
  const loose = readOpenAiDetails(details)
  const numberText = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  const isNew = details === '{}'
  return {
    ...(stored ?? {
      ...{
        formerId: '',
        description: loose.description,
        model: loose.model,
        instructions: loose.instructions,
      },
      ...{
        codeInterpreter: loose.tools.includes('code_interpreter'),
        fileSearch: loose.tools.includes('file_search'),
      },
      ...{ functions: loose.functions, codeFiles: [], vectorStoreId: '' },
    }),
    name: isNew ? '' : loose.name,
    credential,
    iconSrc: iconSrc ?? '',
    temperature: numberText(stored ? stored.temperature : loose.temperature),
    topP: numberText(stored ? stored.topP : loose.topP),
  }
}

function write(form: Form, before: string): string {
  const { credential: _, iconSrc: __, temperature, topP, ...definition } = form
  return writeOpenAiDetails(
    {
      ...definition,
      name: form.name.trim(),
      model: form.model.trim(),
      temperature: toNumber(temperature),
      topP: toNumber(topP),
    },
    before,
  )
}

function toNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  return trimmed === '' ? null : Number(trimmed)
}

function isWithin(text: string, max: number) {
  const value = toNumber(text)
  return value === null || (value >= 0 && value <= max)
}

function issuesOf({ credential, name, model, temperature, topP }: Form): Issues {
  return {
    ...(credential === '' && { credential: 'empty' as const }),
    ...(name.trim() === '' && { name: 'empty' as const }),
    ...(model.trim() === '' && { model: 'empty' as const }),
    ...(!isWithin(temperature, 2) && { temperature: 'range' as const }),
    ...(!isWithin(topP, 1) && { topP: 'range' as const }),
  }
}
