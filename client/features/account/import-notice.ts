import { useEffect } from 'react'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'

const KEY = 'importDone'

/** An import reloads the page, so its success message is stored and shown afterwards. */
export function rememberImport() {
  sessionStorage.setItem(KEY, 'true')
}

export function useImportNotice() {
  const { transfer } = useTexts()
  const toasts = useToasts()
  useEffect(() => {
    if (sessionStorage.getItem(KEY)) {
      sessionStorage.removeItem(KEY)
      toasts.success(transfer.import.done)
    }
  }, [toasts, transfer])
}
