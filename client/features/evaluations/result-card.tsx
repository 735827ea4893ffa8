import { Check, X } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import {
  type EvaluatedVersion,
  type Evaluation,
  type EvaluationResult,
  PASS_LINE,
  type Score,
} from '#shared/evaluations.ts'
import { diffWords } from './diff-words.ts'
import { useFigures } from './use-figures.ts'
import { VersionTags } from './version-tags.tsx'

type Props = {
  version: EvaluatedVersion
  result: EvaluationResult | undefined
  /** Of the first version: answers of the others are shown as a difference to it. */
  base: EvaluationResult | undefined
  evaluators: Evaluation['evaluators']
}

/** What one version did with a row: steps first, then the answer, then the scores with their reasons. */
export function ResultCard({ version, result, base, evaluators }: Props) {
  const { evaluations: texts } = useTexts()
  const { score, cost, seconds } = useFigures()
  const sentence = useSentence()
  if (!result?.isDone) {
    return (
      <section className="evaluation-card" aria-label={texts.nameOfVersion(version)}>
        <header>
          <VersionTags version={version} />
        </header>
        <p className="evaluation-pending">{texts.pending}</p>
      </section>
    )
  }
  return (
    <section className="evaluation-card" aria-label={texts.nameOfVersion(version)}>
      <header data-low={(result.score ?? 0) < PASS_LINE}>
        <VersionTags version={version} />
        <b className="evaluation-figure">{score(result.score ?? 0)}</b>
        <span className="evaluation-model">{version.modelName}</span>
        <span className="evaluation-figure">
          {cost(result.costMicro)} · {texts.seconds(seconds(result.latencyMs))}
        </span>
      </header>
      <ol className="evaluation-steps" aria-label={texts.steps}>
        {result.steps.map(({ kind, label, ms, isSimulated }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity and never move
          <li key={place} data-kind={kind} data-simulated={isSimulated}>
            <span>
              {label}
              {isSimulated && `, ${texts.sandbox}`}
            </span>
            <span className="evaluation-figure">{ms === null ? '' : texts.seconds(seconds(ms))}</span>
          </li>
        ))}
      </ol>
      <div className="evaluation-answer">
        {result.error === null ? (
          <Answer text={result.answer} before={base?.isDone ? base.answer : undefined} />
        ) : (
          <p className="evaluation-failed">
            {texts.noAnswer}: {sentence(result.error)}
          </p>
        )}
      </div>
      <ul className="evaluation-scores unlisted">
        {result.scores.map((each) => (
          <ScoreLine
            key={each.evaluatorId}
            score={each}
            name={evaluators.find(({ id }) => id === each.evaluatorId)?.name ?? ''}
          />
        ))}
      </ul>
    </section>
  )
}

function Answer({ text, before }: { text: string; before: string | undefined }) {
  const { evaluations: texts } = useTexts()
  if (before === undefined) {
    return <p>{text}</p>
  }
  return (
    <p>
      {diffWords(before, text).map(({ kind, text: part }, place) =>
        kind === 'same' ? (
          part
        ) : kind === 'removed' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
          <del key={place}>
            <span className="visually-hidden">{texts.diffRemoved} </span>
            {part}
          </del>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
          <ins key={place}>
            <span className="visually-hidden">{texts.diffAdded} </span>
            {part}
          </ins>
        ),
      )}
    </p>
  )
}

function ScoreLine({ score: { score, cause, reason, corrected }, name }: { score: Score; name: string }) {
  const { evaluations: texts } = useTexts()
  const figures = useFigures()
  const sentence = useSentence()
  const isPassed = (corrected ?? score) >= PASS_LINE
  return (
    <li data-passed={isPassed}>
      {isPassed ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
      <span>
        <b>{name}</b>
        <span className="evaluation-note">
          {texts.causes[cause]} {sentence(reason)}
        </span>
      </span>
      <span className="evaluation-figure">
        {figures.score(score)}
        {corrected !== null && <em> {texts.corrected(figures.score(corrected))}</em>}
      </span>
    </li>
  )
}
