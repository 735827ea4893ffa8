import { useEffect } from 'react'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'

const KEY = 'importDone'

/** The page is loaded anew after an import, and with it goes what it has said: it is to be said again. */
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
