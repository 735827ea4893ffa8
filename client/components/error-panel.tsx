import { Box, Button, Stack, Typography } from '@mui/joy'
import { Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { isUnreachable, requestIdOf, toAppError } from '#client/api/errors.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { useFirstOf } from './use-first-of.ts'

type Props = { title?: string; error: unknown; onRetry?: (() => void) | undefined }

/** Replaces the content; the page around it stays usable. An outage is reported once per page. */
export function ErrorPanel(props: Props) {
  const { common } = useTexts()
  const isReporter = useFirstOf(isUnreachable(props.error) ? 'unreachable' : undefined)
  return isReporter ? (
    <Panel {...props} />
  ) : (
    <Typography level="body-sm" sx={{ color: 'text.tertiary' }}>
      {common.waitingForServer}
    </Typography>
  )
}

function Panel({ title, error, onRetry }: Props) {
  const { common } = useTexts()
  const errorText = useErrorText()
  const [copied, setCopied] = useState(false)
  const { code, message } = toAppError(error)
  const requestId = requestIdOf(error)
  const details = [code, message, requestId, location.pathname, new Date().toISOString()]
    .filter(Boolean)
    .join(' ')

  return (
    <Box
      role="alert"
      sx={{
        p: 5,
        bgcolor: 'background.surface',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 'md',
        boxShadow: 'inset 3px 0 0 var(--joy-palette-danger-plainColor)',
      }}
    >
      <Typography level="title-md">{title ?? common.couldNotLoad}</Typography>
      <Typography level="body-sm" sx={{ mt: 0.5 }}>
        {errorText(error)}
      </Typography>
      <Stack direction="row" spacing={2} sx={{ mt: 4 }}>
        {onRetry && (
          <Button size="sm" startDecorator={<RefreshCw size={14} />} onClick={onRetry}>
            {common.tryAgain}
          </Button>
        )}
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<Copy size={14} />}
          onClick={() => navigator.clipboard?.writeText(details).then(() => setCopied(true))}
        >
          {copied ? common.copied : common.copyDetails}
        </Button>
      </Stack>
    </Box>
  )
}
