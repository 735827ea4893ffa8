import { Button } from '@mui/joy'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Message } from '#shared/chat.ts'
import { Answered, Example } from '../example.tsx'

type Outcome = { before: string; after: string } | { message: string }

/** Runs the unsaved function on the flow's last answer. Nothing is saved or charged. */
export function TryOnAnswer({ flowId, code }: { flowId: string; code: string }) {
  const { postProcessing: texts } = useTexts().flowConfig
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const run = trpc.tools.runFunction.useMutation()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isTrying, setTrying] = useState(false)

  async function tryIt(): Promise<Outcome> {
    const newest = { id: flowId, order: 'DESC' as const, page: 1, limit: 1 }
    const messages = await utils.messages.list.fetch(newest)
    const answer = messages.find(({ role }) => role === 'apiMessage')
    if (!answer) {
      return { message: texts.noAnswer }
    }
    const question = messages.find(
      ({ role, createdDate }) => role === 'userMessage' && createdDate <= answer.createdDate,
    )
    const javascriptFunction = `${givenFlow(answer as Message, question?.content ?? '')}${code}`
    const value = await run.mutateAsync({ javascriptFunction })
    return value === null ? { message: texts.same } : { before: answer.content, after: textOf(value) }
  }

  async function show() {
    setTrying(true)
    setOutcome(await tryIt().catch((error: unknown) => ({ message: texts.failed(errorText(error)) })))
    setTrying(false)
  }

  return (
    <Example>
      <Answered>{outcome && 'before' in outcome ? outcome.before : texts.before}</Answered>
      <p className="example-becomes text-tertiary">{texts.becomes}</p>
      <Answered>{outcome && 'after' in outcome ? outcome.after : texts.after}</Answered>
      <p
        className="setting-said text-12 text-secondary flex gap-8 breaks-anywhere items-baseline"
        role="status"
      >
        {outcome && 'message' in outcome && outcome.message}
      </p>
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        sx={{ alignSelf: 'flex-start' }}
        startDecorator={<Play size={14} />}
        disabled={isTrying || code.trim() === ''}
        onClick={show}
      >
        {isTrying ? texts.trying : texts.try}
      </Button>
    </Example>
  )
}

/** Defines `$flow` for the function on its first line, so that line numbers stay the same. */
function givenFlow(answer: Message, input: string) {
  const { content, chatId, sessionId, chatflowid, sourceDocuments, usedTools, artifacts } = answer
  const flow = {
    ...{ rawOutput: content, input, chatId, sessionId, chatflowId: chatflowid, chatHistory: '' },
    ...{ sourceDocuments: sourceDocuments ?? [], usedTools: usedTools ?? [], artifacts: artifacts ?? [] },
    fileAnnotations: [],
  }
  return `Object.assign($flow, ${JSON.stringify(flow)});`
}

function textOf(value: unknown) {
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
