import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { CapsRead } from './read-caps-form.ts'

/** Sends the requests in sequence: when one fails, the earlier ones are in force, and a retry sends all again. */
export function useSaveCaps(onSaved: () => void) {
  const utils = trpc.useUtils()
  const setCaps = trpc.usage.setCaps.useMutation()
  const setFlowCaps = trpc.usage.setFlowCaps.useMutation()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function save({ account, flows }: CapsRead) {
    setSaving(true)
    setError(null)
    try {
      if (account) {
        await setCaps.mutateAsync(account)
      }
      for (const flow of flows) {
        await setFlowCaps.mutateAsync(flow)
      }
      onSaved()
    } catch (issue) {
      setError(issue)
    } finally {
      setSaving(false)
      await utils.usage.invalidate()
    }
  }

  return { save, isSaving, error }
}
