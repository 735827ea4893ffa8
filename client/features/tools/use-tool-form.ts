import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { createToolInput, type Tool } from '#shared/tools.ts'
import { findIssues, type RowIssue, readRows, type SchemaRow, writeRows } from './schema-rows.ts'
import type { ToolContents } from './tool-file.ts'

export type Edited = ToolContents & { id?: string | undefined }

/** An existing name may stay unchanged, because imported files use names outside our rules. */
const inputFor = ({ id, name: before }: Edited) =>
  z.object({
    name: z
      .string()
      .trim()
      .refine((name) => /^[a-z_][a-z0-9_]*$/.test(name) || (id !== undefined && name === before), {
        error: 'Use lower case letters, digits and _, not starting with a digit',
      })
      .pipe(createToolInput.shape.name),
    description: z.string().trim().min(1, 'Say what the tool is for'),
  })

export function useToolForm(edited: Edited, onSaved: (tool: Tool) => void) {
  const { editor: texts } = useTexts().tools
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [name, setName] = useState(edited.name)
  const [description, setDescription] = useState(edited.description)
  const [rows, setRows] = useState<SchemaRow[]>(() => readRows(edited.schema) ?? [])
  const [func, setFunc] = useState(edited.func ?? '')
  const [issues, setIssues] = useState<RowIssue[]>([])
  const [problem, setProblem] = useState<unknown>(null)

  const onSuccess = async (tool: Tool) => {
    await utils.tools.invalidate()
    toasts.success(edited.id === undefined ? texts.added(tool.name) : texts.saved(tool.name))
    onSaved(tool)
  }
  const onError = (error: unknown) => setProblem(form.showServerErrors(error) ? null : error)
  const create = trpc.tools.create.useMutation({ onSuccess, onError })
  const update = trpc.tools.update.useMutation({ onSuccess, onError })

  const contents = (): ToolContents => ({
    name: name.trim(),
    description: description.trim(),
    color: edited.color,
    iconSrc: edited.iconSrc,
    schema: writeRows(rows),
    func,
  })

  const form = useForm(inputFor(edited), () => {
    const found = findIssues(rows)
    setIssues(found)
    if (found.length > 0) {
      return
    }
    setProblem(null)
    if (edited.id === undefined) {
      create.mutate(contents())
    } else {
      update.mutate({ id: edited.id, ...contents() })
    }
  })

  const changeRows = (changed: SchemaRow[]) => {
    setRows(changed)
    setIssues((before) => (before.length > 0 ? findIssues(changed) : before))
  }
  const isDirty =
    name !== edited.name ||
    description !== edited.description ||
    func !== (edited.func ?? '') ||
    writeRows(rows) !== writeRows(readRows(edited.schema) ?? [])

  return {
    ...{
      form,
      name,
      setName,
      description,
      setDescription,
      rows,
      changeRows,
      func,
      setFunc,
      faults: issues,
      problem,
    },
    ...{ contents, isDirty, isSaving: create.isPending || update.isPending },
    isReady: name.trim() !== '' && description.trim() !== '',
  }
}
