import { Button } from '@mui/joy'
import { Square } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { trpc } from '#client/api/trpc.ts'
import { DefaultOrOtherModel } from '#client/components/default-or-other-model.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { SettingText } from '#client/components/setting-fields.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type ModelChoice as Choice, MAX_REQUEST_LENGTH } from '#shared/writing.ts'
import { useModelChoice, useWriter } from './use-writer.ts'
import './writing.css'

type ReceivedRequest = { flowId: string; text: string; model: Choice | undefined; signal: AbortSignal }

type Props<Result> = {
  /** Prefix of the field names; a page may contain two of these forms. */
  name: string
  label: string
  hint: string
  action: string
  generate: (requested: ReceivedRequest) => Promise<Result>
  ready: (result: Result) => string
  children: (result: Result, clear: () => void) => ReactNode
}

/** Form that asks a model to write, and shows the result without applying it. */
export function GenerateForm<Result extends { costMicro: number }>(props: Props<Result>) {
  const { name, label, hint, action, generate, ready, children } = props
  const { aiHelp } = useTexts()
  const costs = useId()
  const container = useRef<HTMLElement>(null)
  const found = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const chosen = useModelChoice()
  const { model, missing, remember } = chosen
  const writer = useWriter((flowId, signal) => {
    remember(flowId)
    return generate({ flowId, text: text.trim(), model, signal })
  })
  const { result } = writer
  const isWriting = writer.state === 'writing'
  const textIssue = useTextIssue(text)

  async function start() {
    const wrong = textIssue ? 'text' : missing
    flushSync(() => setTried(true))
    if (wrong) {
      container.current?.querySelector<HTMLElement>(`[name="${name}.${wrong}"]`)?.focus()
    } else if (await writer.write()) {
      flushSync(() => setTried(false))
      found.current?.focus()
    }
  }

  // Enter in a field, or Ctrl+Enter anywhere, submits this form and not a surrounding one.
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && (mod || event.target instanceof HTMLInputElement)) {
      event.preventDefault()
      event.stopPropagation()
      if (!isWriting) {
        void start()
      }
    }
  }

  return (
    <section
      ref={container}
      className="ask-form grid gap-12 shrinks one-column"
      onKeyDown={onKeyDown}
      aria-label={aiHelp.tab}
    >
      <SettingText
        required
        rows={4}
        name={`${name}.text`}
        label={label}
        placeholder={hint}
        value={text}
        onChange={setText}
        issue={isTried ? textIssue : undefined}
      />
      <DefaultOrOtherModel name={name} {...chosen} isTried={isTried} />
      <Costs id={costs} />
      <Button
        // The result is used next, not written again.
        {...(isWriting || result ? { variant: 'outlined' as const, color: 'neutral' as const } : {})}
        startDecorator={isWriting && <Square size={14} aria-hidden="true" />}
        aria-describedby={costs}
        onClick={() => (isWriting ? writer.stop() : void start())}
      >
        {isWriting ? aiHelp.stop : result ? aiHelp.again : action}
      </Button>
      <Status {...writer} ready={result && ready(result)} />
      {result && (
        <section
          ref={found}
          className="ask-result grid gap-10 one-column"
          tabIndex={-1}
          aria-label={ready(result)}
        >
          {children(result, writer.clear)}
          <Cost {...result} />
        </section>
      )}
    </section>
  )
}

function useTextIssue(text: string): string | undefined {
  const { aiHelp } = useTexts()
  const { length } = text.trim()
  if (length === 0) {
    return aiHelp.sayFirst
  }
  return length > MAX_REQUEST_LENGTH ? aiHelp.tooLong : undefined
}

/** Cost notice and balance. */
function Costs({ id }: { id: string }) {
  const { aiHelp } = useTexts()
  const [language] = useLanguage()
  const { data } = trpc.wallet.get.useQuery()
  return (
    <p className="ask-note text-12 text-secondary" id={id}>
      {aiHelp.costs} {data && aiHelp.left(formatMoney(data.available, language))}
    </p>
  )
}

function Cost({ costMicro }: { costMicro: number }) {
  const { aiHelp } = useTexts()
  const [language] = useLanguage()
  return (
    <p className="ask-note text-12 text-secondary">
      {costMicro > 0 ? aiHelp.cost(formatMoney(costMicro / 1_000_000, language)) : aiHelp.costNothing}
    </p>
  )
}

type StatusProps = Pick<ReturnType<typeof useWriter>, 'state' | 'problem'> & { ready: string | undefined }

/** Progress, also for assistive technology. */
function Status({ state, problem, ready }: StatusProps) {
  const { aiHelp } = useTexts()
  const errorText = useErrorText()
  return (
    <>
      <p className="ask-state text-12 text-secondary" role="status">
        {state === 'writing' && aiHelp.writing}
        {state === 'stopped' && aiHelp.stopped}
        {state === 'idle' && ready && <span className="visually-hidden">{ready}</span>}
      </p>
      {state === 'unsaved' && <FormBanner>{aiHelp.unsaved}</FormBanner>}
      {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
    </>
  )
}
