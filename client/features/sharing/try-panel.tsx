import { Button } from '@mui/joy'
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ApiRequest } from './snippets/request.ts'
import type { CreatedKey } from './use-request.ts'
import type { SharedState } from './use-sharing.ts'
import { senderOf, type Trial, useTry } from './use-try.ts'

const MICRO = 1_000_000

type Props = { state: SharedState; request: ApiRequest; created: CreatedKey | undefined }

export function TryPanel({ state, request, created }: Props) {
  const { sharing: texts } = useTexts()
  const { trial, run } = useTry(state, request, created)
  const [file, setFile] = useState<File>()
  const picker = useRef<HTMLInputElement>(null)
  const label = useTryLabel(state.sharing.id)
  const needsFile = request.file !== undefined
  const start = () => (needsFile && !file ? picker.current?.focus() : void run(needsFile ? file : undefined))
  return (
    <section className="share-try rigid surface outlined round-md" aria-label={texts.tryIt}>
      <div className="share-try-bar row wraps spread pad-8-12">
        <Button
          startDecorator={<Play size={14} fill="currentColor" />}
          disabled={trial?.isRunning ?? false}
          onClick={start}
        >
          {trial?.isRunning ? texts.trying : label}
        </Button>
        {trial && !trial.isRunning ? (
          <Figures trial={trial} />
        ) : (
          <small className="text-12 text-secondary">{texts.tryAs[senderOf(state, created)]}</small>
        )}
      </div>
      {needsFile && (
        <label className="share-file grid gap-4 text-13 line-above pad-8-12">
          <span>{texts.chooseFile}</span>
          <input ref={picker} type="file" onChange={({ target }) => setFile(target.files?.[0])} />
          {!file && <small className="text-12 text-secondary">{texts.chooseFileFirst}</small>}
        </label>
      )}
      {trial && (trial.text !== '' || !trial.isRunning) && (
        <output
          className="share-answer block scrolls text-13 line-20 pre-wrap breaks-anywhere line-above pad-12"
          aria-label={texts.result}
          data-error={trial.isError || undefined}
        >
          {trial.text}
        </output>
      )}
    </section>
  )
}

function useTryLabel(flowId: string) {
  const { sharing: texts } = useTexts()
  const [language] = useLanguage()
  const { data } = trpc.chat.estimate.useQuery({ flowId }, { retry: false })
  const micro = data?.typicalMicro
  return micro ? texts.tryItFor(formatExact(micro / MICRO, language)) : texts.tryIt
}

/** A call often costs less than a hundredth of a cent. */
function formatExact(dollars: number, language: Language) {
  return formatMoney(dollars, language, dollars > 0 && dollars < 0.001 ? 6 : 4)
}

function Figures({ trial }: { trial: Trial }) {
  const { sharing: texts } = useTexts()
  const [language] = useLanguage()
  const { status, ms = 0, tokens, cost, isError } = trial
  const seconds = (ms / 1_000).toLocaleString(language, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  })
  const rest = [
    texts.seconds(seconds),
    ...(tokens ? [texts.tokens(formatNumber(tokens, language))] : []),
    ...(typeof cost === 'number' ? [formatExact(cost, language)] : []),
  ]
  return (
    <p className="share-figures flex gap-10">
      {status > 0 && (
        <b className="semibold" data-error={isError || undefined}>
          {status}
        </b>
      )}
      <span>{rest.join(' · ')}</span>
    </p>
  )
}
