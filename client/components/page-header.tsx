import { Box, Stack, Typography } from '@mui/joy'
import type { ReactNode } from 'react'

export function PageHeader({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <Stack
      direction="row"
      sx={{ justifyContent: 'space-between', alignItems: 'flex-end', flexWrap: 'wrap', gap: 3, mb: 5 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography level="h1">{title}</Typography>
        {text && <Typography sx={{ color: 'text.tertiary' }}>{text}</Typography>}
      </Box>
      {action}
    </Stack>
  )
}
