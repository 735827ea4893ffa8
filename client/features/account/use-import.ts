import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { TransferKind } from '#shared/export-import.ts'
import { rememberImport } from './import-notice.ts'
import { importFile } from './transfer-calls.ts'
import { useTransferError } from './use-transfer-error.ts'

export const PREVIEW_KEY = 'import-preview'

/** Event for screens that show importable data. */
const REFRESH_EVENT = 'flowtill:refresh'

export function useImport(file: File, onClose: () => void) {
  const { transfer } = useTexts()
  const texts = transfer.import
  const toasts = useToasts()
  const errorText = useTransferError()
  const queries = useQueryClient()
  const navigate = useNavigate()

  return useMutation({
    mutationFn: (kinds: readonly TransferKind[]) => importFile(file, kinds),
    onSuccess: () => {
      rememberImport()
      toasts.success(texts.done)
      // Excludes the preview of this file, which would upload it again.
      queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PREVIEW_KEY })
      dispatchEvent(new Event(REFRESH_EVENT))
      navigate(0)
    },
    onError: (error) => toasts.error(texts.failed(errorText(error) || texts.defaultError)),
    onSettled: onClose,
  })
}
