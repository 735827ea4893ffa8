import { Box, Stack, Typography } from '@mui/joy'
import type { ReactNode } from 'react'

type Props = {
  title: string
  text?: ReactNode
  action?: ReactNode
  picture?: ReactNode
  /** Dashed for no matches, plain for no data. */
  dashed?: boolean
}

export function EmptyState({ title, text, action, picture, dashed = false }: Props) {
  return (
    <Box
      sx={{
        p: 5,
        borderRadius: 'md',
        border: `1px ${dashed ? 'dashed' : 'solid'}`,
        borderColor: dashed ? 'line.strong' : 'divider',
        bgcolor: dashed ? 'transparent' : 'background.surface',
      }}
    >
      {picture}
      <Typography level="title-md">{title}</Typography>
      {text && (
        <Typography level="body-sm" sx={{ mt: 0.5, color: 'text.tertiary' }}>
          {text}
        </Typography>
      )}
      {action && (
        <Stack direction="row" sx={{ mt: 3 }}>
          {action}
        </Stack>
      )}
    </Box>
  )
}
