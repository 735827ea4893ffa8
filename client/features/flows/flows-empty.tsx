import './flows-empty.css'
import { Button, Typography } from '@mui/joy'
import { ArrowRight, Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { ExamplePicture } from './example-picture.tsx'
import type { FlowPaths } from './use-flow-actions.tsx'

type Props = { paths: FlowPaths; onCreate: () => void; onImport: () => void }

/** Nothing built yet: shows what one builds, and answers a first question within one click. */
export function FlowsEmpty({ paths, onCreate, onImport }: Props) {
  const { empty } = useTexts().flows
  const [or, importName, end] = empty.import

  return (
    <section className="flows-empty">
      <div className="flows-empty-picture">
        <ExamplePicture />
      </div>
      <div className="flows-empty-side">
        <Typography component="h2" level="h2">
          {empty.title[0]}
          <br />
          {empty.title[1]}
        </Typography>
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>{empty.text}</Typography>
        <Button size="lg" startDecorator={<Plus size={16} />} sx={{ mt: 6 }} onClick={onCreate}>
          {empty.create}
        </Button>
        <hr />
        <AskExample paths={paths} />
        <Typography level="body-sm" sx={{ mt: 5 }}>
          {or}
          <button type="button" className="link-button" onClick={onImport}>
            {importName}
          </button>
          {end}
        </Typography>
      </div>
    </section>
  )
}

/** Makes the example, opens it and sends the question there. */
function AskExample({ paths }: { paths: FlowPaths }) {
  const { empty } = useTexts().flows
  const [language] = useLanguage()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const example = trpc.flows.createExample.useMutation({ onSuccess: () => utils.flows.invalidate() })
  const ask = (question: string) =>
    example.mutate({ language }, { onSuccess: ({ id }) => navigate(paths.canvasAsking(id, question)) })

  return (
    <>
      <Typography level="body-xs">{empty.ask}</Typography>
      {empty.questions.map((question) => (
        <Button
          key={question}
          fullWidth
          variant="outlined"
          color="neutral"
          className="sample-question-button"
          endDecorator={<ArrowRight size={16} />}
          disabled={example.isPending}
          onClick={() => ask(question)}
        >
          {question}
        </Button>
      ))}
      {example.error && <FormBanner>{errorText(example.error)}</FormBanner>}
      <dl className="flows-empty-cost">
        <ReceiptLine label={empty.costs} value={empty.cost} />
      </dl>
    </>
  )
}
