import type { Shape } from './fill-shape.ts'
import { capitalise, fold, type Language, languageOf, sentencesOf } from './words.ts'

type Step = Record<string, unknown> & { id: string; kind: string }
type Link = { from: string; to: string; output: number }

/** Whether what is asked for is a plan: steps of certain kinds, and links between them. */
export function wantsPlan(schema: Shape | undefined): schema is Shape {
  const { steps, links } = schema?.properties ?? {}
  return steps?.items?.properties?.kind?.enum !== undefined && links?.items !== undefined
}

const mostSteps = 8

/** By words of a sentence, folded: the first that is found says what is done there. */
const signs: readonly [kind: string, sign: RegExp][] = [
  ['conditionAgent', /\bclassif|\bdecid|\broute|\bsort\b|\bwhether\b|siniflandir|karar|ayir/],
  ['http', /https?:\/\/|\bapi\b|\bfetch|\bistek gonder|servis/],
  ['humanInput', /\bapprov|\bconfirm|\bhuman|\bperson\b|onay|insan/],
  ['iteration', /\beach\b|\bevery item|her bir/],
  ['retriever', /\bsearch|\blook\w* up|\bdocument|\bknowledge|belge|\barar?\b|arasin/],
  ['customFunction', /\bjavascript\b|\bcalculat|\bcompute|hesapla/],
  ['loop', /\bagain\b|\bretry|\buntil\b|tekrar/],
  ['agent', /\btools?\b|\bweb\b|\barac/],
]
const replies = /\brepl(?:y|ies)\b|\banswers?\b|\btells?\b|\bsends?\b|yanit|cevap|soyle|bildir/

/** A plan out of a description: a step for each sentence, one after the other, of the kinds that are allowed. */
export function planSteps(description: string, schema: Shape): string {
  const allowed = new Set(schema.properties?.steps?.items?.properties?.kind?.enum)
  const language = languageOf(description)
  const said = partsOf(description)
  const steps: Step[] = [stepOf('start', 'start', words[language].start)]
  const links: Link[] = []
  let from: Omit<Link, 'to'> = { from: 'start', output: 0 }
  for (const [index, sentence] of said.entries()) {
    const kind = kindOf(sentence, index === said.length - 1)
    const id = `step${index + 1}`
    const step = makeStep(id, allowed.has(kind) ? kind : 'llm', sentence, language, steps)
    steps.push(step, ...innerOf(step, sentence))
    links.push({ ...from, to: id })
    from = step.kind === 'loop' ? from : { from: id, output: 0 }
  }
  return JSON.stringify({ steps, links })
}

function partsOf(description: string): string[] {
  const parts = sentencesOf(description.slice(0, 4_000))
    .flatMap((sentence) => sentence.split(/[;\n]|,? (?:and )?then |,? (?:ve )?(?:sonra|ardından) /iu))
    .map((part) => part.replace(/^[\s\-–*\d.)]+/, '').replace(/[\s.]+$/, ''))
    .filter((part) => /\p{L}{2}/u.test(part))
  return (parts.length > 0 ? parts : [description]).slice(0, mostSteps)
}

function kindOf(sentence: string, isLast: boolean): string {
  const folded = fold(sentence)
  const [kind] = signs.find(([, sign]) => sign.test(folded)) ?? []
  return kind ?? (isLast && replies.test(folded) ? 'directReply' : 'llm')
}

function makeStep(
  id: string,
  kind: string,
  sentence: string,
  language: Language,
  before: readonly Step[],
): Step {
  const text = capitalise(sentence)
  const said = words[language]
  const step = stepOf(id, kind, titleOf(sentence))
  const given = before.at(-1)?.kind === 'start' ? 'question' : String(before.at(-1)?.id)
  switch (kind) {
    case 'directReply':
      return { ...step, text: `{{ ${given} }}` }
    case 'retriever':
      return { ...step, text: '{{ question }}' }
    case 'iteration':
      return { ...step, text: `{{ ${given} }}` }
    case 'conditionAgent':
      return { ...step, text, ways: [said.fits, said.other] }
    case 'http':
      return { ...step, url: /https?:\/\/[^\s"'<>,]+/.exec(sentence)?.[0] ?? 'https://example.com' }
    case 'customFunction':
      return { ...step, text: `// ${text}\nreturn $flow.input` }
    case 'loop':
      return {
        ...step,
        backTo: before.find((each) => each.kind === 'llm' || each.kind === 'agent')?.id ?? '',
      }
    default:
      return { ...step, text: kind === 'humanInput' ? text : `${text}.` }
  }
}

/** In a box stands what is done with each thing. */
function innerOf({ id, kind }: Step, sentence: string): Step[] {
  const inner = stepOf(`${id}each`, 'llm', titleOf(sentence))
  return kind === 'iteration'
    ? [{ ...inner, text: `${capitalise(sentence)}: {{ $iteration }}`, inside: id }]
    : []
}

function stepOf(id: string, kind: string, label: string): Step {
  const none = { text: '', ways: [], conditions: [], method: 'GET', url: '', backTo: '', inside: '' }
  return { id, kind, label, ...none }
}

function titleOf(sentence: string) {
  const bare = sentence.replace(/https?:\/\/\S+/g, '').replace(/[^\p{L}\p{N}\s'’-]/gu, '')
  return capitalise(bare.split(/\s+/).filter(Boolean).slice(0, 3).join(' '))
}

const words = {
  en: { start: 'Start', fits: 'Yes', other: 'Anything else' },
  tr: { start: 'Başlangıç', fits: 'Evet', other: 'Diğer her şey' },
}
