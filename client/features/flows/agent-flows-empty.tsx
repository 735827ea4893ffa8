import './flows-empty.css'
import './agent-flows-empty.css'
import { Button, Typography } from '@mui/joy'
import { useMutation } from '@tanstack/react-query'
import { ArrowRight, FileInput, FilePlus2, LayoutTemplate, type LucideIcon, PencilLine } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Kind } from '#shared/kinds.ts'
import type { FlowPaths } from './use-flow-actions.tsx'

type Way = 'blank' | 'template' | 'describe' | 'import'
type Props = { paths: Pick<FlowPaths, 'canvas'>; on: Readonly<Record<Way, () => void>> }

const starters: readonly { way: Way; icon: LucideIcon }[] = [
  { way: 'blank', icon: FilePlus2 },
  { way: 'template', icon: LayoutTemplate },
  { way: 'describe', icon: PencilLine },
  { way: 'import', icon: FileInput },
]
const kinds: readonly Kind[] = ['value', 'model', 'document', 'memory']

/** The refund desk as a picture and as a first flow, and the other ways to begin one. */
export function AgentFlowsEmpty({ paths, on }: Props) {
  const { templates, flowList } = useTexts()
  const { empty } = templates.agentflows
  return (
    <section className="flows-empty grid clips surface outlined">
      <div
        className="flows-empty-picture agent-picture line-right row content-middle gap-28"
        aria-hidden="true"
      >
        {empty.steps.map(({ label, kind }, index) => (
          <span
            key={label}
            className="agent-picture-step relative grid items-center pad-10-14 round-md surface"
            data-waiting={index === empty.steps.length - 1 || undefined}
            style={{ '--glaze': kindColor(kinds[index] ?? 'agent') } as CSSProperties}
          >
            <KindGlyph kind={kinds[index] ?? 'agent'} size={12} silent />
            <strong>{label}</strong>
            <small className="text-tertiary">{kind}</small>
          </span>
        ))}
      </div>
      <div className="flows-empty-side self-center">
        <Typography component="h2" level="h2">
          {empty.title}
        </Typography>
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>{empty.text}</Typography>
        <OpenExample paths={paths} />
        <hr />
        <ul className="agent-starters stack gap-4 unpadded unlisted">
          {starters.map(({ way, icon: Icon }) => (
            <li key={way}>
              <button type="button" onClick={on[way]}>
                <Icon size={18} aria-hidden="true" />
                <span>
                  <strong className="block">{flowList.ways[way].name}</strong>
                  <small className="block text-tertiary">{flowList.ways[way].text}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const exampleId = 'refund-desk'

function OpenExample({ paths }: Pick<Props, 'paths'>) {
  const { empty } = useTexts().templates.agentflows
  const [language] = useLanguage()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const begin = trpc.flows.begin.useMutation({ onSuccess: () => utils.flows.invalidate() })
  const opening = useMutation({
    mutationFn: async () => {
      const { name, flowData, chatbotConfig } = await utils.templates.get.fetch({ id: exampleId, language })
      return begin.mutateAsync({ name, flowData: flowData ?? '', chatbotConfig, type: 'AGENTFLOW' })
    },
    onSuccess: ({ id }) => navigate(paths.canvas(id)),
  })
  return (
    <>
      <Button
        size="lg"
        endDecorator={<ArrowRight size={16} />}
        sx={{ mt: 6 }}
        loading={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {empty.open}
      </Button>
      {opening.error && <FormBanner>{errorText(opening.error)}</FormBanner>}
    </>
  )
}
