import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import {
  type OpenAiDefinition,
  type OpenAiFile,
  openAiLimits,
  parseOpenAiDetails,
  writeOpenAiDetails,
} from '#shared/open-ai-assistants.ts'
import { useIsAzure } from './account-kinds.ts'
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
      await utils.assistants.openAi.icon.invalidate()
      onSaved()
    },
    onError: setProblem,
  }
  const creating = trpc.assistants.create.useMutation(settled)
  const updating = trpc.assistants.update.useMutation(settled)
  const isAzure = useIsAzure(form.credential)
  const issues = issuesOf(form, isAzure)
  const isTooLong =
    form.name.length > openAiLimits.name ||
    form.description.length > openAiLimits.description ||
    form.instructions.length > openAiLimits.instructions

  /** As last read from OpenAI, for the list. */
  function searchFilesOf({ credential, vectorStoreId, codeFiles, searchFiles }: Form): OpenAiFile[] {
    const read = utils.assistants.openAi.contents.getData(
      contentsInput({ credential, vectorStoreId, codeFiles }),
    )
    const isSame = vectorStoreId === (parseOpenAiDetails(edited.details)?.vectorStoreId ?? '')
    return read?.store?.files.map(toFile) ?? (isSame ? searchFiles : [])
  }

  function submit() {
    setSubmitted(true)
    setProblem(undefined)
    if (isTooLong || Object.keys(issues).length > 0) {
      return
    }
    const { credential, iconSrc } = form
    const values = {
      ...{ details: write({ ...form, searchFiles: searchFilesOf(form) }, edited.details), credential },
      ...{ iconSrc: iconSrc.trim() || null, type: isAzure ? ('AZURE' as const) : ('OPENAI' as const) },
    }
    if (edited.id === undefined) {
      creating.mutate(values)
    } else {
      updating.mutate({ id: edited.id, ...values })
    }
  }

  return {
    ...{ form, isAzure },
    change: (changes: Partial<Form>) => setForm((before) => ({ ...before, ...changes })),
    issues: isSubmitted ? issues : {},
    problem,
    setProblem,
    isSaving: creating.isPending || updating.isPending,
    submit,
  }
}

/** What the dialog asks OpenAI for. */
export function contentsInput({ credential, vectorStoreId, codeFiles }: Referring) {
  return { credential, vectorStoreId, fileIds: codeFiles.map(({ id }) => id) }
}
type Referring = Pick<Form, 'credential' | 'vectorStoreId' | 'codeFiles'>

const toFile = ({ id, filename = id }: { id: string; filename?: string | undefined }) => ({ id, filename })

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
      ...{ functions: loose.functions, codeFiles: [], vectorStoreId: '', searchFiles: [] },
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

function issuesOf({ credential, name, model, temperature, topP }: Form, isAzure: boolean): Issues {
  return {
    ...(credential === '' && { credential: 'empty' as const }),
    ...(name.trim() === '' && { name: 'empty' as const }),
    ...(model.trim() === '' && !isAzure && { model: 'empty' as const }),
    ...(!isWithin(temperature, 2) && { temperature: 'range' as const }),
    ...(!isWithin(topP, 1) && { topP: 'range' as const }),
  }
}
