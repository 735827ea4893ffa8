import './flows-empty.css'
import { Button, Typography } from '@mui/joy'
import { ArrowRight, Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useConnectModel } from '#client/components/connect-model.ts'
import { DocsLink } from '#client/components/docs-link.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { ExamplePicture } from './example-picture.tsx'
import type { FlowPaths } from './use-flow-actions.tsx'

type Props = { paths: FlowPaths; onCreate: () => void; onImport: () => void; onTemplate: () => void }

export function FlowsEmpty({ paths, onCreate, onImport, onTemplate }: Props) {
  const { flows, flowList } = useTexts()
  const { empty } = flows
  const [or, importName, between, end] = empty.import

  return (
    <section className="flows-empty grid clips surface outlined">
      <div className="flows-empty-picture centered line-right">
        <ExamplePicture />
      </div>
      <div className="flows-empty-side self-center">
        <Typography component="h2" level="h2">
          {empty.title[0]}
          <br />
          {empty.title[1]}
        </Typography>
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>
          {empty.text} <DocsLink page="first-flow" />
        </Typography>
        <Button size="lg" startDecorator={<Plus size={16} />} sx={{ mt: 6 }} onClick={onCreate}>
          {empty.create}
        </Button>
        <ConnectModel />
        <hr />
        <ExampleQuestions paths={paths} />
        <Typography level="body-sm" sx={{ mt: 5 }}>
          {or}
          <button
            type="button"
            className="empty-link unpadded inherits-font text-accent no-background borderless pressable"
            onClick={onImport}
          >
            {importName}
          </button>
          {between}
          <button
            type="button"
            className="empty-link unpadded inherits-font text-accent no-background borderless pressable"
            onClick={onTemplate}
          >
            {flowList.useTemplate}
          </button>
          {end}
        </Typography>
      </div>
    </section>
  )
}

function ConnectModel() {
  const { flows, common } = useTexts()
  const connect = useConnectModel()
  const isDemo = useDefaultModel()?.isDemo
  return connect && isDemo ? (
    <div className="flows-empty-connect row wraps spread round-md gap-8-12 backdrop-glaze pad-12">
      <Typography level="body-sm">{flows.empty.demo}</Typography>
      <Button variant="outlined" color="neutral" onClick={connect}>
        {common.connectModel}
      </Button>
    </div>
  ) : null
}

function ExampleQuestions({ paths }: { paths: FlowPaths }) {
  const { empty } = useTexts().flows
  const [language] = useLanguage()
  const errorText = useErrorText()
  const navigate = useNavigate()
  // The estimate is for the demo model; for other models the canvas displays it before the first question.
  const isDemo = useDefaultModel()?.isDemo
  const utils = trpc.useUtils()
  const example = trpc.flows.createExample.useMutation({ onSuccess: () => utils.flows.invalidate() })
  const sendExample = (question: string) =>
    example.mutate({ language }, { onSuccess: ({ id }) => navigate(paths.canvasWithQuestion(id, question)) })

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
          onClick={() => sendExample(question)}
        >
          {question}
        </Button>
      ))}
      {example.error && <FormBanner>{errorText(example.error)}</FormBanner>}
      {isDemo && (
        <dl className="flows-empty-cost">
          <ReceiptLine label={empty.costs} value={empty.cost} />
        </dl>
      )}
    </>
  )
}
