import { Button } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import type { TemplateSummary } from '#shared/templates.ts'

type Props = { template: TemplateSummary; onUse: (template: TemplateSummary) => void }

export function UseButton({ template, onUse }: Props) {
  const { templates: texts } = useTexts()
  const use = template.type === 'Tool' ? texts.useTool : texts.use
  return (
    <Button
      size="sm"
      variant="outlined"
      color="neutral"
      aria-label={`${use}: “${template.name}”`}
      onClick={() => onUse(template)}
    >
      {use}
    </Button>
  )
}
