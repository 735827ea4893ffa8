import './flows-empty.css'
import './agent-flows-empty.css'
import { Button, Typography } from '@mui/joy'
import { FileInput, FilePlus2, LayoutTemplate, type LucideIcon, PencilLine } from 'lucide-react'
import type { CSSProperties } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'

type Way = 'blank' | 'template' | 'describe' | 'import'
type Props = { on: Readonly<Record<Way, () => void>> }

const starters: readonly { way: Exclude<Way, 'blank'>; icon: LucideIcon }[] = [
  { way: 'template', icon: LayoutTemplate },
  { way: 'describe', icon: PencilLine },
  { way: 'import', icon: FileInput },
]
const kinds: readonly Kind[] = ['value', 'model', 'memory', 'document']

/** A first flow as a picture, and the ways to begin one. */
export function AgentFlowsEmpty({ on }: Props) {
  const { templates, flowList } = useTexts()
  const { empty } = templates.agentflows
  return (
    <section className="flows-empty">
      <div className="flows-empty-picture agent-picture" aria-hidden="true">
        {empty.steps.map(({ label, kind }, index) => (
          <span
            key={label}
            className="agent-picture-step"
            data-waiting={index === 2 || undefined}
            style={{ '--glaze': kindColor(kinds[index] ?? 'agent') } as CSSProperties}
          >
            <KindGlyph kind={kinds[index] ?? 'agent'} size={12} silent />
            <strong>{label}</strong>
            <small>{kind}</small>
          </span>
        ))}
      </div>
      <div className="flows-empty-side">
        <Typography component="h2" level="h2">
          {empty.title}
        </Typography>
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>{empty.text}</Typography>
        <Button size="lg" startDecorator={<FilePlus2 size={16} />} sx={{ mt: 6 }} onClick={on.blank}>
          {empty.create}
        </Button>
        <hr />
        <ul className="agent-starters">
          {starters.map(({ way, icon: Icon }) => (
            <li key={way}>
              <button type="button" onClick={on[way]}>
                <Icon size={18} aria-hidden="true" />
                <span>
                  <strong>{flowList.ways[way].name}</strong>
                  <small>{flowList.ways[way].text}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
