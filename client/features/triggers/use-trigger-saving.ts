import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import type { saveTriggerInput } from '#shared/triggers.ts'

type Changes = Omit<z.input<typeof saveTriggerInput>, 'id'>

/** Saves a setting at once. */
export function useTriggerSaving(flowId: string) {
  const utils = trpc.useUtils()
  const { mutate, error, isPending } = trpc.triggers.save.useMutation({
    onSuccess: (trigger) => utils.triggers.get.setData({ id: flowId }, trigger),
  })
  const save = (changes: Changes) => mutate({ id: flowId, ...changes })
  return { save, error, isSaving: isPending }
}
