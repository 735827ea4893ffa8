import { Box, Button } from '@mui/joy'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'

type Props = { paths: { servers: string; server: (id: string) => string } }

/** Where the browser comes back to from the sign-in page of an MCP server. */
export function McpSignedIn({ paths }: Props) {
  const { mcpServers: texts } = useTexts()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const isSent = useRef(false)
  const finishing = trpc.customMcpServers.finishSignIn.useMutation({
    onSuccess: async ({ id, name, status, toolCount }) => {
      await utils.customMcpServers.invalidate()
      if (status === 'AUTHORIZED') {
        toasts.success(texts.connected(name, toolCount))
      }
      await navigate(paths.server(id), { replace: true })
    },
  })
  const code = params.get('code')
  const state = params.get('state')
  const { mutate } = finishing

  useEffect(() => {
    // A code is valid once.
    if (code && state && !isSent.current) {
      isSent.current = true
      mutate({ code, state })
    }
  }, [code, state, mutate])

  const isDenied = !(code && state)
  return (
    <>
      <PageHeader title={texts.signedIn.title} />
      {isDenied || finishing.error ? (
        <Box sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}>
          <FormBanner>{isDenied ? texts.signedIn.denied : errorText(finishing.error)}</FormBanner>
          <Button component={Link} to={paths.servers} variant="outlined" color="neutral">
            {texts.signedIn.back}
          </Button>
        </Box>
      ) : (
        <p role="status" className="text-secondary">
          {texts.signedIn.working}
        </p>
      )}
    </>
  )
}
