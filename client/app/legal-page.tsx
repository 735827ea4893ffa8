import './inside.css'
import { Typography } from '@mui/joy'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { BarePage } from './bare-page.tsx'

export type LegalPageName = 'privacy' | 'terms' | 'dataSecurity'

export function LegalPage({ page }: { page: LegalPageName }) {
  const { legal, shell } = useTexts()
  return (
    <BarePage>
      <PageHeader title={shell.profile[page]} />
      <Typography sx={{ maxWidth: 640, mb: 3 }}>{legal.missing}</Typography>
      <Typography sx={{ maxWidth: 640, mb: 3 }}>{legal.about[page]}</Typography>
      <Typography level="body-sm" sx={{ maxWidth: 640, color: 'text.tertiary' }}>
        {legal.operator(legal.setting[page])}
      </Typography>
    </BarePage>
  )
}
