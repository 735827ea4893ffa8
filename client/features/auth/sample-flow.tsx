import './sample-flow.css'
import { useEffect, useState } from 'react'
import {
  FlowPicture,
  outputOf,
  type PictureCard,
  type PictureWire,
  Wire,
} from '#client/components/flow-picture.tsx'
import { Leader } from '#client/components/receipt.tsx'
import { useMediaQuery } from '#client/components/use-media-query.ts'
import { useTexts } from '#client/texts/texts.tsx'

const wires: PictureWire[] = [
  { from: 0, to: 3, input: 0 },
  { from: 1, to: 3, input: 1 },
  { from: 2, to: 3, input: 2 },
]
const REST_MS = 20_000
const WORD_MS = 130

export function SampleFlow() {
  const { auth } = useTexts()
  const { sample } = auth
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const words = sample.answer.split(' ')
  const shownWords = useCount(words.length, isStill)
  const isDone = shownWords === words.length
  const isRunning = useRunning(isStill)
  const cards = sampleCards(sample)
  const chain = cards[3] as PictureCard
  const answer = outputOf(chain)

  return (
    <>
      <FlowPicture
        label={sample.label}
        viewBox="96 166 704 606"
        cards={cards}
        wires={wires}
        running={isRunning}
      >
        <path className="sample-thread" d="M588 246v87" />
        <Wire kind="agent" d={`M${answer.x} ${answer.y}c40 0 60 50 28 74`} running={isRunning && !isDone} />
        <foreignObject x={456} y={174} width={330} height={72}>
          <div className="sample-question">{sample.question}</div>
        </foreignObject>
        <foreignObject x={430} y={588} width={356} height={190}>
          <div className="sample-answer relative outlined">
            <p className="text-primary">
              {words.slice(0, shownWords).join(' ')}
              {isDone ? '.' : <span className="sample-cursor" />}
            </p>
            <dl data-ready={isDone || undefined}>
              <Line label={sample.tokens} value={sample.seconds} />
              <Line label={sample.cost} value={sample.price} strong />
            </dl>
          </div>
        </foreignObject>
      </FlowPicture>
      <div className="sample-foot flex spread text-13 line-18 text-secondary">
        <span>{auth.tagline}</span>
        <small className="text-12 text-tertiary">{isRunning ? sample.caption : sample.resting}</small>
      </div>
    </>
  )
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="receipt-line flex gap-6 text-13 line-20 text-secondary" data-strong={strong || undefined}>
      <dt className="shrinks">{label}</dt>
      <Leader />
      <dd className="monospace text-primary">{value}</dd>
    </div>
  )
}

function useCount(end: number, isStill: boolean) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => Math.min(end, before + 1)), WORD_MS)
    return () => clearInterval(timer)
  }, [end])
  return isStill ? end : Math.min(count, end)
}

function useRunning(isStill: boolean) {
  const [isAwake, setAwake] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setAwake(false), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  return isAwake && !isStill
}

type Sample = ReturnType<typeof useTexts>['auth']['sample']

function sampleCards(sample: Sample): PictureCard[] {
  const left = { x: 111, width: 250 }
  return [
    {
      ...left,
      y: 201,
      title: sample.pool,
      kind: 'retriever',
      fields: [
        [sample.poolField, sample.poolValue],
        [sample.read, sample.readValue],
      ],
    },
    {
      ...left,
      y: 384,
      title: sample.model,
      kind: 'model',
      fields: [
        [sample.modelField, 'gpt-4o-mini'],
        [sample.temperature, sample.temperatureValue],
      ],
    },
    { ...left, y: 566, title: sample.memory, kind: 'memory', fields: [[sample.keeps, sample.keepsValue]] },
    {
      x: 457,
      y: 335,
      width: 262,
      title: sample.chain,
      kind: 'agent',
      lit: true,
      inputs: [
        { label: sample.knowledge, kind: 'retriever' },
        { label: sample.modelField, kind: 'model' },
        { label: sample.memory, kind: 'memory' },
      ],
      answer: sample.answerPort,
    },
  ]
}
