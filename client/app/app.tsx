import { CssVarsProvider } from '@mui/joy/styles'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToken } from '#client/api/use-session.ts'
import { ConfirmProvider } from '#client/components/confirm-dialog.tsx'
import { ToastProvider } from '#client/components/toasts.tsx'
import { useColorMode } from '#client/components/use-color-mode.ts'
import { type Spoken, TextsProvider } from '#client/texts/texts.tsx'
import { useAppearance } from './appearance/use-appearance.ts'
import { ErrorBoundary } from './error-screen.tsx'
import { theme } from './theme.ts'

type Props = {
  trpcClient: ReturnType<typeof trpc.createClient>
  queryClient: QueryClient
  texts: Spoken
  children: ReactNode
}

export function App({ trpcClient, queryClient, texts, children }: Props) {
  return (
    // The scheme is set on <html> elsewhere: Joy would store it a second time beside `isDarkMode`.
    <CssVarsProvider theme={theme} colorSchemeNode={null} disableNestedContext>
      <Look />
      <TextsProvider initial={texts}>
        <ErrorBoundary>
          <trpc.Provider client={trpcClient} queryClient={queryClient}>
            <QueryClientProvider client={queryClient}>
              <ForgetOthers queryClient={queryClient} />
              <ToastProvider>
                <ConfirmProvider>{children}</ConfirmProvider>
              </ToastProvider>
            </QueryClientProvider>
          </trpc.Provider>
        </ErrorBoundary>
      </TextsProvider>
    </CssVarsProvider>
  )
}

function Look() {
  useColorMode()
  useAppearance()
  return null
}

/** Clears the query cache on a user switch: data of one user must not reach the next. */
function ForgetOthers({ queryClient }: { queryClient: QueryClient }) {
  const token = useToken()
  const before = useRef(token)
  useEffect(() => {
    if (before.current !== undefined && before.current !== token) {
      queryClient.removeQueries({ type: 'inactive' })
      queryClient.resetQueries()
    }
    before.current = token
  }, [token, queryClient])
  return null
}
